import { sql } from 'kysely';
import { dialectOf } from './adapters.ts';
import type { Transaction } from './database.ts';

/** Any constant: the locks of other programs are in other databases. */
const LOCK = 0x4761_7665;

/**
 * Must be called by every transaction before it inserts deliveries or pending recipients. The order in a queue is that
 * of their ids. PostgreSQL gives ids when rows are inserted and shows rows when they are committed, so a delivery with
 * a lower id could appear after one with a higher id was sent; this lock lets one such transaction after the other go
 * on, until its commit. On SQLite every transaction has the whole database.
 */
export async function lockQueueOrder(transaction: Transaction): Promise<void> {
  if (dialectOf(transaction) === 'postgres')
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
}
