import { describe, expect, it } from 'vitest';
import type { Alert } from '#src/alerts/alert.ts';
import { DEFAULT_CHANNEL_SETTINGS } from '#src/alerts/settings.ts';
import { GavelError } from '#src/chain/errors.ts';
import { createDispatcher } from '#src/outbox/dispatcher.ts';
import type { DeliveryStore, Store } from '#src/store/open.ts';
import { openStore } from '#src/store/open.ts';

import { auctionAlert, saleAlert } from '../support/build-alert.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { WITHOUT_CHARTS } from '../support/no-charts.ts';
import { OPEN_TO_ALL } from '../support/open-direct-messages.ts';
import { silentLog } from '../support/silent-log.ts';

/** After so long the notifier gives a request up. */
const TIMEOUT_MS = 6_000;

/** Many channels of a Discord that answers each request after a second. */
async function createSlowDiscord({
  isStarted = true,
  outboxOf = (store: Store): DeliveryStore => store,
}: {
  readonly isStarted?: boolean;
  readonly outboxOf?: (store: Store) => DeliveryStore;
} = {}) {
  await using parts = new AsyncDisposableStack();
  const clock = createManualClock();
  const store = parts.use(
    await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now }),
  );
  const asked: string[] = [];
  const posted = new Map<string, (readonly string[])[]>();
  const silent = new Set<string>();
  const never = new AbortController();
  const dispatcher = parts.use(
    createDispatcher({
      report: () => undefined,
      outbox: outboxOf(store),
      people: store.people,
      notifier: {
        ...WITHOUT_CHARTS,
        ...OPEN_TO_ALL,
        clockOffsetMs: () => 0,
        capacity: () => 10,
        async send(post) {
          const { channelId, alerts } = post;
          asked.push(channelId);
          posted.set(channelId, [...(posted.get(channelId) ?? []), alerts.map(({ key }) => key)]);
          await clock.sleep(silent.has(channelId) ? TIMEOUT_MS : 1_000, never.signal);
          if (silent.has(channelId)) return { type: 'ambiguous', detail: 'no answer', serverError: false };
          return { type: 'sent', messageId: '1' };
        },
        readBack: async () => ({ type: 'absent' }),
        edit: async () => ({ type: 'done' }),
        publish: async () => ({ type: 'done' }),
      },
      rules: { settingsOf: () => DEFAULT_CHANNEL_SETTINGS, timeZoneOf: () => 'UTC' },
      clock,
      random: () => 0.5,
      log: silentLog,
      onStopped: () => expect.unreachable(),
      onUnauthorized: () => expect.unreachable(),
    }),
  );
  if (isStarted) await dispatcher.start();

  function takeIn(alert: Alert, channelIds: readonly string[]): Promise<readonly string[]> {
    const channels = channelIds.map((channelId) => ({ channelId, subscriptionIds: [], skipIfLive: false }));
    const news = { seen: [], alerts: [{ alert, channels }], topics: [], trades: [] };
    return store.ingest({ at: clock.now(), ...news, gap: null, newRecordsAfter: null });
  }

  const owned = parts.move();
  return {
    clock,
    start: () => dispatcher.start(),
    wake: (channelIds: readonly string[]) => dispatcher.wake(channelIds),
    wakeIdle: (channelIds: readonly string[]) => dispatcher.wakeIdle(channelIds),
    asked: asked as readonly string[],
    /** Channels that get no answer. */
    silent,
    /** What was asked to be posted there, message by message. */
    posted: (channelId: string): readonly (readonly string[])[] => posted.get(channelId) ?? [],
    async enqueue(alert: Alert, channelIds: readonly string[]) {
      dispatcher.wake(await takeIn(alert, channelIds));
      await clock.advance(0);
    },
    /** As another process does it, which cannot wake the queues of this one. */
    takeInElsewhere: takeIn,
    /** Answers what is under way, too. */
    async [Symbol.asyncDispose]() {
      silent.clear();
      await clock.advance(60_000);
      await owned.disposeAsync();
    },
  };
}

const CHANNELS = Array.from({ length: 100 }, (_, position) => `c${position}`);
/** Below the 50 of Discord. */
const A_SECOND = 48;

