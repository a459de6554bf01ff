import { type Compilable, sql } from 'kysely';
import { GavelError } from '#src/chain/errors.ts';
import { reached } from '#src/chain/points.ts';
import { clockParameter, dialectOf, now, timeOf } from './database/adapters.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Database, Queries, Statements, Transaction } from './database/database.ts';
import { isAmong, listParameter } from './database/lists.ts';

/** A role that a process holds. */
export interface Lease {
  /** `poller`, `sender`, `housekeeper`, or a shard. */
  readonly role: string;
  /** Id of the process. */
  readonly holder: string;
  /** Increases with every new holder of the role. */
  readonly fence: number;
}

/** A lease as other processes see it. */
export interface LeaseState extends Lease {
  /** Epoch ms, by the database's clock, as below. */
  readonly takenAt: number;
  readonly expiresAt: number;
  /** Whether it has expired. */
  readonly isExpired: boolean;
}

/** The regular read of a process: leases and changes. */
export interface LeasesRead {
  /** Roles that can be taken. */
  readonly free: readonly string[];
  /** Time until the next of the others expires, unless it is renewed, ms; `null` if all are free. */
  readonly nextEndInMs: number | null;
  /** Version of the last change of rules and settings, see `changes.ts`; 0 before the first. */
  readonly changeVersion: number;
}

const COLUMNS = ['role', 'holder', 'fence'] as const;

const findHeld = compiledQuery(
  (
    transaction: Transaction,
    { role, holder, fence }: Parameters<{ role: string; holder: string; fence: number }>,
  ) =>
    transaction
      .selectFrom('leases')
      .select('role')
      .where('role', '=', role)
      .where('holder', '=', holder)
      .where('fence', '=', fence)
      .$if(dialectOf(transaction) === 'postgres', (query) => query.forKeyShare()),
);

/**
 * Checks the lease. Every transaction of a role must call this before it writes; no other process can take the role
 * until its commit. On SQLite a transaction locks the whole database.
 * @throws GavelError LEASE_LOST if another process took the role, so that nothing is written
 */
async function requireLease(
  transaction: Transaction,
  { role, holder, fence }: Pick<Lease, 'role' | 'holder' | 'fence'>,
): Promise<void> {
  const held = await findHeld(transaction, { role, holder, fence });
  if (held.length === 0) throw new GavelError('LEASE_LOST', `Another process took over as ${role}.`);
}

/**
 * Returns the database for the holder of a role: each transaction begins with the fence (`requireLease`). Reads are not
 * fenced. The caller still closes the database.
 *
 * Transactions reject with GavelError LEASE_LOST once another process took the role, and nothing is written.
 * @param onLost called before that rejection
 */
export function fencedBy(lease: Lease, database: Database, onLost: () => void = () => undefined): Database {
  return {
    ...database,
    writeOne: (name) => Promise.reject(new Error(`“${name}” of a role must be a transaction.`)),
    async transaction(name, work) {
      try {
        return await database.transaction(name, async (transaction) => {
          await requireLease(transaction, lease);
          return work(transaction);
        });
      } catch (error) {
        if (error instanceof GavelError && error.code === 'LEASE_LOST') {
          reached('a write of a lost role is refused');
          onLost();
        }
        throw error;
      }
    },
  };
}

