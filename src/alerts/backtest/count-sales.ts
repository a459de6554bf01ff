import type { RepeatTradesAlert, SaleAlert, SweepAlert } from '../alert.ts';
import { groupRepeatTrades } from '../detect/repeat-trades.ts';
import { newSweepAlert } from '../kinds/sweep.ts';
import { tokenKey } from '../missing-details.ts';
import { REPEAT_WINDOW_SECONDS, walletsOf } from '../repeat-rule.ts';
import { itemOfTrade, saleOfTrade } from '../sale-of-trade.ts';
import { AUCTION_SALE, type Trade } from '../trade.ts';
import type { MessageCounter } from './message-counter.ts';

/** Trades of one second that are bundled together; more are counted in several parts. */
const MAX_AT_ONCE = 500;
/** Maximum trades of a token that are remembered, as in `TradeHistory`. */
const MAX_REMEMBERED = 500;
/** Earlier trades of a token that a sale may form repeat trades with. */
const MIN_EARLIER = 2;

/** Returns the total of tokens that were sold in one record; `undefined` if each has its own price. */
function totalOf(trades: readonly Trade[]): SweepAlert['total'] {
  if (!trades.every(({ price, share }) => price === null && share !== undefined)) return undefined;
  return { price: trades.reduce((sum, { share = 0n }) => sum + share, 0n), currency: null };
}

function sweepOf(trades: readonly Trade[], first: Trade): SweepAlert {
  const total = totalOf(trades);
  return newSweepAlert({
    key: first.key,
    liveKey: null,
    items: trades.map(itemOfTrade),
    ...(total === undefined ? {} : { total }),
    buyer: first.buyer,
    txHash: null,
    occurredAt: first.at,
  });
}

/** Whether a record of tokens of several collections has a price that was not stored. */
const lacksTotal = (trades: readonly Trade[]): boolean =>
  trades.every(({ price, share }) => price === null && share === undefined) &&
  trades.some(({ collection }) => collection !== trades[0]?.collection);

/** The trades and repeat trades of a token that later sales may belong to. */
interface History {
  /** Newest first. */
  readonly trades: Trade[];
  repeatTrades: readonly RepeatTradesAlert[];
  /** When it was last used, epoch seconds. */
  usedAt: number;
}

const nameOf = ({ collection, tokenId }: Pick<Trade, 'collection' | 'tokenId'>): string =>
  tokenKey(collection, tokenId);

/** Stores the history of each of these tokens for at least 24 hours after its latest trade. */
function createHistories(tokens: TokensByCollection) {
  const byCollection = new Map<string, Map<string, History>>();
  let current: History[] = [];
  let earlier: readonly History[] = [];
  let startedAt = Number.NEGATIVE_INFINITY;

  /** Deletes what is more than a day old. @param at epoch seconds; no earlier than before */
  function rotate(at: number): void {
    if (at < startedAt + REPEAT_WINDOW_SECONDS) return;
    for (const history of earlier) {
      if (history.usedAt > at - REPEAT_WINDOW_SECONDS) continue;
      history.trades.length = 0;
      history.repeatTrades = [];
    }
    earlier = current;
    current = [];
    startedAt = at;
  }

  function find({ collection, tokenId }: Trade): History | null {
    const known = byCollection.get(collection)?.get(tokenId);
    if (known !== undefined) return known;
    if (tokens.get(collection)?.has(tokenId) !== true) return null;
    const history: History = { trades: [], repeatTrades: [], usedAt: Number.NEGATIVE_INFINITY };
    byCollection.set(collection, (byCollection.get(collection) ?? new Map()).set(tokenId, history));
    return history;
  }

  return {
    /** Returns the history of the trade's token in the 24 hours before it; `null` for a token that has none. */
    before(trade: Trade): History | null {
      const { at } = trade;
      const history = find(trade);
      if (history === null) return null;
      rotate(at);
      if (history.usedAt < startedAt) current.push(history);
      history.usedAt = at;
      const { trades, repeatTrades } = history;
      while ((trades.at(-1)?.at ?? at) <= at - REPEAT_WINDOW_SECONDS) trades.pop();
      if (repeatTrades.some(({ occurredAt }) => occurredAt <= at - REPEAT_WINDOW_SECONDS))
        history.repeatTrades = repeatTrades.filter(
          ({ occurredAt }) => occurredAt > at - REPEAT_WINDOW_SECONDS,
        );
      return history;
    },
  };
}

/** A trade with the history of its token before it. */
interface Remembered {
  readonly trade: Trade;
  readonly history: History;
}

