import type { Database } from 'better-sqlite3';

/**
 * Tables with hundreds of thousands of rows. The others have a bound of some thousands (docs/bounds.md), or grow with the
 * number of servers.
 */
const LARGE: ReadonlySet<string> = new Set([
  'alerts',
  'burns',
  'deliveries',
  'feed_record_keys',
  'feed_records',
  'live_messages',
  'live_states',
  'market_days',
  'posts',
  'seen_keys',
  'trades',
]);

/** Subqueries that end at their limit, or at the first row. */
const ENDING =
  /\(select "?id"? from "\w+" order by "?id"? desc limit \S+ offset [^\s)]+\)|exists \(select "\w+"."id" from "\w+"\)/g;
/** The newest rows. */
const NEWEST = /^select [^()]* from "\w+" order by "id" desc limit \S+$/;

/** Whether SQLite has a plan for the statement. */
export const IS_QUERY = /^\s*(?:select|update|delete|insert|with)/i;

/** How SQLite runs a statement, a line for each step. */
export function planOf(db: Database, source: string): readonly string[] {
  const parameters = Array.from(source.matchAll(/\?/g), () => null);
  return db
    .prepare<unknown[], { readonly detail: string }>(`explain query plan ${source}`)
    .all(...parameters)
    .map(({ detail }) => detail);
}

/** Indexes that have only the rows which are not settled. */
const partialIndexes = (db: Database): ReadonlySet<string> =>
  new Set(
    db
      .prepare<[], string>(`select name from sqlite_schema where type = 'index' and sql like '% where %'`)
      .pluck()
      .all(),
  );

/** The table that a plan calls so: the statement may give it another name. */
function tableOf(name: string, source: string): string {
  const [, table = name] = new RegExp(`"?(\\w+)"? as "?${name}"?\\b`).exec(source) ?? [];
  return table;
}

/** The statements that read a large table from its beginning to its end, with how SQLite runs them. */
export function scansOf(db: Database, sources: Iterable<string>): readonly string[] {
  const partial = partialIndexes(db);
  return [...sources].flatMap((source) => {
    if (!IS_QUERY.test(source) || NEWEST.test(source)) return [];
    return planOf(db, source.replaceAll(ENDING, '(1)'))
      .filter((detail) => {
        const { name, index = '' } =
          /^SCAN (?<name>\w+)(?: USING (?:COVERING )?INDEX (?<index>\w+))?/.exec(detail)?.groups ?? {};
        if (name === undefined) return false;
        // A new row breaks no reference to it: SQLite has a plan to look for such, and does not follow it.
        const isReference = /^\s*insert/i.test(source) && !source.includes(name);
        return LARGE.has(tableOf(name, source)) && !partial.has(index) && !isReference;
      })
      .map((detail) => `${detail} in ${source.trim().replaceAll(/\s+/g, ' ')}`);
  });
}
