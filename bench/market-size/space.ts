import Database from 'better-sqlite3';
import pg from 'pg';

/** What the history of the market takes, bytes. */
export interface Space {
  /** Everything. */
  readonly total: number;
  /** The rows themselves. */
  readonly rows: number;
  readonly indexes: number;
}

const DEAD_SPACE_IS_REUSED = 'vacuum market_days';

/** Of a file; PostgreSQL: with free space of the table that is used again. */
export interface MeasuredDatabase {
  /** Before the first row. */
  prepare(): Promise<void>;
  /** What the server does by itself once a fifth of the rows are dead. */
  vacuum(): Promise<void>;
  space(): Promise<Space>;
}

/** @param file of a store that is open */
export function sqliteSpace(file: string): MeasuredDatabase {
  const sizeOf = (database: Database.Database, condition: string): number => {
    const size: unknown = database
      .prepare(`select coalesce(sum(pgsize), 0) from dbstat where ${condition}`)
      .pluck()
      .get();
    return Number(size);
  };
  return {
    prepare: async () => undefined,
    vacuum: async () => undefined,
    async space() {
      const database = new Database(file, { readonly: true });
      try {
        const rows = sizeOf(database, "name = 'market_days'");
        const indexes = sizeOf(
          database,
          "name in (select name from sqlite_schema where type = 'index' and tbl_name = 'market_days')",
        );
        return { total: rows + indexes, rows, indexes };
      } finally {
        database.close();
      }
    },
  };
}

/** @param url of the database of a store */
export function postgresSpace(url: string): MeasuredDatabase {
  async function ask(text: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }
  return {
    async prepare() {
      // It would run by the clock of the machine, not by that of the year.
      await ask('alter table market_days set (autovacuum_enabled = false)');
    },
    async vacuum() {
      await ask(DEAD_SPACE_IS_REUSED);
    },
    async space() {
      const [sizes = {}] = await ask(
        `select pg_total_relation_size('market_days') as total, pg_table_size('market_days') as rows,
           pg_indexes_size('market_days') as indexes`,
      );
      return {
        total: Number(sizes['total']),
        rows: Number(sizes['rows']),
        indexes: Number(sizes['indexes']),
      };
    },
  };
}
