import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MarketAlert, type RepeatTradesAlert, tokensOf } from '#src/alerts/alert.ts';
import { detect } from '#src/alerts/detect/detect.ts';
import { groupRepeatTrades, isRepeatTradesUpdate } from '#src/alerts/detect/repeat-trades.ts';
import { tokenKey } from '#src/alerts/missing-details.ts';
import type { TradeHistory } from '#src/alerts/repeat-trades.ts';
import type { Trade } from '#src/alerts/trade.ts';
import { tradesOf } from '#src/ingest/ingest.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { address, sale, txHash } from '../support/build-activity.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 0, 1) / 1_000;
const ada = address(0xa);
const bob = address(0xb);
const cat = address(0xc);

/** A sale in a transaction of its own, identified by its number; `at` seconds after the start. */
function traded(number: number, at: number, change: Parameters<typeof sale>[0] = {}): Activity {
  return sale({
    id: `t${String(number).padStart(3, '0')}`,
    txHash: txHash(number),
    tokenName: `trade ${number}`,
    from: number % 2 === 0 ? ada : bob,
    to: number % 2 === 0 ? bob : ada,
    timestamp: START + at,
    price: 1n,
    ...change,
  });
}

/** What polls store: trades of a day before the newest, and the topics' latest states. */
function createDetector() {
  const trades: Trade[] = [];
  const topics = new Map<string, RepeatTradesAlert>();

  function historyOf({ collection, tokenId }: Trade): TradeHistory {
    const ofToken = trades
      .filter((trade) => trade.collection === collection && trade.tokenId === tokenId)
      .toSorted((a, b) => b.at - a.at);
    const since = (ofToken[0]?.at ?? 0) - DAY;
    const prefix = `repeat-trades:${tokenKey(collection, tokenId)}:`;
    const repeatTrades = [...topics].filter(
      ([key, state]) => key.startsWith(prefix) && state.occurredAt >= since,
    );
    return {
      trades: ofToken.filter(({ at }) => at >= since).slice(0, 500),
      repeatTrades: repeatTrades.map(([, state]) => state),
      highest: null,
    };
  }

  return {
    topics,
    /** One poll of new records, oldest first; its alerts. */
    poll(records: readonly Activity[], now = START + HOUR): readonly MarketAlert[] {
      const { detectedAlerts } = detect(records.toReversed(), now * 1_000);
      const detectedTrades = detectedAlerts.flatMap((detected) => detected.trades);
      const histories = new Map(
        detectedTrades.map((trade) => [tokenKey(trade.collection, trade.tokenId), historyOf(trade)]),
      );
      const grouped = groupRepeatTrades(detectedAlerts, histories);
      for (const group of grouped.repeatTrades) topics.set(group.liveKey ?? '', group);
      trades.push(...tradesOf(records, now * 1_000));
      return grouped.detectedAlerts.map(({ alert }) => alert);
    },
    /** The baseline, or what came too late: stored and never announced. */
    store(records: readonly Activity[]): void {
      trades.push(...tradesOf(records, START * 1_000));
    },
  };
}

const NOON = START + 12 * HOUR;
const every = (count: number, seconds: number): readonly Activity[] =>
  Array.from({ length: count }, (_, number) => traded(number, number * seconds));

