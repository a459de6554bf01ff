import type { MarketAlert, RepeatTradesAlert, SaleAlert, SweepAlert } from '../alert.ts';
import { isRepeatTrades } from '../kinds/repeat-trades.ts';
import { isSale } from '../kinds/sale.ts';
import { isSweep } from '../kinds/sweep.ts';
import { tokenKey } from '../missing-details.ts';
import {
  addTrade,
  continuesRepeatTrades,
  startRepeatTrades,
  type TradeHistory,
  type TradeToAnnounce,
} from '../repeat-trades.ts';
import type { Trade } from '../trade.ts';
import type { DetectedAlert } from './feed-event.ts';

/** The alerts after grouping repeat trades. */
export interface GroupedAlerts {
  /** New or continued repeat trades appear once each, at the position of their latest trade. */
  readonly detectedAlerts: readonly DetectedAlert<MarketAlert>[];
  /** Current state of the repeat trades of this poll, including those that only a sweep extended. */
  readonly repeatTrades: readonly RepeatTradesAlert[];
}

/** State of one token while a poll is processed. */
interface TokenState {
  readonly trades: Trade[];
  /** By topic. */
  readonly repeatTrades: Map<string, RepeatTradesAlert>;
}

const nameOf = ({ collection, tokenId }: Pick<Trade, 'collection' | 'tokenId'>): string =>
  tokenKey(collection, tokenId);

const topicOf = ({ liveKey: topic, key }: RepeatTradesAlert): string => topic ?? key;

/** Pairs the trades of a sale or sweep with their items. */
function soldTrades(alert: SaleAlert | SweepAlert, trades: readonly Trade[]): readonly TradeToAnnounce[] {
  const items = isSale(alert) ? [alert.item] : alert.items;
  const { buyer, txHash } = alert;
  return trades.flatMap((trade, position) => {
    const item = items[position];
    return item === undefined ? [] : [{ trade, item, buyer, txHash }];
  });
}

/**
 * Groups repeat trades of one token between two wallets. From the third trade within a day, a sale gets no alert of its
 * own: it starts a repeat trades alert or is counted in the current one. A sweep keeps its alert and starts no repeat
 * trades, but its sales are counted in current ones. A sweep that consists only of such sales is grouped too.
 *
 * @param detectedAlerts alerts of one poll, in chronological order
 * @param histories from before this poll, by `tokenKey`, for every token sold in it
 */
export function groupRepeatTrades(
  detectedAlerts: readonly DetectedAlert<MarketAlert>[],
  histories: ReadonlyMap<string, TradeHistory>,
): GroupedAlerts {
  const tokens = new Map<string, TokenState>();
  const touched = new Set<string>();
  /** Position of each repeat trades alert, by topic. */
  const positions = new Map<string, number>();
  const ungrouped: DetectedAlert<MarketAlert>[] = [];

  function stateOf(trade: Pick<Trade, 'collection' | 'tokenId'>): TokenState {
    const name = nameOf(trade);
    const known = tokens.get(name);
    if (known !== undefined) return known;
    const history = histories.get(name);
    const tokenState: TokenState = {
      trades: [...(history?.trades ?? [])],
      repeatTrades: new Map(
        history?.repeatTrades.map((repeatTradesAlert) => [topicOf(repeatTradesAlert), repeatTradesAlert]),
      ),
    };
    tokens.set(name, tokenState);
    return tokenState;
  }

  function openRepeatTrades({ trade }: TradeToAnnounce): RepeatTradesAlert | undefined {
    return [...stateOf(trade).repeatTrades.values()].find((repeatTradesAlert) =>
      continuesRepeatTrades(repeatTradesAlert, trade),
    );
  }

  function keep(repeatTradesAlert: RepeatTradesAlert): void {
    stateOf(repeatTradesAlert.item).repeatTrades.set(topicOf(repeatTradesAlert), repeatTradesAlert);
    touched.add(topicOf(repeatTradesAlert));
  }

  /** Records the trade and the repeat trades it belongs to. */
  function recordTrade({ trade }: TradeToAnnounce, repeatTradesAlert: RepeatTradesAlert | null): void {
    const tokenState = stateOf(trade);
    tokenState.trades.push(trade);
    if (repeatTradesAlert !== null) keep(repeatTradesAlert);
  }

  /** Counts the trade in its current repeat trades; returns their topic, or `null` for none. */
  function count(one: TradeToAnnounce): string | null {
    const running = openRepeatTrades(one);
    recordTrade(one, running === undefined ? null : addTrade(running, one));
    return running === undefined ? null : topicOf(running);
  }

  /** Returns the topic of the repeat trades that the sale starts or continues; `null` if it keeps its own alert. */
  function groupSale(one: TradeToAnnounce): string | null {
    const running = count(one);
    if (running !== null) return running;
    const earlier = stateOf(one.trade).trades.filter((trade) => trade !== one.trade);
    const started = startRepeatTrades(one, earlier);
    if (started === null) return null;
    keep(started);
    return topicOf(started);
  }

  for (const detected of detectedAlerts) {
    const { alert, trades, position } = detected;
    const parts = isSale(alert) || isSweep(alert) ? soldTrades(alert, trades) : [];
    const isSeparate =
      parts.length === 0 || (isSweep(alert) && !parts.every((one) => openRepeatTrades(one) !== undefined));
    if (isSeparate) ungrouped.push(detected);
    for (const one of parts) {
      const topic = isSale(alert) ? groupSale(one) : count(one);
      if (topic !== null && !isSeparate) positions.set(topic, position);
      else if (isSale(alert)) ungrouped.push(detected);
    }
  }

  const repeatTrades = [...tokens].flatMap(([name, tokenState]) => {
    const before = new Set(histories.get(name)?.repeatTrades.map(topicOf));
    return [...tokenState.repeatTrades]
      .filter(([topic]) => touched.has(topic))
      .map(([topic, repeatTradesAlert]) => ({
        ...repeatTradesAlert,
        key: before.has(topic) ? `${topic}:${repeatTradesAlert.count}` : topic,
      }));
  });
  for (const repeatTradesAlert of repeatTrades) {
    const position = positions.get(topicOf(repeatTradesAlert));
    if (position !== undefined)
      ungrouped.push({ position, alert: repeatTradesAlert, trades: [], records: [] });
  }
  return { detectedAlerts: ungrouped.sort((a, b) => a.position - b.position), repeatTrades };
}

/**
 * Returns whether this updates repeat trades that were already announced, so that channels with their message only edit
 * it.
 */
export function isRepeatTradesUpdate(alert: MarketAlert): boolean {
  return isRepeatTrades(alert) && alert.key !== alert.liveKey;
}
