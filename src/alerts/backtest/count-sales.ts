import type { SaleAlert, SweepAlert } from '../alert.ts';
import { bareToken } from '../details.ts';
import { groupRepeatTrades } from '../detect/repeat-trades.ts';
import { newSaleAlert } from '../kinds/sale.ts';
import { isSweep, newSweepAlert } from '../kinds/sweep.ts';
import { tokenKey } from '../missing-details.ts';
import { REPEAT_WINDOW_SECONDS } from '../repeat-rule.ts';
import type { TradeHistory } from '../repeat-trades.ts';
import { AUCTION_SALE, type Trade } from '../trade.ts';
import type { MessageCounter } from './message-counter.ts';

/** Trades of one second that are bundled together; more are counted in several parts. */
const MAX_AT_ONCE = 500;
/** Maximum trades of a token that are remembered, as in `TradeHistory`. */
const MAX_REMEMBERED = 500;
/** Earlier trades of a token that a sale may form repeat trades with. */
const MIN_EARLIER = 2;

const itemOf = ({ seller, price, ...trade }: Trade): SaleAlert['item'] => ({
  ...bareToken(trade),
  price,
  currency: null,
  seller,
  priceContext: null,
});

const saleOf = (trade: Trade): SaleAlert =>
  newSaleAlert({
    key: trade.key,
    liveKey: null,
    item: itemOf(trade),
    buyer: trade.buyer,
    txHash: null,
    occurredAt: trade.at,
  });

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
    items: trades.map(itemOf),
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
type History = Pick<TradeHistory, 'trades' | 'repeatTrades'>;

const NO_HISTORY: History = { trades: [], repeatTrades: [] };

/** Stores the history of each token for at least 24 hours after its latest trade. */
function createHistories() {
  let current = new Map<string, History>();
  let earlier = new Map<string, History>();
  let startedAt = Number.NEGATIVE_INFINITY;
  return {
    find: (token: string): History => current.get(token) ?? earlier.get(token) ?? NO_HISTORY,
    /** @param at epoch seconds; no earlier than before */
    save(token: string, history: History, at: number): void {
      if (at >= startedAt + REPEAT_WINDOW_SECONDS) {
        // Trades are more than a day apart if nothing was saved for longer than that.
        earlier = at >= startedAt + 2 * REPEAT_WINDOW_SECONDS ? new Map() : current;
        current = new Map();
        startedAt = at;
      }
      current.set(token, history);
    },
  };
}

const nameOf = ({ collection, tokenId }: Trade): string => tokenKey(collection, tokenId);

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
 * @param mayRepeat whether the sale's token has three or more sales within a day, so that its history is needed
 */
export function createSaleCounter(counter: MessageCounter, mayRepeat: (sale: Trade) => boolean): SaleCounter {
  const histories = createHistories();
  /** The trades of the current second. */
  let together: Trade[] = [];

  /** Returns the token's history as the stored trades before this one have it. */
  function historyOf(trade: Trade): History {
    const { trades, repeatTrades } = histories.find(nameOf(trade));
    if (trades.length === 0) return NO_HISTORY;
    const recent = trades.filter(({ at }) => at > trade.at - REPEAT_WINDOW_SECONDS);
    return {
      trades: recent.length === trades.length ? trades : recent,
      repeatTrades: repeatTrades.filter(({ occurredAt }) => occurredAt > trade.at - REPEAT_WINDOW_SECONDS),
    };
  }

  function remember(trades: readonly Trade[], found: readonly History[]): void {
    for (const [index, trade] of trades.entries()) {
      const { repeatTrades } = found[index] ?? NO_HISTORY;
      const before = historyOf(trade);
      histories.save(
        nameOf(trade),
        { trades: [trade, ...before.trades.slice(0, MAX_REMEMBERED - 1)], repeatTrades },
        trade.at,
      );
    }
  }

  /** Whether no trade of the alert can belong to repeat trades. */
  const isSeparate = (alert: SaleAlert | SweepAlert, found: readonly History[]): boolean =>
    found.every(
      ({ trades, repeatTrades }) =>
        repeatTrades.length === 0 && (isSweep(alert) || trades.length < MIN_EARLIER),
    );

  function announce(alert: SaleAlert | SweepAlert, trades: readonly Trade[], isIncomplete: boolean): void {
    if (!trades.some(mayRepeat)) {
      counter.add(alert, isIncomplete);
      return;
    }
    const found = trades.map(historyOf);
    if (isSeparate(alert, found)) {
      counter.add(alert, isIncomplete);
      remember(trades, found);
      return;
    }
    const before = new Map(
      trades.map((trade, index) => [nameOf(trade), { ...(found[index] ?? NO_HISTORY), highest: null }]),
    );
    const grouped = groupRepeatTrades([{ position: 0, alert, trades, records: [] }], before);
    for (const { alert: one } of grouped.detectedAlerts) counter.add(one, isIncomplete);
    const latest = new Map(grouped.repeatTrades.map((one) => [one.liveKey, one]));
    remember(
      trades,
      trades.map((trade, index) => {
        const known = (found[index] ?? NO_HISTORY).repeatTrades;
        const others = known.filter(({ liveKey }) => !latest.has(liveKey));
        const own = grouped.repeatTrades.filter(
          ({ item }) => nameOf({ ...trade, ...item }) === nameOf(trade),
        );
        return { trades: [], repeatTrades: [...others, ...own] };
      }),
    );
  }

  function flush(): void {
    const trades = together;
    together = [];
    const [first, second] = trades;
    if (first !== undefined && second === undefined && first.soldIn === undefined) {
      announce(saleOf(first), trades, false);
      return;
    }
    const sweeps = Map.groupBy(trades, ({ soldIn = null }) => soldIn);
    for (const trade of trades) {
      const { soldIn } = trade;
      if (soldIn === AUCTION_SALE) {
        if (mayRepeat(trade)) remember([trade], [historyOf(trade)]);
      } else if (soldIn === undefined) announce(saleOf(trade), [trade], false);
      else {
        const swept = sweeps.get(soldIn) ?? [trade];
        if (swept[0] === trade) announce(sweepOf(swept, trade), swept, lacksTotal(swept));
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
