import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FilterValues } from '#src/alerts/filters/index.ts';
import type { Trade } from '#src/alerts/trade.ts';
import type { Address } from '#src/chain/address.ts';
import { firstMomentOf } from '#src/chain/local-day.ts';
import type { FeedGap } from '#src/store/model/ingest-batch.ts';
import type { Store } from '#src/store/open.ts';
import { openStore } from '#src/store/open.ts';

import { SALES } from '../store/samples.ts';
import { address } from '../support/build-activity.ts';
import { newSubscription } from '../support/build-alert.ts';
import { recapsOf } from '../support/recaps-of.ts';
import { silentLog } from '../support/silent-log.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ZONE = 'Europe/Berlin';
/** A week with a change of the clocks. */
const START = Date.parse('2026-10-22T00:00:00Z');
const RECAP_HOUR = 2;

/** What happens to the bot, after so many minutes. */
type Step =
  | { readonly do: 'tick' | 'restart' | 'lose answer' | 'fail'; readonly after: number }
  | { readonly do: 'leap'; readonly after: number; readonly minutes: number }
  | { readonly do: 'down'; readonly after: number; readonly minutes: number };

const after = fc.integer({ min: 1, max: 300 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('tick' as const), after }) },
  fc.record({ do: fc.constantFrom('restart' as const, 'lose answer' as const, 'fail' as const), after }),
  fc.record({ do: fc.constant('leap' as const), after, minutes: fc.integer({ min: -2_000, max: 2_000 }) }),
  fc.record({ do: fc.constant('down' as const), after, minutes: fc.integer({ min: 1, max: 1_000 }) }),
);

/** Lives through the steps; resolves to the local days of the recaps that wait, and when the bot looked for due ones. */
async function live(steps: readonly Step[]) {
  let now = START;
  await using store = await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: () => now });
  const { subscription: rule } = await store.addSubscription(
    newSubscription(SALES, { createdAt: 0, topics: ['recap'], filter: { recap_hour: RECAP_HOUR } }),
  );
  let fault: 'before' | 'after' | null = null;
  const faulty: Store = {
    ...store,
    async ingestMade(alerts, at) {
      if (fault === 'before') throw new Error('The disk is full.');
      const channels = await store.ingestMade(alerts, at);
      if (fault === 'after') throw new Error('The answer was lost.');
      return channels;
    },
  };
  const start = () =>
    recapsOf([rule], {
      store: faulty,
      timeZoneOf: () => ZONE,
      feedReadAt: () => now,
      now: () => now,
    });
  let tick = start();
  const looks: number[] = [];
  for (const step of steps) {
    now += step.after * MINUTE;
    if (step.do === 'leap' || step.do === 'down') now += step.minutes * MINUTE;
    if (step.do === 'restart' || step.do === 'down') tick = start();
    fault = step.do === 'fail' ? 'before' : step.do === 'lose answer' ? 'after' : null;
    const done = tick(AbortSignal.timeout(10_000));
    // Only a tick with something to write meets the fault.
    await done.catch((error: unknown) => {
      if (fault === null) throw error;
    });
    if (step.do !== 'fail') looks.push(now);
  }
  const { pending } = await store.channelWork(SALES, 1_000);
  return { keys: pending.map(({ alert }) => alert.key), looks, ruleId: rule.id };
}

/** By the stated rule, for every day by itself: a look within six hours, a minute after its hour or later. */
function expectedDays(looks: readonly number[]): readonly string[] {
  const days: string[] = [];
  for (let day = START / DAY - 10; day < START / DAY + 90; day += 1) {
    const due = firstMomentOf(day, RECAP_HOUR, ZONE);
    if (due === null || due <= 0) continue;
    if (looks.some((at) => at >= due + MINUTE && at < due + 6 * HOUR))
      days.push(new Date(day * DAY).toISOString().slice(0, 10));
  }
  return days;
}

describe('recaps that are due', () => {
  it('are made once a local day, and none that could be made is missed, whatever happens to clocks and processes', async () => {
    let made = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 20, maxLength: 80 }), async (steps) => {
        const { keys, looks, ruleId } = await live(steps);
        const expected = expectedDays(looks).map((day) => `recap:${ruleId}:${day}`);
        expect(keys.toSorted()).toEqual(expected);
        made += keys.length;
      }),
      { numRuns: 40 },
    );
    expect(made).toBeGreaterThan(100);
  });

  it('wait for the feed, and are made once it was read', async () => {
    let now = START;
    await using store = await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: () => now });
    const { subscription: rule } = await store.addSubscription(
      newSubscription(SALES, { createdAt: 0, topics: ['recap'], filter: { recap_hour: RECAP_HOUR } }),
    );
    const due = Date.parse('2026-10-23T00:00:00Z');
    let readAt: number | null = due + MINUTE - 1;
    const tick = recapsOf([rule], {
      store,
      timeZoneOf: () => ZONE,
      feedReadAt: () => readAt,
      now: () => now,
    });
    const waiting = async () => (await store.channelWork(SALES, 10)).pending.length;
    now = due + HOUR;
    await tick(AbortSignal.timeout(10_000));
    expect(await waiting()).toBe(0);
    readAt = due + MINUTE;
    await tick(AbortSignal.timeout(10_000));
    expect(await waiting()).toBe(1);
  });
});

