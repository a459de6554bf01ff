import type { RecordedSale } from '../support/recorded-sales.ts';

/*
 * What a rule would have posted of recorded sales, counted from the lines of the recording, without any code of the
 * bot. It is slow and plain on purpose.
 */

const DAY = 86_400;

/** A rule in the terms of the recording. */
export interface PlainRule {
  readonly from?: bigint;
  readonly to?: bigint;
  readonly wallets?: readonly string[];
  readonly notWallets?: readonly string[];
  readonly tokens?: readonly string[];
  /** A role of its own; else the channel's role, if it has one. */
  readonly role?: string;
  readonly channel?: { readonly role: string; readonly minimum: bigint | null; readonly coolDown: number };
}

export interface PlainCount {
  readonly messages: number;
  readonly pings: number;
  /** By date. */
  readonly days: ReadonlyMap<string, number>;
}

interface Series {
  readonly pair: string;
  first: number;
  last: number;
  isShown: boolean;
}

const NOBODY = '0x0000000000000000000000000000000000000000';

function pairOf({ seller, buyer }: RecordedSale): string | null {
  if (seller === null || buyer === null || seller === NOBODY || buyer === NOBODY) return null;
  return [seller, buyer].toSorted().join();
}

function partiesFit(sale: RecordedSale, rule: PlainRule): boolean {
  const parties = [sale.seller, sale.buyer];
  if (
    rule.wallets !== undefined &&
    !parties.some((one) => one !== null && rule.wallets?.includes(one) === true)
  )
    return false;
  // An unknown party may be an excluded one.
  return rule.notWallets?.some((one) => parties.includes(one) || parties.includes(null)) !== true;
}

function isPriceWithin(price: bigint, rule: PlainRule): boolean {
  return (rule.from === undefined || price >= rule.from) && (rule.to === undefined || price <= rule.to);
}

/** Whether a message about these sales fits the rule. */
function fits(sales: readonly RecordedSale[], rule: PlainRule): boolean {
  const own = sales.filter(
    (sale) => (rule.tokens === undefined || rule.tokens.includes(sale.tokenId)) && partiesFit(sale, rule),
  );
  if (own.length === 0) return false;
  if (rule.from === undefined && rule.to === undefined) return true;
  const prices = own.flatMap(({ price }) => (price === null ? [] : [BigInt(price)]));
  if (prices.length === 0) return false;
  if (prices.some((price) => isPriceWithin(price, rule))) return true;
  const total = prices.reduce((sum, price) => sum + price, 0n);
  const isWhole = prices.length === own.length;
  return isWhole ? isPriceWithin(total, rule) : rule.to === undefined && total >= (rule.from ?? 0n);
}

/**
 * @param sales oldest first
 * @param dateOf the date of a time (epoch seconds) in the server's time zone
 */
export function plainCount(
  sales: readonly RecordedSale[],
  rule: PlainRule,
  {
    from,
    to,
    dateOf,
  }: { readonly from: number; readonly to: number; readonly dateOf: (at: number) => string },
): PlainCount {
  const days = new Map<string, number>();
  const before = new Map<string, RecordedSale[]>();
  const series = new Map<string, Series[]>();
  let messages = 0;
  let pings = 0;
  let lastPing = Number.NEGATIVE_INFINITY;

  function post(at: number, price: bigint | null): void {
    const role = rule.role ?? rule.channel?.role;
    const minimum = rule.channel?.minimum ?? null;
    const isPinged =
      role !== undefined &&
      (minimum === null || (price !== null && price >= minimum)) &&
      at >= lastPing + (rule.channel?.coolDown ?? 0) * 60;
    if (isPinged) lastPing = at;
    if (at < from || at >= to) return;
    messages += 1;
    if (isPinged) pings += 1;
    days.set(dateOf(at), (days.get(dateOf(at)) ?? 0) + 1);
  }

  const priceOf = ({ price }: RecordedSale): bigint | null => (price === null ? null : BigInt(price));

  function runningOf(sale: RecordedSale): Series | undefined {
    return series
      .get(sale.tokenId)
      ?.find(
        ({ pair, first, last }) =>
          pair === pairOf(sale) && sale.timestamp > first - DAY && sale.timestamp < last + DAY,
      );
  }

  /** A message of repeat trades appears once; then it is edited. */
  function showSeries(one: Series, sale: RecordedSale): void {
    if (one.isShown || !fits([sale], rule)) return;
    one.isShown = true;
    post(sale.timestamp, priceOf(sale));
  }

  function tradeAlone(sale: RecordedSale): void {
    const earlier = before.get(sale.tokenId) ?? [];
    before.set(sale.tokenId, [...earlier, sale]);
    const running = runningOf(sale);
    if (running !== undefined) {
      running.last = Math.max(running.last, sale.timestamp);
      showSeries(running, sale);
      return;
    }
    const pair = pairOf(sale);
    const same = earlier.filter((one) => pairOf(one) === pair && sale.timestamp - one.timestamp < DAY);
    if (pair === null || same.length < 2) {
      if (fits([sale], rule)) post(sale.timestamp, priceOf(sale));
      return;
    }
    const first = Math.min(...same.map(({ timestamp }) => timestamp));
    const started = { pair, first, last: sale.timestamp, isShown: false };
    series.set(sale.tokenId, [...(series.get(sale.tokenId) ?? []), started]);
    showSeries(started, sale);
  }

  function tradeTogether(swept: readonly RecordedSale[]): void {
    const runnings = swept.map(runningOf);
    if (!runnings.includes(undefined)) {
      for (const [index, sale] of swept.entries()) {
        const running = runnings[index];
        if (running === undefined) continue;
        running.last = Math.max(running.last, sale.timestamp);
        showSeries(running, sale);
      }
    } else if (fits(swept, rule)) {
      const prices = swept.flatMap(({ price }) => (price === null ? [] : [BigInt(price)]));
      post(swept[0]?.timestamp ?? 0, prices.length === 0 ? null : prices.reduce((sum, one) => sum + one, 0n));
    }
    for (const [index, sale] of swept.entries()) {
      const running = runnings[index];
      if (running !== undefined) running.last = Math.max(running.last, sale.timestamp);
      before.set(sale.tokenId, [...(before.get(sale.tokenId) ?? []), sale]);
    }
  }

  const done = new Set<RecordedSale>();
  for (const [index, sale] of sales.entries()) {
    if (done.has(sale)) continue;
    // A transaction is one moment, so its sales are close in the recording.
    const together = sales
      .slice(index, index + 100)
      .filter(({ txHash, buyer }) => buyer !== null && txHash === sale.txHash && buyer === sale.buyer);
    for (const one of together) done.add(one);
    if (together.length >= 3) tradeTogether(together);
    else for (const one of together.length === 0 ? [sale] : together) tradeAlone(one);
  }
  return { messages, pings, days };
}
