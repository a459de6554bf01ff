import type { Database as SqliteDatabase } from 'better-sqlite3';
import { releaseSpace, truncateLog } from '../../file/space.ts';
import type { Database, Maintenance } from '../database.ts';

/**
 * Manages the space that a file uses. There is a single connection, and transactions yield to the event loop, so
 * pragmas run while no transaction does: within a read, which takes no lock before its first query, or within a
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
        // Another deletion may be running.
        if (erasures === 0 && db.open) db.pragma('secure_delete = FAST');
      }
      // The log contains the previous content of the pages.
      await emptyLog();
    },

    async reclaimSpace() {
      while (await transaction('reclaimSpace', async () => releaseSpace(db))) await giveWay();
      await emptyLog();
    },
  };
}