describe('a recap', () => {
  const DUE = Date.parse('2026-10-23T00:00:00Z');
  const [ONE, OTHER, UNLISTED] = [address(0xc1), address(0xc2), address(0xc3)];
  const sold = (key: string, collection: Address, hoursBefore: number): Trade => ({
    ...{ key, collection, tokenId: key, seller: null, buyer: null, price: 5n, quantity: 1n },
    at: (DUE - hoursBefore * HOUR) / 1_000,
  });
  const TRADES = [
    sold('1', ONE, 1),
    sold('2', ONE, 24),
    sold('3', ONE, 25),
    sold('4', OTHER, 2),
    sold('5', UNLISTED, 3),
    sold('6', OTHER, 0),
  ];

  /** What is posted for a rule an hour after its recap is due. */
  async function recapsFor(
    filter: FilterValues,
    {
      createdAt = 0,
      newRecordsAfter = DUE / 1_000 - 30 * 86_400,
      gap = null,
    }: {
      readonly createdAt?: number;
      readonly newRecordsAfter?: number;
      readonly gap?: FeedGap | null;
    } = {},
  ) {
    await using store = await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: () => DUE });
    await store.ingest({
      ...{ at: DUE, seen: [], alerts: [], topics: [], gap },
      trades: TRADES,
      newRecordsAfter,
    });
    const { subscription: rule } = await store.addSubscription(
      newSubscription(SALES, { createdAt, topics: ['recap'], filter: { recap_hour: RECAP_HOUR, ...filter } }),
    );
    const tick = recapsOf([rule], {
      store,
      facts: { isWhitelisted: (collection) => collection !== UNLISTED },
      timeZoneOf: () => ZONE,
      feedReadAt: () => DUE + HOUR,
      now: () => DUE + HOUR,
    });
    await tick(AbortSignal.timeout(10_000));
    const { pending } = await store.channelWork(SALES, 10);
    return pending.map(({ alert }) => alert);
  }

  it.each([
    ['all collections', {}, 4, 1],
    ['listed collections', { collection: 'whitelisted' } as const, 3, 1],
    ['a chosen one', { collection: [ONE] }, 2, 1],
    ['two chosen ones', { collection: [OTHER, UNLISTED] }, 2, 0],
  ])('counts the sales of its day and of the day before in %s', async (_which, filter, sales, before) => {
    expect(await recapsFor(filter)).toMatchObject([
      { every: 'day', to: DUE / 1_000, total: { sales }, before: { sales: before } },
    ]);
  });

  it('names the collections that were chosen', async () => {
    expect(await recapsFor({ collection: [ONE, OTHER] })).toMatchObject([
      { chosen: [{ collection: ONE }, { collection: OTHER }], isWhitelisted: false },
    ]);
    expect(await recapsFor({ collection: 'whitelisted' })).toMatchObject([
      { chosen: null, isWhitelisted: true },
    ]);
  });

  it('says since when the feed was read, where that is not the whole period', async () => {
    const [first] = await recapsFor({}, { newRecordsAfter: DUE / 1_000 - 3_600 });
    expect(first).toMatchObject({ since: DUE / 1_000 - 3_600, before: null });
    const [whole] = await recapsFor({});
    expect(whole).not.toHaveProperty('since');
  });

  it('says before when sales are missing, of its own period alone', async () => {
    const gapAt = (hoursBefore: number) => ({
      noticedAt: DUE - hoursBefore * HOUR + MINUTE,
      oldestReadAt: DUE / 1_000 - hoursBefore * 3_600,
    });
    expect(await recapsFor({}, { gap: gapAt(3) })).toMatchObject([{ missedBefore: DUE / 1_000 - 3 * 3_600 }]);
    expect((await recapsFor({}, { gap: gapAt(30) }))[0]).not.toHaveProperty('missedBefore');
  });

  it('is not made of a day that ended before the rule was made', async () => {
    expect(await recapsFor({}, { createdAt: DUE - 1 })).toHaveLength(1);
    expect(await recapsFor({}, { createdAt: DUE })).toEqual([]);
  });
});
