import { sql } from 'kysely';
import { dialectOf } from './adapters.ts';
import type { Transaction } from './database.ts';

/** Any constant, because other programs' locks are in other databases. */
const LOCK = 0x4761_7666;

/**
 * Makes transactions that change the rules of a server wait for each other, until the commit. Otherwise two admins
 * could exceed a limit together, or one transaction could remove a channel's last rule while another adds the next.
 * Must be the first statement of a transaction. On SQLite a transaction locks the whole database.
 */
export async function lockGuild(transaction: Transaction, guildId: string): Promise<void> {
  if (dialectOf(transaction) === 'postgres') {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)}::int4, hashtext(${guildId}))`.execute(
      transaction,
    );
  }
}
