import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Trade } from '#src/alerts/trade.ts';
import type { Address } from '#src/chain/address.ts';
import type { StepGenerator } from '#src/chain/steps.ts';
import { finishInChunks } from '#src/marketplace/finish-in-chunks.ts';
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
/** Sales sorted in one step. */
const SALES_A_STEP = 50;

interface Page extends Pick<SalesPeriod, 'to'> {
  /** The row before the first one of the page, or the start of the period. */
  readonly at: number;
  readonly id: number;
}

type Row = TradeRow & { readonly id: number };

interface StoredSale {
  readonly id: number;
  readonly sale: Trade;
}

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
): Promise<readonly StoredSale[]> {
  const sales: StoredSale[] = [];
  for (let page: Page | null = { at: from, id: 0, to }; page !== null; ) {
    const { at, id }: Page = page;
    const rows: readonly Row[] = await database.readOne('salesBetween', (queries) =>
      collection === null
        ? findPage(queries, { at, id, to })
        : findPageOfCollection(queries, { collection, at, id, to }),
    );
    for (const row of rows) sales.push({ id: row.id, sale: readTrade(row) });
    const last = rows.at(-1);
    page = last === undefined || rows.length < PAGE_ROWS ? null : { at: last.at, id: last.id, to };
    await nextTurn();
  }
  return sales;
}

const isBefore = (one: StoredSale, other: StoredSale): boolean =>
  one.sale.at < other.sale.at || (one.sale.at === other.sale.at && one.id < other.id);

/** Merges the sales of several sorted lists. */
function* inOrder(lists: readonly (readonly StoredSale[])[]): StepGenerator<readonly Trade[]> {
  const heads = lists.map(() => 0);
  const ordered: Trade[] = [];
  for (;;) {
    let next: StoredSale | undefined;
    let from = 0;
    for (const [position, list] of lists.entries()) {
      const head = list[heads[position] ?? 0];
      if (head === undefined || (next !== undefined && !isBefore(head, next))) continue;
      [next, from] = [head, position];
    }
    if (next === undefined) return ordered;
    heads[from] = (heads[from] ?? 0) + 1;
    if (ordered.push(next.sale) % SALES_A_STEP === 0) yield;
  }
}

/**
 * Reads the stored sales of a period, oldest first; within one second in the order in which they were stored. They are
 * read page by page, so sales stored in the meantime may be missing. The maximum is the number of stored sales
 * (`StoreBounds.trades`). The rest of the process keeps running.
 */
export async function salesBetween(
  database: Database,
  { collections, ...period }: SalesPeriod,
): Promise<readonly Trade[]> {
  const lists: (readonly StoredSale[])[] = [];
  for (const collection of collections === null ? [null] : new Set(collections))
    lists.push(await salesOf(database, collection, period));
  return finishInChunks(inOrder(lists));
}
