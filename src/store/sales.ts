import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Trade } from '#src/alerts/trade.ts';
import type { Address } from '#src/chain/address.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Database, Queries } from './database/database.ts';
import { readTrade, TRADE_COLUMNS, type TradeRow } from './trades.ts';

/** Sales of a period. */
export interface SalesPeriod {
  /** `null` for all. */
  readonly collections: readonly Address[] | null;
  /** Start of the period, inclusive, epoch seconds. */
  readonly from: number;
  /** End of the period, exclusive, epoch seconds. */
  readonly to: number;
}

/** Rows read at a time. Other queries, and the rest of the process, run between two pages. */
const PAGE_ROWS = 1_000;

interface Page extends Pick<SalesPeriod, 'to'> {
  /** The row before the first one of the page, or the start of the period. */
  readonly at: number;
  readonly id: number;
}

/**
 * Under names that are equal in snake case. Renaming the columns of every row would take as long as reading them.
 */
const COLUMNS = [
  ...TRADE_COLUMNS.filter((column) => column !== 'tokenId' && column !== 'soldIn'),
  'id',
  'tokenId as token',
  'soldIn as event',
] as const;

type Row = Omit<TradeRow, 'tokenId' | 'soldIn'> & {
  readonly id: number;
  readonly token: TradeRow['tokenId'];
  readonly event: TradeRow['soldIn'];
};

function pageOf(queries: Queries, { at, id, to }: Parameters<Page>) {
  return queries
    .selectFrom('trades')
    .select(COLUMNS)
    .where('at', '>=', at)
    .where('at', '<', to)
    .where((eb) => eb.or([eb('at', '>', at), eb('id', '>', id)]))
    .orderBy('at')
    .orderBy('id')
    .limit(PAGE_ROWS);
}

const findPage = compiledQuery(pageOf);
const findPageOfCollection = compiledQuery(
  (queries: Queries, { collection, at, id, to }: Parameters<Page & { collection: Address }>) =>
    pageOf(queries, { at, id, to }).where('collection', '=', collection),
);

/** Reads the sales of one collection, or of all, page by page. */
interface Reader {
  /** The rows of the page that were not used yet, oldest first. */
  rows: readonly Row[];
  /** The first of them. */
  head: number;
  /** `null` after the last page. */
  next: Page | null;
  readonly collection: Address | null;
}

async function readPage(database: Database, reader: Reader, { at, id, to }: Page): Promise<void> {
  const { collection } = reader;
  const rows: readonly Row[] = await database.readOne('salesBetween', (queries) =>
    collection === null
      ? findPage(queries, { at, id, to })
      : findPageOfCollection(queries, { collection, at, id, to }),
  );
  const last = rows.at(-1);
  reader.rows = rows;
  reader.head = 0;
  reader.next = last === undefined || rows.length < PAGE_ROWS ? null : { at: last.at, id: last.id, to };
}

const isBefore = (one: Row, other: Row): boolean =>
  one.at < other.at || (one.at === other.at && one.id < other.id);

/** Takes the oldest rows of these readers, until one of them has to read its next page. */
function takeInOrder(readers: readonly Reader[]): readonly Trade[] {
  const sales: Trade[] = [];
  while (sales.length < PAGE_ROWS) {
    let oldest: Row | undefined;
    let from: Reader | undefined;
    for (const reader of readers) {
      const row = reader.rows[reader.head];
      if (row === undefined && reader.next !== null) return sales;
      if (row === undefined || (oldest !== undefined && !isBefore(row, oldest))) continue;
      [oldest, from] = [row, reader];
    }
    if (oldest === undefined || from === undefined) return sales;
    from.head += 1;
    sales.push(readTrade(oldest, oldest.token, oldest.event));
  }
  return sales;
}

/**
 * Reads the stored sales of a period in parts of at most 1,000, oldest first; within one second in the order in which
 * they were stored. Sales stored in the meantime may be missing. The rest of the process runs between two parts.
 * @param signal stops the reading
 */
