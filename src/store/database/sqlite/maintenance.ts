import type { Database as SqliteDatabase } from 'better-sqlite3';
import { releaseSpace, truncateLog } from '../../file/space.ts';
import type { Database, Maintenance } from '../database.ts';

/**
 * What is done about the space that a file takes. The connection is one for all, and transactions give way to the event
 * loop, so its pragmas run while it is this code's: within a read, which takes no lock before its first query, or a
 * transaction.
 */
export function createFileMaintenance(
  db: SqliteDatabase,
  { read, transaction }: Pick<Database, 'read' | 'transaction'>,
  { giveWay }: { readonly giveWay: () => Promise<void> },
): Pick<Maintenance, 'eraseSecurely' | 'reclaimSpace'> {
  let erasures = 0;

  const emptyLog = () => read('truncateLog', async () => truncateLog(db));

  return {
    async eraseSecurely(erase) {
      await read('eraseSecurely', async () => void db.pragma('secure_delete = ON'));
      erasures += 1;
      try {
        await erase();
      } finally {
        erasures -= 1;
        // Another erasure may be running.
        if (erasures === 0 && db.open) db.pragma('secure_delete = FAST');
      }
      // The log contains what the pages contained before.
      await emptyLog();
    },

    async reclaimSpace() {
      while (await transaction('reclaimSpace', async () => releaseSpace(db))) await giveWay();
      await emptyLog();
    },
  };
}
