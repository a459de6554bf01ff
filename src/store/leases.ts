import { GavelError } from '../chain/errors.ts';
import { dialectOf, now } from './database/adapters.ts';
import type { Database, Transaction } from './database/database.ts';

/** A role that a process holds. */
export interface Lease {
  /** `poller`, `sender`, `housekeeper`, or `shard:` and a number. */
  readonly role: string;
  /** The process. */
  readonly holder: string;
  /** Grows with every new holder of the role. */
  readonly fence: number;
  /** Epoch ms, by the clock of the database. */
  readonly expiresAt: number;
}

const COLUMNS = ['role', 'holder', 'fence', 'expiresAt'] as const;

/** Who plays which role. A lease that nobody renews expires, and another process may take it. */
export interface LeaseStore {
  /**
   * Takes the role, if nobody holds it or its lease has expired; resolves to `null` otherwise. A takeover waits for transactions
   * that were fenced by the lease before.
   * @param lifeMs for how long, unless it is renewed
   */
  take(role: string, holder: string, lifeMs: number): Promise<Lease | null>;
  /**
   * Renews all leases of the process, and resolves to those that it still holds. One that has expired is lost, although nobody may
   * have taken it: the process has stopped to play that role.
   */
  renewAll(holder: string, lifeMs: number): Promise<readonly Lease[]>;
  /** Gives up all leases of the process: others may take them at once. */
  giveUpAll(holder: string): Promise<void>;
}

/**
 * To be called within every transaction of a role, before it writes: until its commit nobody else takes the role. On SQLite every
 * transaction has the whole database.
 * @throws GavelError LEASE_LOST when another process took the role: nothing may be written
 */
export async function requireLease(
  transaction: Transaction,
  { role, holder, fence }: Pick<Lease, 'role' | 'holder' | 'fence'>,
): Promise<void> {
  const held = await transaction
    .selectFrom('leases')
    .select('role')
    .where('role', '=', role)
    .where('holder', '=', holder)
    .where('fence', '=', fence)
    .$if(dialectOf(transaction) === 'postgres', (query) => query.forKeyShare())
    .executeTakeFirst();
  if (held === undefined) throw new GavelError('LEASE_LOST', `Another process took over as ${role}.`);
}

async function take(
  transaction: Transaction,
  { role, holder, lifeMs }: { readonly role: string; readonly holder: string; readonly lifeMs: number },
): Promise<Lease | null> {
  const at = now(transaction);
  const times = { renewedAt: at, expiresAt: at + lifeMs };
  const added = await transaction
    .insertInto('leases')
    .values({ role, holder, fence: 1, ...times })
    .onConflict((conflict) => conflict.column('role').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  if (added !== undefined) return added;
  const taken = await transaction
    .selectFrom('leases')
    .select(COLUMNS)
    .where('role', '=', role)
    .where('expiresAt', '<=', at)
    // Waits for whoever holds it `for key share`, which the update of other columns would not.
    .$if(dialectOf(transaction) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  if (taken === undefined) return null;
  return transaction
    .updateTable('leases')
    .set({ holder, fence: taken.fence + 1, ...times })
    .where('role', '=', role)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The leases of all processes on this database. */
export function createLeaseStore(database: Database): LeaseStore {
  return {
    take: (role, holder, lifeMs) =>
      database.transaction('takeLease', (transaction) => take(transaction, { role, holder, lifeMs })),

    renewAll: (holder, lifeMs) =>
      database.transaction('renewLeases', async (transaction) => {
        const at = now(transaction);
        const renewed = await transaction
          .updateTable('leases')
          .set({ renewedAt: at, expiresAt: at + lifeMs })
          .where('holder', '=', holder)
          .where('expiresAt', '>', at)
          .returning(COLUMNS)
          .execute();
        return renewed.toSorted((one, other) => (one.role < other.role ? -1 : 1));
      }),

    giveUpAll: (holder) =>
      database.transaction('giveUpLeases', async (transaction) => {
        await transaction
          .updateTable('leases')
          .set({ expiresAt: now(transaction) })
          .where('holder', '=', holder)
          .where('expiresAt', '>', now(transaction))
          .execute();
      }),
  };
}
