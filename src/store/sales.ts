import type { Trade } from '../alerts/trade.ts';
import type { Address } from '../chain/address.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Database, Queries } from './database/database.ts';
import { readTrade, TRADE_COLUMNS, type TradeRow } from './trades.ts';

/** Sales of a period. */
export interface SalesPeriod {
  /** `null` for all. */
  readonly collections: readonly Address[] | null;
  /** Epoch seconds; the first second of the period. */
  readonly from: number;
  /** Epoch seconds; the first second after it. */
  readonly to: number;
}

/** Rows read at a time: other queries run between two pages. */
const PAGE_ROWS = 2_000;

interface Page extends Pick<SalesPeriod, 'to'> {
  /** The row before the first of the page, or where the period begins. */
  readonly at: number;
  readonly id: number;
}

type Row = TradeRow & { readonly id: number };

function pageOf(queries: Queries, { at, id, to }: Parameters<Page>) {
  return queries
    .selectFrom('trades')
    .select(['id', ...TRADE_COLUMNS])
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

async function salesOf(
  database: Database,
  collection: Address | null,
  { from, to }: Pick<SalesPeriod, 'from' | 'to'>,
): Promise<readonly Row[]> {
  const sales: Row[] = [];
  for (let page: Page | null = { at: from, id: 0, to }; page !== null; ) {
    const { at, id }: Page = page;
    const rows: readonly Row[] = await database.readOne('salesBetween', (queries) =>
      collection === null
        ? findPage(queries, { at, id, to })
        : findPageOfCollection(queries, { collection, at, id, to }),
    );
    sales.push(...rows);
    const last = rows.at(-1);
    page = last === undefined || rows.length < PAGE_ROWS ? null : { at: last.at, id: last.id, to };
  }
  return sales;
}

/**
 * The stored sales of a period, oldest first, of one second in the order in which they were stored. They are read a page at a time, so one that is stored
 * meanwhile may be missing. At most as many as are stored (`StoreBounds.trades`).
 */
export async function salesBetween(
  database: Database,
  { collections, ...period }: SalesPeriod,
): Promise<readonly Trade[]> {
  const sales: Row[] = [];
  for (const collection of collections === null ? [null] : new Set(collections))
    sales.push(...(await salesOf(database, collection, period)));
  return sales.sort((one, other) => one.at - other.at || one.id - other.id).map(readTrade);
}
