import { describe, expect, it } from 'vitest';
import type { Address } from '../../src/chain/address.ts';
import { createGapEstimator } from '../../src/ingest/gap-estimator.ts';
import type { GapSize } from '../../src/store/model/gap-size.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { collectionNamed, ingestionOf } from '../store/samples.ts';
import { WARN } from '../support/bot-log.ts';
import { recordingLog } from '../support/silent-log.ts';

const FOXES: Address = '0x00000000000000000000000000000000000000f0';
const MINUTE = 60_000;
const START = 1_767_225_600_000;

/** A store, the sizing, and a marketplace that only counts. */
async function openEstimator() {
  const clock = { now: START };
  const store = await openStore({
    databaseUrl: 'sqlite::memory:',
    log: recordingLog().log,
    now: () => clock.now,
  });
  const { log, lines } = recordingLog();
  const begin = (gapStore: Store = store) =>
    createGapEstimator({ store: gapStore, feedReadAt: () => clock.now, log, now: () => clock.now });
  let sizing = begin();
  let sold = 1_000;
  let keys = 0;
  let total: number | null = sold;

  return {
    store,
    lines,
    begin,
    /** Another process begins after so many minutes in which there was none. */
    restartAfter(minutes: number) {
      clock.now += minutes * MINUTE;
      sizing = begin();
    },
    /** From now on the marketplace's list reports this total, and not what was sold; `null` for none. */
    reportTotal(other: number | null) {
      total = other;
    },
    /** So many foxes are sold; the feed shows the last `shown` of them, with a gap where that is not all. */
    async sell(count: number, shown = count) {
      sold += count;
      total = sold;
      const trades = Array.from({ length: shown }, () => {
        keys += 1;
        const token = { collection: FOXES, tokenId: '1', seller: null, buyer: null };
        return { ...token, key: `t${keys}`, price: 1n, quantity: 1n, at: clock.now / 1_000 };
      });
      const gap = shown < count ? { noticedAt: clock.now, oldestReadAt: null } : null;
      await store.ingest(ingestionOf([], { at: clock.now, seen: [`mark ${clock.now}`], trades, gap }));
    },
    async pass(minutes: number) {
      for (let minute = 0; minute < minutes; minute += 1) {
        clock.now += MINUTE;
        if ((clock.now - START) % (10 * MINUTE) === 0)
          sizing.learn(
            [{ ...collectionNamed('Foxes', { address: FOXES }), totalSales: total, highestSale: null }],
            clock.now,
          );
        await sizing.run();
      }
    },
    async sizes(): Promise<readonly (readonly GapSize[])[]> {
      return (await store.feedGaps(0)).map((gap) => gap.sizes);
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

describe('the sizing of gaps', () => {
  it('reports what the marketplace counted and the feed did not show, in the store and in the log', async () => {
    await using scenario = await openEstimator();
    await scenario.pass(12);
    await scenario.sell(3);
    await scenario.pass(20);
    await scenario.sell(20, 8);
    await scenario.pass(9);
    expect(await scenario.sizes()).toEqual([[]]);
    await scenario.pass(12);
    expect(await scenario.sizes()).toEqual([[{ collection: FOXES, atLeast: 12, atMost: 12 }]]);
    expect(scenario.lines).toEqual([
      expect.objectContaining({
        level: WARN,
        atLeast: 12,
        atMost: 12,
        collections: [{ collection: FOXES, atLeast: 12, atMost: 12 }],
      }),
    ]);
  });

  it('works over a restart, from the totals of before it', async () => {
    await using scenario = await openEstimator();
    await scenario.pass(12);
    await scenario.sell(3);
    scenario.restartAfter(48 * 60);
    await scenario.sell(40, 10);
    await scenario.pass(30);
    expect(await scenario.sizes()).toEqual([[{ collection: FOXES, atLeast: 30, atMost: 30 }]]);
  });

  it('gives gaps that follow one another one size', async () => {
    await using scenario = await openEstimator();
    await scenario.pass(12);
    for (let turn = 0; turn < 3; turn += 1) {
      await scenario.sell(10, 4);
      await scenario.pass(1);
    }
    await scenario.pass(30);
    // The first one has nothing before it that was taken in, so nothing can be said of all three.
    expect(await scenario.sizes()).toEqual([[], [], []]);

    await scenario.pass(30);
    await scenario.sell(1);
    await scenario.pass(1);
    for (let turn = 0; turn < 3; turn += 1) {
      await scenario.sell(10, 4);
      await scenario.pass(1);
    }
    await scenario.pass(30);
    const [last, ...others] = await scenario.sizes();
    expect(last).toEqual([{ collection: FOXES, atLeast: 18, atMost: 18 }]);
    expect(others.every((sizes) => sizes.length === 0)).toBe(true);
  });

  it.each<[string, number | null]>([
    ['reports no total', null],
    ['reports a smaller total', 900],
    ['reports the same total', 1_003],
  ])('says nothing where the marketplace %s afterwards', async (_what, total) => {
    await using scenario = await openEstimator();
    await scenario.pass(12);
    await scenario.sell(3);
    await scenario.pass(20);
    await scenario.sell(20, 8);
    scenario.reportTotal(total);
    await scenario.pass(400);
    expect(await scenario.sizes()).toEqual([[]]);
    expect((await scenario.store.openGaps()).gaps).toEqual([]);
  });

  it('says nothing where the marketplace counts something else than its feed shows', async () => {
    await using scenario = await openEstimator();
    await scenario.pass(12);
    await scenario.sell(3);
    await scenario.pass(12);
    scenario.reportTotal(1_500);
    await scenario.pass(12);
    await scenario.sell(1);
    await scenario.pass(1);
    await scenario.sell(20, 8);
    scenario.reportTotal(1_520);
    await scenario.pass(30);
    expect(await scenario.sizes()).toEqual([[]]);
  });

  it('queues nothing for a channel: what was missed is never posted', async () => {
    await using scenario = await openEstimator();
    await scenario.pass(12);
    await scenario.sell(3);
    await scenario.pass(20);
    await scenario.sell(20, 8);
    await scenario.pass(30);
    expect(await scenario.store.channelsWithWork()).toEqual([]);
  });

  it('logs a store that fails, and goes on', async () => {
    await using scenario = await openEstimator();
    await using broken = scenario.begin({
      ...scenario.store,
      openGaps: () => Promise.reject(new Error('no')),
    });
    await broken.run();
    expect(scenario.lines).toMatchObject([{ err: { message: 'no' } }]);
  });
});
