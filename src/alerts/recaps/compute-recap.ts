import type { Address } from '../../chain/address.ts';
import { DAY_SECONDS } from '../../chain/durations.ts';
import type { Wei } from '../../chain/wei.ts';
import { type Chart, MAX_ALERT_POINTS } from '../../charts/chart.ts';
import { fewerPoints } from '../../charts/fewer-points.ts';
import { auctionStatus } from '../../marketplace/model/auction.ts';
import type { MarketPoint } from '../../marketplace/model/market-point.ts';
import type { TrackedAuction } from '../auctions/tracked-auction.ts';
import { countedSales, volumeOf } from '../counted-sales.ts';
import { bareToken } from '../details.ts';
import { MOST, type RecapAlert } from '../kinds/recap/schema.ts';
import type { Trade } from '../trade.ts';

/** A period, epoch seconds: `from` ≤ time < `to`. */
export interface RecapPeriod {
  readonly from: number;
  readonly to: number;
  /** When the period before begins. */
  readonly fromBefore: number;
}

/** What a recap is computed from; all of it of the collections that it is about. */
export interface RecapInput extends RecapPeriod {
  /** From `REPEAT_WINDOW_SECONDS` before the period before on, until the end of the period; in any order. */
  readonly sales: readonly Trade[];
  /** From when on the bot has read all sales, epoch seconds; `null` while it has read none. */
  readonly readSince: number | null;
  readonly auctions: readonly TrackedAuction[];
  /** How collections stood in the period, oldest first, beginning with the point before it. */
  readonly points: ReadonlyMap<Address, readonly MarketPoint[]>;
  /** The one that it is about; `null` for several. */
  readonly single: Address | null;
  readonly nameOf: (collection: Address) => string | null;
}

/** What is computed of a recap. */
export type RecapResult = Pick<
  RecapAlert,
  | 'total'
  | 'before'
  | 'unpriced'
  | 'repeated'
  | 'floor'
  | 'dearest'
  | 'movers'
  | 'auctions'
  | 'buyers'
  | 'chart'
>;

const byKey = (one: Trade, other: Trade): number => (one.key < other.key ? -1 : 1);
const descending = (one: Wei, other: Wei): number => (one === other ? 0 : one > other ? -1 : 1);

/** Of the same price the earlier first. */
function dearestOf(sales: readonly Trade[], nameOf: RecapInput['nameOf']): RecapAlert['dearest'] {
  const priced = sales.flatMap((sale) => (sale.price === null ? [] : [{ ...sale, price: sale.price }]));
  return priced
    .sort((one, other) => descending(one.price, other.price) || one.at - other.at || byKey(one, other))
    .slice(0, MOST.dearest)
    .map((sale) => ({
      ...bareToken(sale),
      collectionName: nameOf(sale.collection),
      price: sale.price,
      buyer: sale.buyer,
      at: sale.at,
    }));
}

/** Who bought most often; of the same number, for more. */
function buyersOf(sales: readonly Trade[]): RecapAlert['buyers'] {
  const byBuyer = Map.groupBy(sales, ({ buyer }) => buyer);
  return [...byBuyer]
    .flatMap(([wallet, bought]) =>
      wallet === null ? [] : [{ wallet, sales: bought.length, volume: volumeOf(bought) }],
    )
    .sort(
      (one, other) =>
        other.sales - one.sales ||
        descending(one.volume, other.volume) ||
        (one.wallet < other.wallet ? -1 : 1),
    )
    .slice(0, MOST.buyers);
}

/** The floor at the beginning and at the end; `null` where nothing is known of one of them. */
function floorOf(points: readonly MarketPoint[] | undefined): RecapAlert['floor'] {
  const [first] = points ?? [];
  const last = points?.at(-1);
  return first === undefined || last === undefined ? null : { from: first.floor, to: last.floor };
}

/** By how many parts in a million it moved, in either direction. */
const moveOf = ({ from, to }: { readonly from: Wei; readonly to: Wei }): Wei =>
  ((to > from ? to - from : from - to) * 1_000_000n) / from;

/** The collections whose floor moved most. */
function moversOf(sales: readonly Trade[], { points, nameOf }: RecapInput): RecapAlert['movers'] {
  const byCollection = Map.groupBy(sales, ({ collection }) => collection);
  const moved = [...points].flatMap(([collection, ofCollection]) => {
    const { from = null, to = null } = floorOf(ofCollection) ?? {};
    if (from === null || to === null || from <= 0n || from === to) return [];
    const sold = byCollection.get(collection)?.length ?? 0;
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
    // The winner has to settle it, which may come later.
    if (auction.highestBid === null) unsold += 1;
    else {
      sold += 1;
      soldFor += auction.highestBid;
    }
  }
  return { started, sold, unsold, soldFor };
}

/** The floor of a single collection with its dearest sales as dots; of several the volume over time. */
function chartOf(sales: readonly Trade[], input: RecapInput): Chart | null {
  const { from, to, single, points } = input;
  if (to <= from) return null;
  const base = { from, to, mark: null, unit: 'amount', size: 'normal' } as const;
  const ofSingle = single === null ? [] : (points.get(single) ?? []);
  if (ofSingle.length > 0) {
    const dots = sales
      .flatMap(({ at, price, quantity }) => (price === null || quantity !== 1n ? [] : [{ at, value: price }]))
      .sort((one, other) => descending(one.value, other.value))
      .slice(0, MAX_ALERT_POINTS);
    const floors = ofSingle.map(({ at, floor }) => ({ at, value: floor }));
    const line = fewerPoints(floors, MAX_ALERT_POINTS, from);
    return { ...base, shows: 'floor', line, dots, bars: [] };
  }
  if (sales.length === 0) return null;
  // Of a day by hours, of a week by thirds of a day.
  const steps = to - from > 2 * DAY_SECONDS ? 21 : 24;
  const length = (to - from) / steps;
  const bars = Array.from({ length: steps }, (_, step) => {
    const [begin, end] = [from + Math.round(step * length), from + Math.round((step + 1) * length)];
    return { at: begin, value: volumeOf(sales.filter(({ at }) => at >= begin && at < end)) };
  });
  return { ...base, shows: 'volume', line: [], dots: [], bars };
}

/**
 * A recap of a period, by what is known at its end: sales that were reported later are in none. Sales are judged by those before
 * them and by those until the end of the period (`countedSales`).
 */
export function computeRecap(input: RecapInput): RecapResult {
  const { from, to, fromBefore, readSince, nameOf } = input;
  const known = input.sales.filter(({ at }) => at < to);
  const { counted, repeated } = countedSales(known, { from, to });
  const before = countedSales(known, { from: fromBefore, to: from }).counted;
  const isKnownBefore = readSince !== null && readSince <= fromBefore;
  return {
    total: { sales: counted.length, volume: volumeOf(counted) },
    before: isKnownBefore ? { sales: before.length, volume: volumeOf(before) } : null,
    unpriced: counted.filter(({ price }) => price === null).length,
    repeated: repeated.length,
    floor: input.single === null ? null : floorOf(input.points.get(input.single)),
    dearest: dearestOf(counted, nameOf),
    movers: input.single === null ? moversOf(counted, input) : [],
    auctions: auctionsOf(input.auctions, input),
    buyers: buyersOf(counted),
    chart: chartOf(counted, input),
  };
}
