import { type Address, ZERO_ADDRESS } from '#src/chain/address.ts';
import { DAY_SECONDS } from '#src/chain/durations.ts';
import { eachInSteps, type StepGenerator, sortInSteps } from '#src/chain/steps.ts';
import type { Wei } from '#src/chain/wei.ts';
import { type Chart, MAX_ALERT_POINTS } from '#src/charts/chart.ts';
import { fewerPoints } from '#src/charts/fewer-points.ts';
import type { MarketPoint } from '#src/marketplace/market-point.ts';
import { auctionStatus } from '#src/marketplace/resources/auction.ts';
import type { TrackedAuction } from '../auctions/tracked-auction.ts';
import { countSales } from '../counted-sales.ts';
import { bareToken } from '../details.ts';
import { MOST, type RecapAlert } from '../kinds/recap/schema.ts';
import { descending, type PricedSale, salesByPrice } from '../sales-by-price.ts';
import { type Trade, volumeOf } from '../trade.ts';

/** A period, epoch seconds: `from` ≤ time < `to`. */
export interface RecapPeriod {
  readonly from: number;
  readonly to: number;
  /** Start of the previous period, epoch seconds. */
  readonly fromBefore: number;
}

/** Complete input of a recap for its collections. */
export interface RecapInput extends RecapPeriod {
  /** From `REPEAT_WINDOW_SECONDS` before the previous period to the end of the period; in any order. */
  readonly sales: readonly Trade[];
  /** Start of complete sales data, epoch seconds; `null` if no sales were read yet. */
  readonly readSince: number | null;
  readonly auctions: readonly TrackedAuction[];
  /** States of collections in the period, oldest first, beginning with the last one before it. */
  readonly points: ReadonlyMap<Address, readonly MarketPoint[]>;
  /** The recap's collection; `null` for several. */
  readonly single: Address | null;
  readonly nameOf: (collection: Address) => string | null;
}

/** The computed part of a recap. */
export type RecapResult = Pick<
  RecapAlert,
  | 'since'
  | 'total'
  | 'before'
  | 'unpriced'
  | 'repeated'
  | 'floor'
  | 'topSales'
  | 'movers'
  | 'auctions'
  | 'buyers'
  | 'chart'
>;

/** Sales processed in one step. */
const SALES_A_STEP = 50;

const topSalesOf = (byPrice: readonly PricedSale[], nameOf: RecapInput['nameOf']): RecapAlert['topSales'] =>
  byPrice.slice(0, MOST.topSales).map((sale) => ({
    ...bareToken(sale),
    collectionName: nameOf(sale.collection),
    price: sale.price,
    buyer: sale.buyer === ZERO_ADDRESS ? null : sale.buyer,
    at: sale.at,
  }));

/** Totals of a period's sales. */
interface Sums {
  /** Sum of prices in the chain's own coin. Unknown prices and those in other coins count as 0. */
  readonly volume: Wei;
  readonly unpriced: number;
  readonly byBuyer: ReadonlyMap<Address, { readonly sales: number; readonly volume: Wei }>;
  readonly byCollection: ReadonlyMap<Address, number>;
}

function* addUp(sales: readonly Trade[]): StepGenerator<Sums> {
  const byBuyer = new Map<Address, { sales: number; volume: Wei }>();
  const byCollection = new Map<Address, number>();
  let [volume, unpriced] = [0n, 0];
  yield* eachInSteps(sales, SALES_A_STEP, (sale) => {
    const { buyer, collection } = sale;
    const paid = volumeOf(sale);
    volume += paid ?? 0n;
    if (paid === null) unpriced += 1;
    byCollection.set(collection, (byCollection.get(collection) ?? 0) + 1);
    if (buyer === null || buyer === ZERO_ADDRESS) return;
    const bought = byBuyer.get(buyer) ?? { sales: 0, volume: 0n };
    byBuyer.set(buyer, { sales: bought.sales + 1, volume: bought.volume + (paid ?? 0n) });
  });
  return { volume, unpriced, byBuyer, byCollection };
}

/** Yields the buyers with the most purchases; among equals, those who spent more. */
function* buyersOf(byBuyer: Sums['byBuyer']): StepGenerator<RecapAlert['buyers']> {
  const buyers = Array.from(byBuyer, ([wallet, bought]) => ({ wallet, ...bought }));
  const sorted = yield* sortInSteps(
    buyers,
    (one, other) =>
      other.sales - one.sales || descending(one.volume, other.volume) || (one.wallet < other.wallet ? -1 : 1),
  );
  return sorted.slice(0, MOST.buyers);
}

/** Returns the floor at the beginning and at the end; `null` if one of them is unknown. */
function floorOf(points: readonly MarketPoint[] | undefined): RecapAlert['floor'] {
  const [first] = points ?? [];
  const last = points?.at(-1);
  return first === undefined || last === undefined ? null : { from: first.floor, to: last.floor };
}

/** Returns the size of a floor's move in either direction, parts per million. */
const moveOf = ({ from, to }: { readonly from: Wei; readonly to: Wei }): Wei =>
  ((to > from ? to - from : from - to) * 1_000_000n) / from;

