import { describe, expect, it } from 'vitest';
import type { FilterValues } from '#src/alerts/filters/index.ts';
import { createMatcher } from '#src/alerts/matcher.ts';
import type { Address } from '#src/chain/address.ts';
import { createFloorMonitor } from '#src/ingest/floors/monitor-floors.ts';
import type { MarketList } from '#src/marketplace/market-point.ts';
import type { Store } from '#src/store/open.ts';
import { openStore } from '#src/store/open.ts';

import { GENERAL, SALES } from '../../store/samples.ts';
import { address } from '../../support/build-activity.ts';
import { newSubscription } from '../../support/build-alert.ts';
import { token } from '../../support/build-token.ts';
import { silentLog } from '../../support/silent-log.ts';

const PUNKS = address(0xc0);
const FOXES = address(0xc1);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 0, 1);

type Fault = 'before the commit' | 'after the commit';

/** A store, rules in it, and a watch whose floors and clock a test sets. */
async function startWatch(
  ...rules: readonly { readonly channelId?: string; readonly filter: FilterValues }[]
) {
  const state = {
    now: START,
    floors: new Map<Address, bigint | null>([[PUNKS, 90n]]),
    list: null as MarketList | null,
    fault: null as Fault | null,
    isDown: false,
  };
  const wanted: ReadonlySet<Address>[] = [];
  const woken: string[] = [];
  const store = await openStore({
    databaseUrl: 'sqlite::memory:',
    log: silentLog,
    now: () => state.now,
  });
  const added: Awaited<ReturnType<Store['addSubscription']>>['subscription'][] = [];
  for (const { channelId = SALES, filter } of rules) {
    const rule = newSubscription(channelId, { topics: ['floor'], filter });
    added.push((await store.addSubscription(rule)).subscription);
  }
  const index = createMatcher(added, { isWhitelisted: () => true });
  const start = () =>
    createFloorMonitor({
      store: {
        ...store,
        async ingestFloors(batch) {
          if (state.fault === 'before the commit') throw new Error('The disk is full.');
          const channels = await store.ingestFloors(batch);
          if (state.fault === 'after the commit') throw new Error('The answer was lost.');
          return channels;
        },
      },
      async read(collections) {
        wanted.push(collections);
        if (state.isDown) throw new Error('The marketplace is down.');
        return [...state.floors].map(([collection, floor]) => ({
          ...{ collection, floor, listed: 1, owners: 1, volume: null },
        }));
      },
      newestList: () => state.list,
      index,
      nameOf: () => 'Punks',
      now: () => state.now,
      wake: (channelIds) => void woken.push(...channelIds),
      records: {
        activities: async () => ({ items: [], page: 1, total: 0, hasNext: false, unreadable: 0 }),
      },
      tokens: { find: async () => token() },
      log: silentLog,
    });
  let watch = start();
  const { signal } = new AbortController();
  return {
    ...{ state, wanted, woken, store, index, rules: added },
    restart: () => {
      watch = start();
    },
    look: () => watch(signal),
    /** Reads these floors of the punks, a minute apart. */
    async read(...floors: readonly (bigint | null)[]) {
      for (const floor of floors) {
        state.now += MINUTE;
        state.floors.set(PUNKS, floor);
        await watch(signal);
      }
    },
    /** What waits in a channel. */
    async waiting(channelId = SALES) {
      const { pending } = await store.channelWork(channelId, 100);
      return pending.flatMap(({ alert }) => (alert.kind === 'floor' ? [alert] : []));
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

const above = { collection: [PUNKS], floor_above: 100n };

describe('the watch over floors', () => {
  it('writes an alert of what two readings agree on, and wakes its channel', async () => {
    await using watch = await startWatch({ filter: above });
    await watch.read(90n, 90n, 104n);
    expect(await watch.waiting()).toEqual([]);
    await watch.read(104n);
    const [rule] = watch.rules;
    expect(await watch.waiting()).toMatchObject([
      {
        key: `floor:${rule?.id}:${PUNKS}:1`,
        occurredAt: watch.state.now / 1_000,
        way: 'above',
        floor: 104n,
        from: { floor: 90n },
        since: watch.state.now / 1_000 - 60,
        threshold: 100n,
        collectionName: 'Punks',
        chart: { mark: 100n, to: watch.state.now / 1_000 },
      },
    ]);
    expect(watch.woken).toEqual([SALES]);
  });

  it('asks for what rules watch, once, however many rules there are', async () => {
    await using watch = await startWatch(
      { filter: above },
      { filter: { collection: [PUNKS, FOXES] } },
      { channelId: GENERAL, filter: above },
    );
    await watch.read(90n);
    expect(watch.wanted).toEqual([new Set([PUNKS, FOXES])]);
  });

  it('asks for nothing without a rule, nor twice within 45 seconds', async () => {
    await using idle = await startWatch();
    await idle.read(90n, 104n, 104n);
    expect(idle.wanted).toEqual([]);
    await using watch = await startWatch({ filter: above });
    await watch.read(90n);
    watch.state.now += 44_000;
    await watch.look();
    expect(watch.wanted).toHaveLength(1);
    watch.state.now += 1_000;
    await watch.look();
    expect(watch.wanted).toHaveLength(2);
  });

  it('gives each rule its own alert, and one an hour at most', async () => {
    await using watch = await startWatch({ filter: above }, { channelId: GENERAL, filter: above });
    await watch.read(90n, 90n, 104n, 104n, 90n, 90n, 104n, 104n);
    expect(await watch.waiting()).toHaveLength(1);
    expect(await watch.waiting(GENERAL)).toHaveLength(1);
    watch.state.now += HOUR;
    await watch.read(104n);
    expect((await watch.waiting()).map(({ key }) => key.split(':').at(-1))).toEqual(['1', '2']);
  });

  it('counts the hour of a rule over all its collections', async () => {
    await using watch = await startWatch({ filter: { collection: [PUNKS, FOXES], floor_above: 100n } });
    watch.state.floors.set(FOXES, 90n);
    await watch.read(90n, 90n);
    watch.state.floors.set(FOXES, 104n);
    await watch.read(104n, 104n);
    expect((await watch.waiting()).map(({ collection }) => collection)).toEqual([PUNKS]);
    watch.state.now += HOUR;
    await watch.read(104n);
    expect((await watch.waiting()).map(({ collection }) => collection)).toEqual([PUNKS, FOXES]);
  });

  it.each(['before the commit', 'after the commit'] as const)(
    'writes the alert once, when a write failed %s and after a restart',
    async (fault) => {
      await using watch = await startWatch({ filter: above });
      await watch.read(90n, 90n, 104n);
      watch.state.fault = fault;
      await expect(watch.read(104n)).rejects.toThrow();
      watch.state.fault = null;
      await watch.read(104n, 104n);
      watch.restart();
      await watch.read(104n, 104n);
      expect(await watch.waiting()).toHaveLength(1);
    },
  );

  it('knows after a restart what it read before', async () => {
    await using watch = await startWatch({ filter: above });
    await watch.read(90n, 90n, 104n);
    watch.restart();
    await watch.read(104n);
    expect(await watch.waiting()).toHaveLength(1);
  });

  it('reads again at once after the marketplace did not answer, and needs two readings around a floor that is none', async () => {
    await using watch = await startWatch({ filter: above });
    await watch.read(90n, 90n);
    watch.state.isDown = true;
    await expect(watch.read(104n)).rejects.toThrow('down');
    watch.state.isDown = false;
    await watch.look();
    expect(watch.wanted).toHaveLength(4);
    await watch.read(null, 104n);
    expect(await watch.waiting()).toEqual([]);
    await watch.read(104n);
    expect(await watch.waiting()).toHaveLength(1);
  });

  it('writes nothing of a rule that was removed while it read', async () => {
    await using watch = await startWatch({ filter: above });
    await watch.read(90n, 90n, 104n);
    const [rule] = watch.rules;
    await watch.store.removeSubscription(rule?.guildId ?? '', rule?.id ?? 0);
    await watch.read(104n);
    expect(await watch.waiting()).toEqual([]);
    expect(await watch.store.floorStates()).toEqual([]);
  });

  it('goes on after the clock was set back', async () => {
    await using watch = await startWatch({ filter: above });
    await watch.read(90n, 90n);
    watch.state.now -= 5 * HOUR;
    await watch.read(90n, 104n, 104n);
    expect(await watch.waiting()).toHaveLength(1);
  });

  it('records how the collections of the list stand, once a list, with those that rules watch', async () => {
    await using watch = await startWatch({ filter: above });
    const readings = [{ collection: FOXES, floor: 7n, listed: 1, owners: 1, volume: null }];
    watch.state.list = { readings, readAt: START };
    await watch.read(90n, 90n);
    const period = { from: START / 1_000, to: START / 1_000 + 3_600 };
    expect(await watch.store.marketPoints(FOXES, period)).toMatchObject([{ at: START / 1_000, floor: 7n }]);
    expect(await watch.store.marketPoints(PUNKS, period)).toMatchObject([{ floor: 90n }]);
  });
});