async function take(
  transaction: Transaction,
  { role, holder, lifeMs }: { readonly role: string; readonly holder: string; readonly lifeMs: number },
): Promise<Lease | null> {
  const at = now(transaction);
  const times = { takenAt: at, renewedAt: at, expiresAt: at + lifeMs };
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
    // Waits for holders of `for key share`, which an update of other columns would not.
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

const findTaken = compiledQuery(
  (queries: Queries, { roles, at }: Parameters<{ roles: unknown; at: number | null }>) => {
    const time = timeOf(queries, at);
    return queries
      .selectFrom('leases')
      .select(({ eb, ref }) => [
        ref('role').$castTo<string | null>().as('role'),
        eb('expiresAt', '-', time).as('number'),
      ])
      .where(({ ref }) => isAmong(queries, ref('role'), roles))
      .where('expiresAt', '>', time)
      .unionAll(
        queries
          .selectFrom('changeCounter')
          .select([sql<string | null>`null`.as('role'), 'version as number']),
      );
  },
);

const renewHeld = compiledQuery(
  (
    statements: Statements,
    values: Parameters<{ holder: string; roles: unknown; at: number | null; lifeMs: number }>,
  ): Compilable<Lease> => {
    const at = timeOf(statements, values.at);
    const renew = (creator: Pick<Statements, 'updateTable'>) =>
      creator
        .updateTable('leases')
        .set(({ eb }) => ({ renewedAt: at, expiresAt: eb(at, '+', values.lifeMs) }))
        .where('holder', '=', values.holder)
        .where(({ ref }) => isAmong(statements, ref('role'), values.roles))
        .where('expiresAt', '>', at)
        .returning(COLUMNS);
    // SQLite has no writing WITH, and no other process that could see this one.
    if (dialectOf(statements) === 'sqlite') return renew(statements);
    return statements
      .with('renewed', renew)
      .with('seen', (creator) =>
        creator.updateTable('processes').set({ seenAt: at }).where('id', '=', values.holder),
      )
      .selectFrom('renewed')
      .select(COLUMNS);
  },
);

const freeHeld = compiledQuery(
  (
    statements: Statements,
    values: Parameters<{ role: string; holder: string; fence: number; at: number | null }>,
  ) =>
    statements
      .updateTable('leases')
      .set({ expiresAt: timeOf(statements, values.at) })
      .where('role', '=', values.role)
      .where('holder', '=', values.holder)
      .where('fence', '=', values.fence)
      .where('expiresAt', '>', timeOf(statements, values.at)),
);

/** Creates the store of leases of all processes on this database. */
export function createLeaseStore(database: Database) {
  return {
    /** Reads the leases of these roles, and the version of the last change. Takes one statement. */
    readLeases: (roles: readonly string[]): Promise<LeasesRead> =>
      database.readOne('lookAtLeases', async (queries) => {
        const rows = await findTaken(queries, {
          roles: listParameter(queries, roles),
          at: clockParameter(queries),
        });
        const taken = new Map(rows.flatMap(({ role, number }) => (role === null ? [] : [[role, number]])));
        return {
          free: roles.filter((role) => !taken.has(role)),
          nextEndInMs: taken.size === 0 ? null : Math.min(...taken.values()),
          changeVersion: rows.find(({ role }) => role === null)?.number ?? 0,
        };
      }),

    /**
     * Takes the role if nobody holds it or its lease has expired; otherwise resolves to `null`. A takeover waits for
     * transactions that were fenced by the previous lease.
     * @param lifeMs duration, unless it is renewed
     */
    take: (role: string, holder: string, lifeMs: number): Promise<Lease | null> =>
      database.transaction('takeLease', (transaction) => take(transaction, { role, holder, lifeMs }), {
        overridesReadOnly: true,
      }),

    /**
     * Renews leases of the process with one statement, and resolves to those that it still holds. An expired lease is
     * lost even if nobody has taken it, because the process has already stopped that role. On PostgreSQL the process is
     * also marked as seen (`ProcessStore.beSeen`).
     */
    renew: (holder: string, roles: readonly string[], lifeMs: number): Promise<readonly Lease[]> =>
      database.writeOne('renewLeases', async (statements) => {
        const renewed = await renewHeld(statements, {
          holder,
          roles: listParameter(statements, roles),
          at: clockParameter(statements),
          lifeMs,
        });
        return renewed.toSorted((one, other) => (one.role < other.role ? -1 : 1));
      }),

    /** Gives up a lease, so that others can take it immediately. */
    giveUp: ({ role, holder, fence }: Lease): Promise<void> =>
      database.writeOne('giveUpLease', async (statements) => {
        await freeHeld(statements, { role, holder, fence, at: clockParameter(statements) });
      }),

    /** Resolves to every role that was ever taken, by name. */
    all: (): Promise<readonly LeaseState[]> =>
      database.read('leases', async (queries) => {
        const rows = await queries
          .selectFrom('leases')
          .select([...COLUMNS, 'takenAt', 'expiresAt'])
          .orderBy('role')
          .execute();
        const at = now(queries);
        return rows.map((row) => ({ ...row, isExpired: row.expiresAt <= at }));
      }),
  };
}

export type LeaseStore = ReturnType<typeof createLeaseStore>;
