import { sql } from 'kysely';
import { dialectOf } from './adapters.ts';
import type { Transaction } from './database.ts';

/** Any constants, because other programs' locks are in other databases. */
const QUEUE_ORDER_LOCK = 0x4761_7665;
const GUILD_LOCK = 0x4761_7666;

/**
 * Locks the order of queues. Every transaction must call it before it inserts deliveries or pending recipients. The
 * order of a queue is the order of its ids. PostgreSQL assigns ids at insertion but shows rows at commit, so a delivery
 * with a lower id could appear after one with a higher id was sent. This lock lets only one such transaction run at a
 * time, until its commit. On SQLite a transaction locks the whole database.
 */
export async function lockQueueOrder(transaction: Transaction): Promise<void> {
  if (dialectOf(transaction) === 'postgres')
    await sql`select pg_advisory_xact_lock(${sql.lit(QUEUE_ORDER_LOCK)})`.execute(transaction);
}

/**
 * Makes transactions that change the rules of a server wait for each other, until the commit. Otherwise two admins
 * could exceed a limit together, or one transaction could remove a channel's last rule while another adds the next.
 * Must be the first statement of a transaction. On SQLite a transaction locks the whole database.
 */
export async function lockGuild(transaction: Transaction, guildId: string): Promise<void> {
  if (dialectOf(transaction) === 'postgres') {
    await sql`select pg_advisory_xact_lock(${sql.lit(GUILD_LOCK)}::int4, hashtext(${guildId}))`.execute(
      transaction,
    );
  }
}
