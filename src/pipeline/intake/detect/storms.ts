import type { MarketAlert, SaleAlert, StormAlert, SweepAlert } from '../../../domain/alert.ts';
import { tokenKey } from '../../../domain/alert-filter.ts';
import { belongsTo, stormFrom, type ToldTrade, withTrade } from '../../../domain/storm.ts';
import type { Trade, TradeHistory } from '../../../domain/trade.ts';
import type { Finding } from './happening.ts';

/** What is left to be told once storms are folded. */
export interface Folding {
  /** Storms that began or went on are told once each, where their latest trade was. */
  readonly findings: readonly Finding[];
  /** The storms of this look as they stand now, those included that only a sweep added to. */
  readonly storms: readonly StormAlert[];
}

/** What is known of one token while a look is gone through. */
interface TokenMemory {
  readonly trades: Trade[];
  /** By topic. */
  readonly storms: Map<string, StormAlert>;
}

const nameOf = ({ collection, tokenId }: Pick<Trade, 'collection' | 'tokenId'>): string =>
  tokenKey(collection, tokenId);

const topicOf = ({ topic, key }: StormAlert): string => topic ?? key;

/** The trades of a sale or sweep beside what was sold in each. */
function toldTrades(alert: SaleAlert | SweepAlert, trades: readonly Trade[]): readonly ToldTrade[] {
  const items = alert.type === 'sale' ? [alert.item] : alert.items;
  const { buyer, txHash } = alert;
  return trades.flatMap((trade, position) => {
    const item = items[position];
    return item === undefined ? [] : [{ trade, item, buyer, txHash }];
  });
}

/**
 * Folds what one pair of wallets trades again and again. From the third trade of one token between two wallets within a day
 * a sale is not told by itself: it begins a storm or is counted in the one that runs. A sweep is told as such and begins no
 * storm, though its sales are counted where one runs; one that holds nothing but trades of running storms is folded too.
 *
 * @param findings of one look, in the order in which they happened
 * @param histories by `tokenKey`, of every token sold in it, from before this look
 */
export function foldStorms(
  findings: readonly Finding[],
  histories: ReadonlyMap<string, TradeHistory>,
): Folding {
  const tokens = new Map<string, TokenMemory>();
  const touched = new Set<string>();
  /** By topic: where the storm is told. */
  const places = new Map<string, number>();
  const told: Finding[] = [];

  function memoryOf(trade: Pick<Trade, 'collection' | 'tokenId'>): TokenMemory {
    const name = nameOf(trade);
    const known = tokens.get(name);
    if (known !== undefined) return known;
    const history = histories.get(name);
    const memory: TokenMemory = {
      trades: [...(history?.trades ?? [])],
      storms: new Map(history?.storms.map((storm) => [topicOf(storm), storm])),
    };
    tokens.set(name, memory);
    return memory;
  }

  function runningStorm({ trade }: ToldTrade): StormAlert | undefined {
    return [...memoryOf(trade).storms.values()].find((storm) => belongsTo(storm, trade));
  }

  function keep(storm: StormAlert): void {
    memoryOf(storm.item).storms.set(topicOf(storm), storm);
    touched.add(topicOf(storm));
  }

  /** The trade is remembered; `storm` is what it makes of a storm. */
  function remember({ trade }: ToldTrade, storm: StormAlert | null): void {
    const memory = memoryOf(trade);
    memory.trades.push(trade);
    if (storm !== null) keep(storm);
  }

  /** Counts the trade where a storm of it runs; says whether one does. */
  function count(one: ToldTrade): string | null {
    const running = runningStorm(one);
    remember(one, running === undefined ? null : withTrade(running, one));
    return running === undefined ? null : topicOf(running);
  }

  /** The storm that the sale begins or goes on with, by its topic; `null` when it is to be told by itself. */
  function foldSale(one: ToldTrade): string | null {
    const running = count(one);
    if (running !== null) return running;
    const earlier = memoryOf(one.trade).trades.filter((trade) => trade !== one.trade);
    const begun = stormFrom(one, earlier);
    if (begun === null) return null;
    keep(begun);
    return topicOf(begun);
  }

  for (const finding of findings) {
    const { alert, trades, position } = finding;
    const parts = alert.type === 'sale' || alert.type === 'sweep' ? toldTrades(alert, trades) : [];
    const isTold =
      parts.length === 0 ||
      (alert.type === 'sweep' && !parts.every((one) => runningStorm(one) !== undefined));
    if (isTold) told.push(finding);
    for (const one of parts) {
      const topic = alert.type === 'sale' ? foldSale(one) : count(one);
      if (topic !== null && !isTold) places.set(topic, position);
      else if (alert.type === 'sale') told.push(finding);
    }
  }

  const storms = [...tokens].flatMap(([name, memory]) => {
    const before = new Set(histories.get(name)?.storms.map(topicOf));
    return [...memory.storms]
      .filter(([topic]) => touched.has(topic))
      .map(([topic, storm]) => ({ ...storm, key: before.has(topic) ? `${topic}:${storm.count}` : topic }));
  });
  for (const storm of storms) {
    const position = places.get(topicOf(storm));
    if (position !== undefined) told.push({ position, alert: storm, trades: [], records: [] });
  }
  return { findings: told.sort((a, b) => a.position - b.position), storms };
}

/** Whether this tells of a storm that was told before, so that a channel which shows it needs no new message. */
export function isStormUpdate(alert: MarketAlert): boolean {
  return alert.type === 'storm' && alert.key !== alert.topic;
}
