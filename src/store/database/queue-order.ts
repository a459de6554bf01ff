import { sql } from 'kysely';
import { dialectOf } from './adapters.ts';
import type { Transaction } from './database.ts';

/** Any constant, because other programs' locks are in other databases. */
const LOCK = 0x4761_7665;

/**
 * Locks the order of queues. Every transaction must call it before it inserts deliveries or pending recipients. The
 * order of a queue is the order of its ids. PostgreSQL assigns ids at insertion but shows rows at commit, so a delivery
 * with a lower id could appear after one with a higher id was sent. This lock lets only one such transaction run at a
 * time, until its commit. On SQLite a transaction locks the whole database.
 */
export async function lockQueueOrder(transaction: Transaction): Promise<void> {
  if (dialectOf(transaction) === 'postgres')
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
}
