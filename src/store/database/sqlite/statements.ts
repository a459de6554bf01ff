import type { Database, Statement } from 'better-sqlite3';

/** A prepared statement with the information that the driver needs. */
interface PreparedStatement {
  readonly statement: Statement<unknown[], Record<string, unknown>>;
  /** Columns that SQLite returns as 0 and 1. */
  readonly booleanColumns: readonly string[];
}

/** Statements with lists have a different text for each length. */
const MAX_STATEMENTS = 500;
const BOOLEAN_COLUMN = /^is_/;

/** Prepares each text once, and caches the most recently used statements. */
export function createStatementCache(db: Database): (sql: string) => PreparedStatement {
  const prepared = new Map<string, PreparedStatement>();

  return (sql) => {
    const known = prepared.get(sql);
    if (known !== undefined) {
      prepared.delete(sql);
      prepared.set(sql, known);
      return known;
    }
    const statement = db.prepare<unknown[], Record<string, unknown>>(sql);
    const booleanColumns = statement.reader
      ? statement
          .columns()
          .map(({ name }) => name)
          .filter((name) => BOOLEAN_COLUMN.test(name))
      : [];
    const added = { statement, booleanColumns };
    prepared.set(sql, added);
    const [oldest] = prepared.keys();
    if (prepared.size > MAX_STATEMENTS && oldest !== undefined) prepared.delete(oldest);
    return added;
  };
}