describe('repeat trades', () => {
  it('start with the third trade; the first two get their own alerts', () => {
    const alerts = createDetector().poll(every(3, 60), START + 300);
    expect(alerts.map(({ kind: type }) => type)).toEqual(['sale', 'sale', 'repeat_trades']);
    const key = `repeat-trades:${address(0xc0)}-7:${ada}:${bob}:id:t000`;
    expect(alerts.at(-1)).toMatchObject({
      key,
      liveKey: key,
      topic: 'sale',
      wallets: [ada, bob],
      count: 3,
      volume: 3n,
      since: START,
      occurredAt: START + 120,
      txHash: txHash(2),
      buyer: bob,
    });
  });

  it('continue over later polls: one update per poll with the new count', () => {
    const detector = createDetector();
    const records = every(8, 60);
    detector.poll(records.slice(0, 3), START + 900);
    const [update, ...rest] = detector.poll(records.slice(3, 7), START + 900);
    expect(rest).toEqual([]);
    expect(update).toMatchObject({ kind: 'repeat_trades', count: 7, volume: 7n, txHash: txHash(6) });
    expect(update !== undefined && isRepeatTradesUpdate(update)).toBe(true);
    expect(update?.key).toBe(`${update?.liveKey}:7`);
    expect(detector.poll(records.slice(7), START + 900)).toMatchObject([
      { key: `${update?.liveKey}:8`, count: 8 },
    ]);
  });

  it('start again only after a day without trades', () => {
    const detector = createDetector();
    detector.poll(every(3, 60), START + 300);
    const nextDay = traded(3, 120 + DAY - 1);
    expect(detector.poll([nextDay], START + 120 + DAY)).toMatchObject([{ kind: 'repeat_trades', count: 4 }]);
    const quiet = 120 + DAY - 1 + DAY;
    const later = [traded(4, quiet), traded(5, quiet + 1), traded(6, quiet + 2)];
    const alerts = detector.poll(later, START + quiet + 10);
    expect(alerts.map(({ kind: type }) => type)).toEqual(['sale', 'sale', 'repeat_trades']);
    expect(alerts.at(-1)).toMatchObject({ count: 3, since: START + quiet });
    expect(detector.topics.size).toBe(2);
  });

  it('are not three trades that take longer than a day', () => {
    const detector = createDetector();
    const slow = [0, 13, 26, 39].map((hours, number) => traded(number, hours * HOUR));
    const types = slow
      .flatMap((one) => detector.poll([one], one.timestamp ?? 0))
      .map(({ kind: type }) => type);
    expect(types).toEqual(['sale', 'sale', 'sale', 'sale']);
  });

  it('are of one token and one pair of wallets, both known', () => {
    const mixed = [
      traded(0, 0),
      traded(1, 1, { tokenId: '8' }),
      traded(2, 2, { to: cat }),
      traded(3, 3),
      traded(4, 4, { from: null }),
      traded(5, 5, { to: null }),
    ];
    expect(
      createDetector()
        .poll(mixed)
        .every(({ kind: type }) => type === 'sale'),
    ).toBe(true);
  });

  it('count trades that the first poll only stored', () => {
    const detector = createDetector();
    detector.store(every(10, 60));
    expect(detector.poll([traded(10, 601)])).toMatchObject([
      { kind: 'repeat_trades', count: 11, since: START },
    ]);
  });

  it('leave out of the volume what was paid in another coin', () => {
    const records = [traded(0, 0), traded(1, 1, { currency: address(0xe0) }), traded(2, 2, { price: null })];
    expect(createDetector().poll(records).at(-1)).toMatchObject({ count: 3, volume: 1n });
  });

  it('keep showing the latest trade when an older one comes late', () => {
    const detector = createDetector();
    const records = every(4, 60);
    detector.poll(records.toSpliced(1, 1).concat(traded(9, 300)), START + 400);
    expect(detector.poll(records.slice(1, 2), START + 400)).toMatchObject([
      { count: 5, txHash: txHash(9), occurredAt: START + 300 },
    ]);
  });

  it('count a sale of a sweep, which keeps its alert', () => {
    const detector = createDetector();
    detector.poll(every(3, 60), START + 300);
    const swept = ['7', '8', '9'].map((tokenId, at) =>
      traded(20 + at, 400, { tokenId, from: ada, to: bob, txHash: txHash(99) }),
    );
    expect(detector.poll(swept, START + 500).map(({ kind: type }) => type)).toEqual(['sweep']);
    expect([...detector.topics.values()]).toMatchObject([{ count: 4 }]);
  });

  it('include a sweep that consists only of them', () => {
    const detector = createDetector();
    detector.poll(every(3, 60), START + 300);
    const washed = [20, 21, 22].map((number) =>
      traded(number, 400, { from: ada, to: bob, txHash: txHash(99) }),
    );
    expect(detector.poll(washed, START + 500)).toMatchObject([{ kind: 'repeat_trades', count: 6 }]);
  });
});

/** How a whole feed was announced, over all polls. */
interface Announced {
  /** Names of trades announced by themselves or in a sweep, in the order of their text. */
  readonly alone: readonly string[];
  readonly repeatTrades: readonly RepeatTradesAlert[];
}

function announce(
  polls: readonly (readonly Activity[])[],
  nowOf: (poll: readonly Activity[]) => number,
): Announced {
  const detector = createDetector();
  const alone = polls.flatMap((poll) =>
    detector
      .poll(poll, nowOf(poll))
      .flatMap((alert) => (alert.kind === 'repeat_trades' ? [] : tokensOf(alert)))
      .map(({ tokenName }) => tokenName ?? ''),
  );
  return { alone: alone.toSorted(), repeatTrades: [...detector.topics.values()] };
}

/** Splits the records into polls at the positions in `cuts`. */
function cut(records: readonly Activity[], cuts: readonly boolean[]): readonly (readonly Activity[])[] {
  const polls: Activity[][] = [[]];
  for (const [at, record] of records.entries()) {
    if (cuts[at] === true) polls.push([]);
    polls.at(-1)?.push(record);
  }
  return polls;
}

