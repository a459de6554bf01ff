import type { RecordedSale } from '../support/recorded-sales.ts';

/*
 * What recaps must say, computed from recorded sales without any code of the bot: other ways to find local times, repeat trades and the
 * most expensive.
 */

const QUARTER = 15 * 60;
const DAY = 24 * 60 * 60;

/** The first quarter of an hour of each local day at which its clocks show this hour or later; epoch seconds, by date. */
export function firstMoments(
  timeZone: string,
  hour: number,
  { from, to }: { readonly from: number; readonly to: number },
): ReadonlyMap<string, number> {
  // Swedish dates are written as ISO 8601 has them.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const moments = new Map<string, number>();
  const seen = new Set<string>();
  for (let at = from - (from % QUARTER); at < to; at += QUARTER) {
    const [date = '', time = ''] = format.format(at * 1_000).split(' ');
    if (!moments.has(date) && Number(time.slice(0, 2)) >= hour) {
      // A day that had begun before the search is incomplete.
      if (seen.has(date) || hour === 0) moments.set(date, at);
    }
    seen.add(date);
  }
  return moments;
}

/** English names of weekdays, by a rule of thumb for the Gregorian calendar (Sakamoto). */
export function weekdayOf(date: string): number {
  const [y = 0, m = 1, d = 1] = date.split('-').map(Number);
  const year = m < 3 ? y - 1 : y;
  const shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][m - 1] ?? 0;
  return (year + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) + shift + d) % 7;
}

/** Whether two other sales of the token between its two wallets are so near that all three are within less than a day. */
function isRepeated(sale: RecordedSale, all: readonly RecordedSale[]): boolean {
  if (sale.seller === null || sale.buyer === null) return false;
  const mine = [sale.seller, sale.buyer].toSorted().join();
  const others = all.filter(
    (other) =>
      other !== sale &&
      other.tokenId === sale.tokenId &&
      other.seller !== null &&
      other.buyer !== null &&
      [other.seller, other.buyer].toSorted().join() === mine,
  );
  return others.some((one) =>
    others.some((two) => {
      if (one === two) return false;
      const times = [sale, one, two].map(({ timestamp }) => timestamp);
      return Math.max(...times) - Math.min(...times) < DAY;
    }),
  );
}

export interface Expected {
  readonly sales: number;
  readonly volume: bigint;
  readonly repeated: number;
  readonly salesBefore: number;
  readonly volumeBefore: bigint;
  /** Prices and times. */
  readonly topSales: readonly (readonly [price: bigint, at: number, tokenId: string])[];
  /** Wallet and number of purchases of who bought most often. */
  readonly mostBought: number;
}

/** @param sales all; those after `to` are not known when the recap is made */
export function expectedRecap(
  sales: readonly RecordedSale[],
  { fromBefore, from, to }: { readonly fromBefore: number; readonly from: number; readonly to: number },
): Expected {
  const known = sales.filter(({ timestamp }) => timestamp < to && timestamp >= fromBefore - DAY);
  const within = (begin: number, end: number) =>
    known.filter(({ timestamp }) => timestamp >= begin && timestamp < end);
  const [now, before] = [within(from, to), within(fromBefore, from)];
  const counted = now.filter((sale) => !isRepeated(sale, known));
  const countedBefore = before.filter((sale) => !isRepeated(sale, known));
  const sum = (some: readonly RecordedSale[]) =>
    some.reduce((all, { price }) => (price === null ? all : all + BigInt(price)), 0n);
  const left = counted.flatMap((sale) => (sale.price === null ? [] : [{ ...sale, wei: BigInt(sale.price) }]));
  const topSales: [bigint, number, string][] = [];
  while (topSales.length < 4 && left.length > 0) {
    let best = 0;
    for (const [index, sale] of left.entries()) {
      const champion = left[best];
      if (champion === undefined) continue;
      const isDearer = sale.wei > champion.wei;
      if (isDearer || (sale.wei === champion.wei && sale.timestamp < champion.timestamp)) best = index;
    }
    for (const { wei, timestamp, tokenId } of left.splice(best, 1)) topSales.push([wei, timestamp, tokenId]);
  }
  const bought = new Map<string, number>();
  for (const { buyer } of counted) if (buyer !== null) bought.set(buyer, (bought.get(buyer) ?? 0) + 1);
  return {
    sales: counted.length,
    volume: sum(counted),
    repeated: now.length - counted.length,
    salesBefore: countedBefore.length,
    volumeBefore: sum(countedBefore),
    topSales,
    mostBought: Math.max(0, ...bought.values()),
  };
}