function remember({ trade, history: { trades } }: Remembered): void {
  trades.unshift(trade);
  if (trades.length > MAX_REMEMBERED) trades.pop();
}

/** Whether the two wallets of a sale have earlier trades enough for repeat trades. */
function hasEarlierOfPair(sale: Trade, earlier: readonly Trade[]): boolean {
  if (earlier.length < MIN_EARLIER) return false;
  const { seller, buyer } = sale;
  const isSamePair = (one: Trade): boolean =>
    (one.seller === seller && one.buyer === buyer) || (one.seller === buyer && one.buyer === seller);
  return walletsOf(sale) !== null && earlier.filter(isSamePair).length >= MIN_EARLIER;
}

/** Token ids by collection. */
type TokensByCollection = ReadonlyMap<string, ReadonlySet<string>>;

/** Counts stored sales as the alerts that a channel would have got. */
export interface SaleCounter {
  /** Adds a sale. They come in chronological order, with those of the 24 hours before the period. */
  add(trade: Trade): void;
  /** Counts what was added last. */
  finish(): void;
}

/**
 * Bundles stored sales into sweeps and repeat trades like the poll of the feed, with the same function. A poll that
 * read several trades of one token at once has posted their latest state; this counts each as if it was read alone.
 * @param soldOften the tokens with three or more sales, whose histories are needed
 */
export function createSaleCounter(counter: MessageCounter, soldOften: TokensByCollection): SaleCounter {
  const histories = createHistories(soldOften);
  /** The trades of the current second. */
  let together: Trade[] = [];

  /** Counts an alert with a trade that may belong to repeat trades. */
  function group(
    alert: SaleAlert | SweepAlert,
    trades: readonly Trade[],
    {
      remembered,
      isIncomplete,
    }: { readonly remembered: readonly Remembered[]; readonly isIncomplete: boolean },
  ): void {
    const before = new Map(
      remembered.map(({ trade, history }) => [nameOf(trade), { ...history, highest: null }] as const),
    );
    const grouped = groupRepeatTrades([{ position: 0, alert, trades, records: [] }], before);
    for (const { alert: one } of grouped.detectedAlerts) counter.add(one, isIncomplete);
    const latest = new Map(grouped.repeatTrades.map((one) => [one.liveKey, one]));
    for (const { trade, history } of remembered) {
      const others = history.repeatTrades.filter(({ liveKey }) => !latest.has(liveKey));
      const own = grouped.repeatTrades.filter(({ item }) => nameOf(item) === nameOf(trade));
      history.repeatTrades = [...others, ...own];
    }
  }

  function countSale(sale: Trade): void {
    const history = histories.before(sale);
    if (history === null) {
      counter.addSale(sale);
      return;
    }
    const one = { trade: sale, history };
    const isSeparate = history.repeatTrades.length === 0 && !hasEarlierOfPair(sale, history.trades);
    if (isSeparate) counter.addSale(sale);
    else group(saleOfTrade(sale), [sale], { remembered: [one], isIncomplete: false });
    remember(one);
  }

  function countSweep(swept: readonly Trade[], first: Trade): void {
    const alert = sweepOf(swept, first);
    const isIncomplete = lacksTotal(swept);
    const remembered = swept.flatMap((trade) => {
      const history = histories.before(trade);
      return history === null ? [] : [{ trade, history }];
    });
    // A sweep starts no repeat trades.
    const isSeparate = remembered.every(({ history }) => history.repeatTrades.length === 0);
    if (isSeparate) counter.add(alert, isIncomplete);
    else group(alert, swept, { remembered, isIncomplete });
    for (const one of remembered) remember(one);
  }

  function flush(): void {
    const trades = together;
    together = [];
    const [first, second] = trades;
    if (first !== undefined && second === undefined && first.soldIn === undefined) {
      countSale(first);
      return;
    }
    const sweeps = Map.groupBy(trades, ({ soldIn = null }) => soldIn);
    for (const trade of trades) {
      const { soldIn } = trade;
      if (soldIn === AUCTION_SALE) {
        const history = histories.before(trade);
        if (history !== null) remember({ trade, history });
      } else if (soldIn === undefined) countSale(trade);
      else {
        const swept = sweeps.get(soldIn) ?? [trade];
        if (swept[0] === trade) countSweep(swept, trade);
      }
    }
  }

  return {
    add(trade) {
      const [first] = together;
      if (first !== undefined && (first.at !== trade.at || together.length >= MAX_AT_ONCE)) flush();
      together.push(trade);
    },
    finish: flush,
  };
}
