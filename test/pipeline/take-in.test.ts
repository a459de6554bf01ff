import { describe, expect, it } from 'vitest';
import type { Activity } from '../../src/domain/activity.ts';
import type { Subscription } from '../../src/domain/subscription.ts';
import { createFeedReader } from '../../src/pipeline/intake/read-feed.ts';
import { createSubscriptionIndex } from '../../src/pipeline/intake/subscription-index.ts';
import { createIntake } from '../../src/pipeline/intake/take-in.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { sale, sales } from '../support/build-activity.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { silentLog } from '../support/silent-log.ts';

const CHANNEL = '1000';
const everything: Subscription = {
  id: 1,
  guildId: 'g',
  channelId: CHANNEL,
  kinds: ['sale'],
  collection: null,
  createdBy: 'u',
  createdAt: 0,
};

/** A bot's intake on real SQLite over a feed that the test writes, newest first. */
async function createScene(clock = createManualClock()) {
  const store = await openSqliteStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now });
  let records: readonly Activity[] = [];
  const tick = createIntake({
    readFeed: createFeedReader({
      feed: {
        activities: async ({ limit, page = 1 }) => ({
          items: records.slice((page - 1) * Math.min(limit, 100), page * Math.min(limit, 100)),
          page,
          total: null,
          hasNext: false,
          unreadable: 0,
        }),
      },
      inbox: store,
    }),
    inbox: store,
    tokens: { find: () => Promise.reject(new Error('nobody knows this token')) },
    index: createSubscriptionIndex([everything]),
    clock,
    log: silentLog,
    wake: () => undefined,
  });
  return {
    async look(feed: readonly Activity[]) {
      records = feed;
      await tick(new AbortController().signal);
      const { pending } = await store.laneWork(CHANNEL, 1_000);
      return pending.map(({ alert }) => alert.key);
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

describe('taking in what the feed shows', () => {
  it('tells nothing of the first look', async () => {
    await using scene = await createScene();
    expect(await scene.look(sales(5))).toEqual([]);
  });

  it('tells what comes after it', async () => {
    await using scene = await createScene();
    const feed = sales(7);
    await scene.look(feed.slice(2));
    expect(await scene.look(feed)).toEqual(['sale:id:s6', 'sale:id:s7']);
  });

  it('tells a record that came late, below what the first look showed', async () => {
    await using scene = await createScene();
    const feed = sales(5);
    await scene.look(feed.toSpliced(1, 1));
    expect(await scene.look(feed)).toEqual(['sale:id:s4']);
  });

  it('does not take history for news when a later look reaches further back', async () => {
    await using scene = await createScene();
    const feed = sales(400);
    await scene.look(feed.slice(200));
    expect(await scene.look(feed)).toHaveLength(200);
    await using deeper = await createScene();
    await deeper.look(feed.slice(150));
    const told = await deeper.look([...feed.slice(149, 150), ...feed.slice(150, 240), ...feed.slice(260)]);
    expect(told).toEqual(['sale:id:s251']);
  });

  it.each([
    ['behind', -9],
    ['ahead', 9],
  ])('tells every sale though the bot’s clock is %s by minutes', async (_, minutes) => {
    const clock = createManualClock(Date.UTC(2026, 0, 1) + minutes * 60_000);
    await using scene = await createScene(clock);
    await scene.look([]);
    expect(await scene.look([sale()])).toEqual(['sale:id:a1']);
  });

  it('does not take history for news when the first answer was empty by mistake', async () => {
    const clock = createManualClock(Date.UTC(2026, 0, 1, 1));
    await using scene = await createScene(clock);
    await scene.look([]);
    expect(await scene.look(sales(30))).toEqual([]);
  });
});
