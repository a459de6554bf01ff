import { PostgresIntrospector } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { GavelError } from '#src/chain/errors.ts';
import { createWriteMonitor } from '../../file/write-monitor.ts';
import { StorePostgresAdapter } from '../adapters.ts';
import {
  createKysely,
  type Database,
  newScope,
  runInScope,
  runOneInScope,
  type Transaction,
} from '../database.ts';
import { createEventLoopTurns } from '../event-loop-turn.ts';
import { migrate } from '../migrate.ts';
import type { SchemaMigration } from '../migrations/migration.ts';
import { SnakeCasePostgresCompiler } from '../snake-case.ts';
import { createTransactionScopes } from '../transaction-scope.ts';
import { createPostgresDriver } from './driver.ts';
import { isConnectionLost, isReadOnlyServer, postgresFailure, postgresProblem } from './failures.ts';
import { POSTGRES_LIMITS, type PostgresLimits } from './limits.ts';
import { deleteOldTokens } from './outcome.ts';
import { createPool } from './pool.ts';
import { createRepeater, type RepeatLimits } from './repeat.ts';
import { checkServer } from './server-check.ts';
import { parsePostgresUrl } from './url.ts';

export interface PostgresOptions {
  readonly databaseUrl: string;
  readonly log: Logger;
  /** Replaces the clock of the database, for tests; epoch ms. */
  readonly now?: () => number;
  readonly limits?: PostgresLimits;
  readonly repeat?: RepeatLimits;
  /** Replaces the program's migrations, for tests. */
  readonly migrations?: readonly SchemaMigration[];
}

type PostgresDatabase = Database & { readonly pool: pg.Pool };

/**
 * Connects to a database that was already opened, when the first connection is needed, with separate limits for work
 * that must not wait for others. Disposing of it closes the connections.
 */
export function connectToPostgres(options: Omit<PostgresOptions, 'migrations'>): PostgresDatabase {
  return connect(options).database;
}

function connect(options: Omit<PostgresOptions, 'migrations'>) {
  const { databaseUrl, log, now, limits = POSTGRES_LIMITS, repeat } = options;
  const address = parsePostgresUrl(databaseUrl);
  const { label } = address;
  const pool = createPool(address, limits, log);
  const scopes = createTransactionScopes(createEventLoopTurns());
  const kysely = createKysely({
    createAdapter: () => new StorePostgresAdapter(scopes, now ?? null),
    createDriver: () => createPostgresDriver(pool, scopes, now),
    createIntrospector: (introspected) => new PostgresIntrospector(introspected),
    createQueryCompiler: () => new SnakeCasePostgresCompiler(),
  });
  const repeated = createRepeater(pool, { label, ...(repeat === undefined ? {} : { limits: repeat }) });

  const writes = createWriteMonitor(now ?? Date.now, postgresProblem);
  let isClosed = false;

  function translate(error: unknown): unknown {
    if (isClosed) return new GavelError('STORE_UNUSABLE', `The database ${label} is closed.`);
    return postgresFailure(error, label);
  }

  async function translated<R>(run: () => Promise<R>): Promise<R> {
    try {
      return await run();
    } catch (error) {
      throw translate(error);
    }
  }

  const database: PostgresDatabase = {
    dialect: 'postgres',
    pool,
    maintenance: {
      // The server overwrites deleted rows when it vacuums.
      eraseSecurely: (erase) => erase(),
      reclaimSpace: async () => undefined,
      checkFile: null,
      problem: () => writes.problem(),
    },
    read: (name, work) =>
      translated(() =>
        repeated({ name, isReadOnly: true }, (scope) => runInScope(kysely, scopes, scope, work)),
      ),
    readOne: (name, query) =>
      translated(() =>
        repeated({ name, isReadOnly: true, isOneStatement: true }, (scope) =>
          runOneInScope(kysely, scopes, scope, query),
        ),
      ),
    writeOne: (name, statement) =>
      translated(() =>
        repeated({ name, isReadOnly: false, isOneStatement: true }, async (scope) => {
          try {
            return await runOneInScope(kysely, scopes, scope, statement);
          } catch (error) {
            if (!isReadOnlyServer(error)) throw error;
            // Only a transaction can override the read-only default.
            const overriding = newScope(name, false, { overridesReadOnly: true });
            return runInScope(kysely, scopes, overriding, statement);
          }
        }),
      ),
    async transaction<R>(
      name: string,
      work: (transaction: Transaction) => Promise<R>,
      { overridesReadOnly } = { overridesReadOnly: false },
    ) {
      try {
        const result = await repeated<R>({ name, isReadOnly: false, overridesReadOnly }, (scope, finish) =>
          runInScope(kysely, scopes, scope, async (transaction) => {
            const done = await work(transaction);
            finish(done);
            return done;
          }),
        );
        writes.succeeded(name);
        return result;
      } catch (error) {
        writes.failed(name, error);
        throw translate(error);
      }
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await kysely.destroy();
      if (!pool.ending) await pool.end();
    },
  };
  return { database, pool, kysely, scopes, repeated, translated, address };
}

/**
 * Opens a PostgreSQL database and applies missing migrations. Disposing of it closes the connections after the running
 * statements.
 *
 * Throws GavelError CONFIG_INVALID for another kind of URL, and STORE_UNUSABLE if the server cannot be reached, refuses
 * the user, or a newer Gavel has migrated the database.
 */
export async function openPostgresDatabase(options: PostgresOptions): Promise<PostgresDatabase> {
  const { log, migrations } = options;
  const { database, pool, kysely, scopes, repeated, translated, address } = connect(options);
  const { label } = address;
  log.info({ database: label }, 'connecting to the database');
  let isSaid = false;
  const check = () =>
    checkServer(pool, address).catch((error: unknown) => {
      const failure = postgresFailure(error, label);
      // The error of pg has the whole client as a property, so only its message is logged.
      if (!isSaid && isConnectionLost(error) && failure instanceof GavelError) {
        isSaid = true;
        log.warn({ database: label, reason: failure.message }, 'database unreachable; retrying');
      }
      throw error;
    });
  try {
    // The server may still be starting, for example after a reboot.
    const { risks, isEncrypted } = await translated(() =>
      repeated({ name: 'checkServer', isReadOnly: true }, check),
    );
    log.info({ database: label, encryption: isEncrypted ? 'TLS' : 'none' }, 'connected to the database');
    for (const { problem, remedy } of risks)
      log.warn({ database: label, problem, remedy }, 'database at risk');
    const applied = await translated(() =>
      migrate(kysely, scopes, {
        dialect: 'postgres',
        label,
        ...(migrations === undefined ? {} : { migrations }),
      }),
    );
    await translated(() => deleteOldTokens(pool));
    if (applied > 0) log.info({ database: label, migrations: applied }, 'database migrated');
  } catch (error) {
    await pool.end();
    throw error;
  }

  return database;
}