const pairs = [
  [ada, bob],
  [bob, ada],
  [ada, cat],
  [cat, cat],
] as const;
const pairName = (a: string | null, b: string | null): string => [a, b].toSorted().join(' ');

describe('every trade, whatever the order and cutting of polls', () => {
  const shape = fc.record({
    pair: fc.constantFrom(...pairs),
    tokenId: fc.constantFrom('7', '8'),
    at: fc.integer({ min: 0, max: 5 * HOUR }),
    swept: fc.boolean(),
  });
  const feed = fc.array(shape, { maxLength: 25 }).map((shapes) =>
    shapes.flatMap(({ pair: [from, to], tokenId, at, swept }, number) => {
      const one = traded(number, at, { from, to, tokenId });
      if (!swept) return [one];
      const others = [100, 200].map((more) =>
        traded(number + more, at, {
          from: address(more + number),
          to,
          tokenId: `${more}`,
          txHash: one.txHash,
        }),
      );
      return [one, ...others];
    }),
  );
  const shuffledAndCut = feed.chain((records) =>
    fc.tuple(
      fc.shuffledSubarray(records, { minLength: records.length }),
      fc.array(fc.boolean(), { minLength: records.length, maxLength: records.length }),
    ),
  );

  it('is announced by itself or counted in the final count of repeat trades, exactly once', () => {
    fc.assert(
      fc.property(shuffledAndCut, ([records, cuts]) => {
        const { alone, repeatTrades } = announce(cut(records, cuts), () => START + 5.5 * HOUR);
        expect(new Set(alone).size).toBe(alone.length);
        const sizes = Map.groupBy(records, ({ txHash: hash }) => hash);
        const groups = Map.groupBy(records, ({ tokenId, from, to }) => `${tokenId} ${pairName(from, to)}`);
        for (const [name, group] of groups) {
          const names = group.map(({ tokenName }) => tokenName ?? '');
          const aloneOfGroup = alone.filter((one) => names.includes(one)).length;
          const own = repeatTrades
            .filter(({ item, wallets }) => `${item.tokenId} ${pairName(...wallets)}` === name)
            .map(({ count, volume }) => [count, volume]);
          const counted = [[group.length, BigInt(group.length)]];
          const isSwept = group.some(({ txHash: hash }) => (sizes.get(hash)?.length ?? 0) > 1);
          // All within five hours: two by themselves, and one alert of repeat trades with every one, counted once.
          expect(isSwept || aloneOfGroup === Math.min(group.length, 2)).toBe(true);
          expect(own).toEqual(aloneOfGroup === group.length && own.length === 0 ? [] : counted);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('over many days gives the same result whether it is polled one by one or many at a time', () => {
    const gap = fc.oneof(
      fc.integer({ min: 1, max: 6 * HOUR }),
      fc.constantFrom(DAY - 1, DAY, DAY + 1, 12 * HOUR, 30 * HOUR),
    );
    const long = fc.array(fc.tuple(gap, fc.constantFrom(...pairs), fc.boolean()), { maxLength: 30 });
    fc.assert(
      fc.property(long, (steps) => {
        let at = 0;
        const records = steps.map(([seconds, [from, to]], number) => {
          at += seconds;
          return traded(number, at, { from, to });
        });
        // A poll never has more than six hours of news, or the oldest would be too old to be announced.
        const begins: number[] = [];
        const cuts = records.map((record, number) => {
          const time = record.timestamp ?? 0;
          const isCut = steps[number]?.[2] === true || time - (begins.at(-1) ?? 0) > 6 * HOUR;
          if (isCut) begins.push(time);
          return isCut;
        });
        const latest = (poll: readonly Activity[]) => poll.at(-1)?.timestamp ?? NOON;
        const oneByOne = announce(
          records.map((record) => [record]),
          latest,
        );
        const together = announce(cut(records, cuts), latest);
        const facts = ({ alone, repeatTrades }: Announced) => ({
          alone,
          repeatTrades: repeatTrades.map(
            ({ liveKey: topic, count, volume, since, occurredAt, txHash: last }) => ({
              topic,
              count,
              volume,
              since,
              occurredAt,
              last,
            }),
          ),
        });
        expect(facts(together)).toEqual(facts(oneByOne));
        const counted = oneByOne.repeatTrades.reduce((sum, { count }) => sum + count, 0);
        // The first two trades of all repeat trades were announced by themselves as well.
        expect(oneByOne.alone.length + counted - 2 * oneByOne.repeatTrades.length).toBe(records.length);
      }),
      { numRuns: 500 },
    );
  });
});