/** Returns the collections whose floor moved most. */
function moversOf(byCollection: Sums['byCollection'], { points, nameOf }: RecapInput): RecapAlert['movers'] {
  const moved = [...points].flatMap(([collection, ofCollection]) => {
    const { from = null, to = null } = floorOf(ofCollection) ?? {};
    if (from === null || to === null || from <= 0n || from === to) return [];
    const sold = byCollection.get(collection) ?? 0;
    return [{ collection, collectionName: nameOf(collection), from, to, sales: sold }];
  });
  return moved
    .sort(
      (one, other) => descending(moveOf(one), moveOf(other)) || (one.collection < other.collection ? -1 : 1),
    )
    .slice(0, MOST.movers);
}

function auctionsOf(auctions: readonly TrackedAuction[], { from, to }: RecapPeriod): RecapAlert['auctions'] {
  const isWithin = (at: number | null): boolean => at !== null && at >= from && at < to;
  let [started, sold, unsold, soldFor] = [0, 0, 0, 0n];
  for (const { auction } of auctions) {
    const status = auctionStatus(auction, to);
    if (isWithin(auction.startTime) && status !== 'cancelled') started += 1;
    if (!isWithin(auction.endTime) || status === 'cancelled' || status === 'running') continue;
    // The winner has yet to settle it.
    if (auction.highestBid === null) unsold += 1;
    else {
      sold += 1;
      if (auction.currency === undefined) soldFor += auction.highestBid;
    }
  }
  return { started, sold, unsold, soldFor };
}

/** Minimum length of a chart, seconds. */
const MIN_CHART_SECONDS = 600;

/** Yields the volume of the period in parts of equal length: hours for a day, thirds of a day for a week. */
function* volumeBars(
  sales: readonly Trade[],
  { from, to }: Pick<RecapPeriod, 'from' | 'to'>,
): StepGenerator<Chart['bars']> {
  const parts = to - from > 2 * DAY_SECONDS ? 21 : 24;
  const length = (to - from) / parts;
  const bars = Array.from({ length: parts }, (_, part) => ({
    at: from + Math.round(part * length),
    value: 0n,
  }));
  yield* eachInSteps(sales, SALES_A_STEP, (sale) => {
    const bar = bars.findLast((one) => one.at <= sale.at);
    if (bar !== undefined) bar.value += volumeOf(sale) ?? 0n;
  });
  return bars;
}

/** Draws the floor of a single collection with its top sales as dots, or the volume over time for several. */
function* chartOf(
  sales: readonly Trade[],
  byPrice: readonly PricedSale[],
  { from: begin, to, single, points, readSince }: RecapInput,
): StepGenerator<Chart | null> {
  if (to <= begin) return null;
  // Do not draw unknown time as time without sales.
  const from = Math.max(begin, Math.min(readSince ?? begin, to - MIN_CHART_SECONDS));
  const base = { from, to, mark: null, unit: 'amount', size: 'normal' } as const;
  const ofSingle = single === null ? [] : (points.get(single) ?? []);
  if (ofSingle.length > 0) {
    const ofOneUnit = byPrice.filter(({ quantity }) => quantity === 1n);
    const dots = ofOneUnit.slice(0, MAX_ALERT_POINTS).map(({ at, price }) => ({ at, value: price }));
    const inAll = ofOneUnit.length > dots.length ? { dotsInAll: ofOneUnit.length } : {};
    const floors = ofSingle.map(({ at, floor }) => ({ at, value: floor }));
    const line = fewerPoints(floors, MAX_ALERT_POINTS, from);
    return { ...base, shows: 'floor', line, dots, ...inAll, bars: [] };
  }
  if (sales.length === 0) return null;
  return { ...base, shows: 'volume', line: [], dots: [], bars: yield* volumeBars(sales, { from, to }) };
}

/**
 * Computes the recap of a period from what is known at its end. Sales that are reported later appear in no recap. To
 * recognize repeat trades, it considers earlier sales and those until the end of the period (`countSales`).
 */
export function* computeRecap(input: RecapInput): StepGenerator<RecapResult> {
  const { from, to, fromBefore, readSince, single, points, nameOf } = input;
  const known = input.sales.filter(({ at }) => at < to);
  const { counted, repeated } = yield* countSales(known, { from, to });
  const { volume, unpriced, byBuyer, byCollection } = yield* addUp(counted);
  const { counted: countedBefore } = yield* countSales(known, { from: fromBefore, to: from });
  const before = yield* addUp(countedBefore);
  const byPrice = yield* salesByPrice(counted);
  const isKnownBefore = readSince !== null && readSince <= fromBefore;
  return {
    ...(readSince !== null && readSince > from ? { since: readSince } : {}),
    total: { sales: counted.length, volume },
    before: isKnownBefore ? { sales: countedBefore.length, volume: before.volume } : null,
    unpriced,
    repeated: repeated.length,
    floor: single === null ? null : floorOf(points.get(single)),
    topSales: topSalesOf(byPrice, nameOf),
    movers: single === null ? moversOf(byCollection, input) : [],
    auctions: auctionsOf(input.auctions, input),
    buyers: yield* buyersOf(byBuyer),
    chart: yield* chartOf(counted, byPrice, input),
  };
}