export async function* salesInParts(
  database: Database,
  { collections, from, to }: SalesPeriod,
  signal?: AbortSignal,
): AsyncGenerator<readonly Trade[], void, void> {
  const readers = (collections === null ? [null] : [...new Set(collections)]).map(
    (collection): Reader => ({ rows: [], head: 0, next: { at: from, id: 0, to }, collection }),
  );
  for (;;) {
    for (const reader of readers) {
      if (reader.head < reader.rows.length || reader.next === null) continue;
      await readPage(database, reader, reader.next);
      await nextTurn();
      signal?.throwIfAborted();
    }
    const sales = takeInOrder(readers);
    if (sales.length === 0) return;
    yield sales;
    await nextTurn();
    signal?.throwIfAborted();
  }
}

/** Sales of one token that are enough for repeat trades. */
const REPEATS = 3;
/** Rows of the index that are counted at a time. */
const COUNTED_AT_ONCE = 5_000;

interface TokenPosition {
  readonly collection: string;
  readonly tokenId: string;
}

/**
 * Selects the trades of tokens by their place in the index: of one collection, or of all (`null`). The time is no
 * condition, because SQLite would choose another index for it and sort.
 */
const tradesOfTokens = (
  queries: Queries,
  only: Address | null,
  { after, until }: { readonly after: TokenPosition; readonly until: TokenPosition | undefined },
) =>
  queries
    .selectFrom('trades')
    .select(['collection', 'tokenId'])
    .where(({ eb, and, refTuple, tuple }) => {
      const compare = (comparison: '>' | '<=', { collection, tokenId }: TokenPosition) =>
        only === null
          ? eb(refTuple('collection', 'tokenId'), comparison, tuple(collection, tokenId))
          : eb('tokenId', comparison, tokenId);
      return and([
        ...(only === null ? [] : [eb('collection', '=', only)]),
        compare('>', after),
        ...(until === undefined ? [] : [compare('<=', until)]),
      ]);
    });

/**
 * Finds the tokens with three or more sales, the only ones that may have repeat trades. The database counts in an
 * index, so it takes a fraction of the time of reading the sales.
 * @param from epoch seconds
 * @returns token ids by collection
 */
export async function tokensSoldOften(
  database: Database,
  { collections, from: since }: Pick<SalesPeriod, 'collections' | 'from'>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>();
  for (const only of collections === null ? [null] : new Set(collections)) {
    let after: TokenPosition | undefined = { collection: '', tokenId: '' };
    while (after !== undefined) {
      const from: TokenPosition = after;
      const until = await database.readOne('lastTokenToCount', (queries) =>
        tradesOfTokens(queries, only, { after: from, until: undefined })
          .orderBy('collection')
          .orderBy('tokenId')
          .offset(COUNTED_AT_ONCE)
          .limit(1)
          .executeTakeFirst(),
      );
      const rows = await database.readOne('tokensSoldOften', (queries) =>
        tradesOfTokens(queries, only, { after: from, until })
          .groupBy(['collection', 'tokenId'])
          .having(({ fn }) => fn.countAll().filterWhere('at', '>=', since), '>=', REPEATS)
          .execute(),
      );
      for (const { collection, tokenId } of rows)
        found.set(collection, (found.get(collection) ?? new Set()).add(tokenId));
      after = until;
      await nextTurn();
      signal?.throwIfAborted();
    }
  }
  return found;
}

/**
 * Reads the stored sales of a period like `salesInParts`. The maximum is the number of stored sales
 * (`StoreBounds.trades`).
 */
export async function salesBetween(database: Database, period: SalesPeriod): Promise<readonly Trade[]> {
  const sales: Trade[] = [];
  for await (const part of salesInParts(database, period)) for (const sale of part) sales.push(sale);
  return sales;
}