describe('many channel queues', () => {
  it('send no more requests per second than Discord accepts', async () => {
    await using discord = await createSlowDiscord();
    await discord.enqueue(saleAlert(1), CHANNELS);
    expect(discord.asked).toHaveLength(A_SECOND);
    await discord.clock.advance(1_049);
    expect(discord.asked).toHaveLength(A_SECOND);
    await discord.clock.advance(1_000);
    expect(discord.asked).toHaveLength(2 * A_SECOND);
  });

  it('do not wait for one without an answer', async () => {
    await using discord = await createSlowDiscord();
    const deaf = CHANNELS.map((channelId) => `deaf-${channelId}`);
    for (const channelId of deaf) discord.silent.add(channelId);
    await discord.enqueue(saleAlert(1), deaf);
    await discord.clock.advance(4_000);
    await discord.enqueue(saleAlert(2), CHANNELS.slice(0, A_SECOND));
    expect(discord.asked.slice(deaf.length)).toEqual(CHANNELS.slice(0, A_SECOND));
  });

  it('prioritise one with an auction about to end', async () => {
    await using discord = await createSlowDiscord();
    await discord.enqueue(saleAlert(1), CHANNELS);
    await discord.enqueue(auctionAlert({ topic: 'auction_ending' }), ['urgent']);
    await discord.clock.advance(1_100);
    expect(discord.asked[A_SECOND]).toBe('urgent');
  });

  it('prioritise one that gets an auction about to end while it waits for its permit', async () => {
    await using discord = await createSlowDiscord();
    await discord.enqueue(saleAlert(1), CHANNELS);
    await discord.enqueue(saleAlert(2), ['c99']);
    await discord.enqueue(auctionAlert({ topic: 'auction_ending', key: 'ending' }), ['c99']);
    await discord.clock.advance(1_100);
    expect(discord.asked[A_SECOND]).toBe('c99');
    expect(discord.posted('c99')).toEqual([['ending']]);
  });

  it('keep their order when what arrives meanwhile is not urgent', async () => {
    await using discord = await createSlowDiscord();
    await discord.enqueue(saleAlert(1), CHANNELS);
    const next = `c${A_SECOND}`;
    for (const number of [2, 3, 4]) await discord.enqueue(saleAlert(number), [next]);
    await discord.clock.advance(1_100);
    expect(discord.asked[A_SECOND]).toBe(next);
    expect(discord.posted(next)).toHaveLength(1);
  });
});

describe('a channel queue', () => {
  it('goes on where something comes after it has read for the last time', async () => {
    const parts: { arrive?: () => Promise<void> } = {};
    await using discord = await createSlowDiscord({
      outboxOf: (store) => ({
        ...store,
        async channelWork(channelId, limit) {
          const work = await store.channelWork(channelId, limit);
          const { arrive } = parts;
          if (work.pending.length === 0 && arrive !== undefined) {
            delete parts.arrive;
            await arrive();
          }
          return work;
        },
      }),
    });
    parts.arrive = async () => {
      discord.wake(await discord.takeInElsewhere(saleAlert(2), ['c0']));
    };
    await discord.enqueue(saleAlert(1), ['c0']);
    await discord.clock.advance(10_000);
    expect(discord.posted('c0')).toHaveLength(2);
  });

  it('tries again less and less often, up to every fifteen seconds, while the database fails', async () => {
    let isBroken = false;
    let reads = 0;
    await using discord = await createSlowDiscord({
      outboxOf: (store) => ({
        ...store,
        async channelWork(channelId, limit) {
          reads += 1;
          if (isBroken) throw new GavelError('STORE_UNUSABLE', 'The database is locked.');
          return store.channelWork(channelId, limit);
        },
      }),
    });
    isBroken = true;
    reads = 0;
    await discord.enqueue(saleAlert(1), ['c0']);
    await discord.clock.advance(60_000);
    // At once, and after half of two, four, eight and then always fifteen seconds, as the test's chance has it.
    expect(reads).toBe(11);
    isBroken = false;
    await discord.clock.advance(15_000);
    expect(discord.asked).toEqual(['c0']);
  });
});

describe('queues for which another process has put something into the outbox', () => {
  it('are run where they were idle, and are not disturbed where they run', async () => {
    const reads: string[] = [];
    await using discord = await createSlowDiscord({
      outboxOf: (store) => ({
        ...store,
        channelWork(channelId, limit) {
          reads.push(channelId);
          return store.channelWork(channelId, limit);
        },
      }),
    });
    await discord.enqueue(saleAlert(1), ['c0']);
    const before = reads.length;
    await discord.takeInElsewhere(saleAlert(2), ['c1']);
    discord.wakeIdle(['c0', 'c1']);
    await discord.clock.advance(10_000);
    expect(discord.asked).toEqual(['c0', 'c1']);
    // The one read that follows its message.
    expect(reads.slice(before).filter((channelId) => channelId === 'c0')).toHaveLength(1);
  });
});

describe('channel queues before the dispatcher is started', () => {
  it('send nothing: what an earlier process left must be recovered first, and the bot must be known', async () => {
    await using discord = await createSlowDiscord({ isStarted: false });
    await discord.enqueue(saleAlert(1), CHANNELS.slice(0, 2));
    await discord.clock.advance(60_000);
    expect(discord.asked).toEqual([]);
    await discord.start();
    await discord.clock.advance(0);
    expect(discord.asked).toEqual(['c0', 'c1']);
  });

  it('wait while the database fails, and do not end the bot', async () => {
    let failures = 12;
    let tries = 0;
    await using discord = await createSlowDiscord({
      isStarted: false,
      outboxOf: (store) => ({
        ...store,
        async recover() {
          failures -= 1;
          tries += 1;
          if (failures >= 0) throw new GavelError('STORE_UNUSABLE', 'The database is locked.');
          return store.recover();
        },
      }),
    });
    await discord.enqueue(saleAlert(1), ['c0']);
    const started = discord.start();
    await discord.clock.advance(60_000);
    // Half of two, four, eight and then fifteen seconds, as the test's chance has it.
    expect(tries).toBeGreaterThanOrEqual(10);
    expect(tries).toBeLessThanOrEqual(12);
    await discord.clock.advance(60_000);
    await started;
    await discord.clock.advance(0);
    expect(discord.asked).toEqual(['c0']);
  });
});
