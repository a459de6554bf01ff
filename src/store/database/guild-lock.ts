import { sql } from 'kysely';
import { dialectOf } from './adapters.ts';
import type { Transaction } from './database.ts';

/** Any constant: the locks of other programs are in other databases. */
const LOCK = 0x4761_7666;

/**
 * Lets one transaction after the other change the rules of a server, until its commit: two admins could otherwise add
 * what only one of them may, and a channel could lose its last rule in one transaction while another one adds the next.
 * The first statement of a transaction. On SQLite every transaction has the whole database.
 */
export async function lockGuild(transaction: Transaction, guildId: string): Promise<void> {
  if (dialectOf(transaction) === 'postgres') {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)}::int4, hashtext(${guildId}))`.execute(
      transaction,
    );
  }
}
