import { sql } from 'kysely';
import type { Logger } from 'pino';
import { now } from './database/adapters.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { HELD_CODES } from './model/held.ts';

/**
 * Identifies the server that wrote the database. Another one, or another timeline, means that commits may be missing.
 */
interface History {
  readonly systemIdentifier: string;
  readonly timeline: number;
}

/**
 * Requires verification of pending alerts, because alerts unknown to this database may have been posted, in any order
 * and in any message. Every pending alert is marked, as are certain new ones (`verification.ts`): its channel is
 * searched before it is posted.
 * @param backedUpAt start of the possibly missing time, epoch ms; 0 if unknown
 */
async function requireVerification(transaction: Transaction, backedUpAt: number): Promise<void> {
  const restoredAt = now(transaction);
  await transaction
    .updateTable('posts')
    .set({ state: 'released', settledAt: restoredAt, staleSince: null })
    .where('settledAt', 'is', null)
    .execute();
  await transaction
    .updateTable('deliveries')
    .set({ state: 'pending', postId: null })
    .where('state', '=', 'posting')
    .execute();
  await transaction
    .updateTable('deliveries')
    .set({ isAlone: true, isUnverified: true })
    .where('state', '=', 'pending')
    .execute();
  // A message that held a channel is searched for like all others.
  await transaction
    .updateTable('channelQueues')
    .set({ state: 'open', problemCode: null, stoppedAt: null, isNoticeDue: false })
    .where('problemCode', 'in', Object.values(HELD_CODES))
    .execute();
  await transaction
    .insertInto('databaseHistory')
    .values({ id: 1, restoredAt, backedUpAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ restoredAt, backedUpAt }))
    .execute();
}

/**
 * Reads when the backup was made, if this SQLite file is one (`sqlite/restoration.ts`), epoch ms; `null` for a file in
 * use.
 */
async function backupMark(queries: Queries): Promise<number | null> {
  const marked = await sql`select 1 from sqlite_schema where type = 'table' and name = 'backup'`.execute(
    queries,
  );
  if (marked.rows.length === 0) return null;
  const { rows } = await sql<{ madeAt: number }>`select made_at from backup`.execute(queries);
  return rows[0]?.madeAt ?? 0;
}

async function finishBackup(transaction: Transaction): Promise<number | null> {
  const madeAt = await backupMark(transaction);
  if (madeAt === null) return null;
  await requireVerification(transaction, madeAt);
  await sql`drop table backup`.execute(transaction);
  return madeAt;
}

async function currentHistory(queries: Queries): Promise<History> {
  // Log file names begin with the timeline, which the control file only contains after a checkpoint.
  const { rows } = await sql<{ systemIdentifier: string; file: string }>`
    select (select system_identifier::text from pg_control_system()) as system_identifier,
           pg_walfile_name(pg_current_wal_lsn()) as file`.execute(queries);
  const [found] = rows;
  if (found === undefined) throw new Error('The server did not report its history.');
  return { systemIdentifier: found.systemIdentifier, timeline: Number.parseInt(found.file.slice(0, 8), 16) };
}

/** Resolves to whether the database has another history than at the last start. */
async function noteHistory(transaction: Transaction): Promise<boolean> {
  const history = await currentHistory(transaction);
  const known = await transaction
    .selectFrom('databaseHistory')
    .select(['systemIdentifier', 'timeline'])
    .executeTakeFirst();
  const isOther =
    known !== undefined &&
    known.systemIdentifier !== null &&
    (known.systemIdentifier !== history.systemIdentifier || known.timeline !== history.timeline);
  if (isOther) await requireVerification(transaction, 0);
  await transaction
    .insertInto('databaseHistory')
    .values({ id: 1, ...history })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...history }))
    .execute();
  return isOther;
}

/**
 * Detects that it was restored from a backup or, on PostgreSQL, that another server or timeline wrote it, as after a
 * failover that may have lost commits. Call this after the database was opened.
 */
export async function finishRestore(database: Database, log: Logger): Promise<void> {
  if (database.dialect === 'postgres') {
    if (await database.transaction('noteHistory', noteHistory)) {
      log.warn('database history changed; verifying posts before repeating them');
    }
    return;
  }
  const madeAt = await database.transaction('finishBackup', finishBackup);
  if (madeAt === null) return;
  log.warn(
    { backedUpAt: new Date(madeAt).toISOString() },
    'database restored from a backup; verifying posts before repeating them',
  );
}
