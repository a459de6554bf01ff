import type { Logger } from 'pino';
import type { AppOverrides } from '#src/context.ts';
import { createChangeStore } from '#src/store/changes.ts';
import type { Database } from '#src/store/database/database.ts';
import type { SchemaMigration } from '#src/store/database/migrations/migration.ts';
import { postgresFailure } from '#src/store/database/postgres/failures.ts';
import { createRepeater, type RepeatLimits } from '#src/store/database/postgres/repeat.ts';
import { openSqliteDatabase } from '#src/store/database/sqlite/open.ts';
import { createLeaseStore } from '#src/store/leases.ts';
import { createProcessStore } from '#src/store/processes.ts';
import type { Wakeups } from '#src/store/wakeups.ts';
import type { DatabaseServer } from './database-server.ts';

const LABEL = 'simulated';
/** As in `src/store/shared-database.ts`. */
const LEASE_REPEATS: RepeatLimits = { conflicts: 3, unreachableMs: 0, longestWaitMs: 100 };

/** The database as a process reaches it: repeated after conflicts and lost connections, as on PostgreSQL. */
function reachedBy(sqlite: Database, server: DatabaseServer, limits?: RepeatLimits): Database {
  const repeated = createRepeater(server.pool, { label: LABEL, ...(limits === undefined ? {} : { limits }) });

  async function translated<R>(run: () => Promise<R>): Promise<R> {
    try {
      return await run();
    } catch (error) {
      throw postgresFailure(error, LABEL);
    }
  }
  const read = <R>(name: string, execute: () => Promise<R>): Promise<R> =>
    translated(() => repeated({ name, isReadOnly: true }, () => server.run({ name, token: null, execute })));

  return {
    ...sqlite,
    read: (name, work) => read(name, () => sqlite.read(name, work)),
    readOne: (name, query) => read(name, () => sqlite.readOne(name, query)),
    writeOne: (name, statement) =>
      translated(() =>
        repeated({ name, isReadOnly: false, isOneStatement: true }, () =>
          server.run({
            name,
            token: server.newToken(),
            execute: async (conflict) => {
              if (conflict !== null) throw conflict;
              return sqlite.writeOne(name, statement);
            },
          }),
        ),
      ),
    transaction: <R>(name: string, work: Parameters<typeof sqlite.transaction<R>>[1]) =>
      translated(() =>
        repeated<R>({ name, isReadOnly: false }, (scope, finish) => {
          const token = server.newToken();
          scope.identity = { transactionId: String(token), connection: LABEL, token };
          scope.isCommitSent = true;
          return server.run({
            name,
            token,
            execute: (conflict) =>
              sqlite.transaction(name, async (transaction) => {
                const done = await work(transaction);
                if (conflict !== null) throw conflict;
                finish(done);
                return done;
              }),
          });
        }),
      ),
  };
}

/** The shared database of a process that starts, as `src/store/open.ts` opens PostgreSQL. */
export function createProcessDatabase(deps: {
  readonly server: DatabaseServer;
  readonly wakeups: Wakeups;
  /** What this version of the program knows. */
  readonly migrations: readonly SchemaMigration[];
  readonly log: Logger;
}): NonNullable<AppOverrides['database']> {
  const { server, wakeups, migrations, log } = deps;
  let opened: Database | null = null;

  function requireOpened(): Database {
    if (opened === null) throw new Error('The database is not open.');
    return opened;
  }

  return {
    async open() {
      const repeated = createRepeater(server.pool, { label: LABEL });
      const execute = (): Promise<Database> =>
        openSqliteDatabase({
          databaseUrl: 'sqlite::memory:',
          log,
          now: server.now,
          isShared: true,
          migrations,
        });
      const name = 'open';
      opened = await repeated({ name, isReadOnly: true }, () => server.run({ name, token: null, execute }));
      return reachedBy(opened, server);
    },
    share() {
      const own = reachedBy(requireOpened(), server, LEASE_REPEATS);
      const leases = createLeaseStore(own);
      const processes = createProcessStore(own);
      return {
        leases: {
          ...leases,
          // One statement does both on PostgreSQL.
          async renew(holder, roles, lifeMs) {
            await processes.beSeen(holder);
            return leases.renew(holder, roles, lifeMs);
          },
        },
        processes,
        changes: createChangeStore(reachedBy(requireOpened(), server)),
        wakeups,
        [Symbol.asyncDispose]: () => wakeups[Symbol.asyncDispose](),
      };
    },
  };
}
