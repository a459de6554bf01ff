import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLAIN_CHANNEL } from '../../src/domain/settings.ts';
import { createDispatcher } from '../../src/pipeline/delivery/dispatcher.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { saleAlert } from '../support/build-alert.ts';
import { createManualClock } from '../support/manual-clock.ts';
import type { Behaviour } from '../support/model-channel.ts';
import { silentLog } from '../support/silent-log.ts';
import { CHANNEL, createScene, keysOf, sales } from './delivery/scene.ts';

const MINUTE = 60_000;

describe('delivery to one channel', () => {
  it('posts what waits, oldest first', async () => {
    await using scene = await createScene();
    await scene.enqueue(...sales(3));
    expect(scene.channel.told()).toEqual(keysOf(sales(3)));
  });

  it('puts up to ten alerts into one message when the channel lags', async () => {
    await using scene = await createScene();
    await scene.enqueue(...sales(23));
    expect(scene.channel.messages.map((message) => message.keys.length)).toEqual([10, 10, 3]);
    expect(scene.channel.told()).toEqual(keysOf(sales(23)));
  });

  it('waits as long as a rate limit says, and goes on', async () => {
    await using scene = await createScene();
    scene.channel.order('rate limit');
    await scene.enqueue(saleAlert(1));
    await scene.clock.advance(1_499);
    expect(scene.channel.told()).toEqual([]);
    await scene.clock.advance(1);
    expect(scene.channel.told()).toEqual(['sale:id:1']);
  });

  it('asks again with the same nonce when the answer was lost, and does not post twice', async () => {
    await using scene = await createScene();
    scene.channel.order('lose the answer');
    await scene.enqueue(saleAlert(1), saleAlert(2));
    await scene.enqueue(saleAlert(3));
    expect(scene.channel.told()).toEqual(['sale:id:1', 'sale:id:2']);
    await scene.clock.advance(10_000);
    expect(scene.channel.told()).toEqual(['sale:id:1', 'sale:id:2', 'sale:id:3']);
  });

  it('holds later alerts back until the fate of an earlier message is known', async () => {
    await using scene = await createScene();
    scene.channel.order('fail before accepting');
    await scene.enqueue(saleAlert(1));
    await scene.enqueue(saleAlert(2));
    expect(scene.channel.told()).toEqual([]);
    await scene.clock.advance(10_000);
    expect(scene.channel.told()).toEqual(['sale:id:1', 'sale:id:2']);
  });

  it('looks into the channel before it sends again once Discord has forgotten the nonce', async () => {
    await using scene = await createScene();
    scene.channel.order('lose the answer', ...Array<Behaviour>(20).fill('fail before accepting'));
    await scene.enqueue(saleAlert(1));
    await scene.clock.advance(3 * MINUTE);
    expect(scene.channel.told()).toEqual(['sale:id:1']);
    expect((await scene.store.laneWork(CHANNEL, 10)).unsettled).toBeNull();
  });

  it('sends again what is not in the channel, however long Discord failed', async () => {
    await using scene = await createScene();
    scene.channel.order(...Array<Behaviour>(40).fill('fail before accepting'));
    await scene.enqueue(saleAlert(1));
    await scene.clock.advance(30 * MINUTE);
    expect(scene.channel.told()).toEqual(['sale:id:1']);
  });

  it('keeps as dead what it can neither send safely nor look for, where nobody can be asked', async () => {
    await using scene = await createScene();
    scene.channel.setReading('unreadable');
    scene.channel.order('lose the answer', ...Array<Behaviour>(20).fill('fail before accepting'));
    await scene.enqueue(saleAlert(1));
    await scene.clock.advance(2 * MINUTE);
    await scene.enqueue(saleAlert(2));
    await scene.clock.advance(10 * MINUTE);
    expect(scene.channel.told()[0]).toBe('sale:id:1');
    expect(scene.channel.told().filter((key) => key === 'sale:id:1')).toHaveLength(1);
  });

  it('sends plain text when Discord refuses the embed', async () => {
    await using scene = await createScene();
    scene.channel.order('refuse as invalid');
    await scene.enqueue(saleAlert(1));
    expect(scene.channel.messages.map((message) => message.form)).toEqual(['plain']);
  });

  it('sends the alerts of a refused batch one by one, so that one bad alert costs the others nothing', async () => {
    await using scene = await createScene();
    scene.channel.order('refuse as invalid', 'accept', 'refuse as invalid');
    await scene.enqueue(...sales(3));
    expect(scene.channel.messages.map(({ keys: told, form }) => [told.length, form])).toEqual([
      [1, 'rich'],
      [1, 'plain'],
      [1, 'rich'],
    ]);
    expect(scene.channel.told()).toEqual(keysOf(sales(3)));
  });

  it('goes on past an alert that Discord takes in no form', async () => {
    await using scene = await createScene();
    scene.channel.order('refuse as invalid', 'refuse as invalid');
    await scene.enqueue(saleAlert(1));
    await scene.enqueue(saleAlert(2));
    expect(scene.channel.told()).toEqual(['sale:id:2']);
  });

  it('stops at a missing permission without asking again, and goes on when a subscription opens the lane', async () => {
    await using scene = await createScene();
    scene.channel.order('take permission away');
    await scene.enqueue(saleAlert(1));
    await scene.clock.advance(MINUTE);
    expect(scene.channel.told()).toEqual([]);
    expect(await scene.store.laneStatuses([CHANNEL])).toMatchObject([
      { state: 'paused', problemCode: 50013, waiting: 1 },
    ]);
    await scene.reopen();
    await scene.enqueue(saleAlert(2));
    expect(scene.channel.told()).toEqual(['sale:id:1', 'sale:id:2']);
  });

  it('does not forget that a message may be there when a repeated try is refused', async () => {
    await using scene = await createScene();
    scene.channel.order('lose the answer', 'rate limit', 'take permission away');
    await scene.enqueue(saleAlert(1));
    await scene.clock.advance(5 * MINUTE);
    await scene.reopen();
    await scene.enqueue(saleAlert(2));
    await scene.clock.advance(MINUTE);
    expect(scene.channel.told()).toEqual(['sale:id:1', 'sale:id:2']);
  });

  it('sends nothing more once the token is refused, and says so once', async () => {
    await using scene = await createScene();
    scene.channel.order('refuse the token');
    await scene.enqueue(saleAlert(1));
    await scene.enqueue(saleAlert(2));
    await scene.clock.advance(MINUTE);
    expect(scene.channel.told()).toEqual([]);
    expect(scene.unauthorized()).toBe(1);
  });

  it('does not tell what waited longer than six hours', async () => {
    await using scene = await createScene();
    scene.channel.order('take permission away');
    await scene.enqueue(saleAlert(1));
    await scene.clock.advance(7 * 60 * MINUTE);
    const fresh = saleAlert(2, { occurredAt: Math.floor(scene.clock.now() / 1_000) });
    await scene.reopen();
    await scene.enqueue(fresh);
    expect(scene.channel.told()).toEqual(['sale:id:2']);
  });

  it('takes up after a restart what an earlier process left behind', async () => {
    await using scene = await createScene();
    scene.channel.order('crash after accepting');
    await scene.enqueue(saleAlert(1), saleAlert(2));
    await scene.restart();
    await scene.clock.advance(10_000);
    expect(scene.channel.told()).toEqual(['sale:id:1', 'sale:id:2']);
  });

  it('survives any sequence of faults and restarts: each alert once, in order', async () => {
    const fault = fc.constantFrom<Behaviour>(
      'accept',
      'lose the answer',
      'fail before accepting',
      'rate limit',
      'no connection',
      'crash before the request',
      'crash after accepting',
    );
    const step = fc.oneof(
      fc.record({ type: fc.constant('enqueue' as const), count: fc.integer({ min: 1, max: 13 }) }),
      fc.record({ type: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 90_000 }) }),
      fc.record({ type: fc.constant('restart' as const) }),
      fc.record({ type: fc.constant('faults' as const), faults: fc.array(fault, { maxLength: 8 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        await using scene = await createScene();
        let count = 0;
        for (const next of steps) {
          if (next.type === 'wait') await scene.clock.advance(next.ms);
          if (next.type === 'restart') await scene.restart();
          if (next.type === 'faults') scene.channel.order(...next.faults);
          if (next.type === 'enqueue') {
            await scene.enqueue(...Array.from({ length: next.count }, () => saleAlert((count += 1))));
          }
        }
        await scene.restart();
        await scene.clock.advance(60 * MINUTE);
        expect(scene.channel.told()).toEqual(keysOf(sales(count)));
      }),
      { numRuns: 40 },
    );
  });
});

describe('many channels', () => {
  it('do not wait for one another', async () => {
    const clock = createManualClock();
    await using store = await openSqliteStore({
      databaseUrl: 'sqlite::memory:',
      log: silentLog,
      now: clock.now,
    });
    const told: string[] = [];
    await using dispatcher = createDispatcher({
      outbox: store,
      notifier: {
        aheadMs: () => 0,
        capacity: () => 10,
        async send(post) {
          if (post.channelId === 'slow')
            return { type: 'ambiguous', detail: 'status 500', serverError: true };
          told.push(post.channelId);
          return { type: 'sent', messageId: '1' };
        },
        readBack: async () => ({ type: 'unavailable', detail: 'down' }),
        edit: async () => ({ type: 'done' }),
        redraw: async () => ({ type: 'done' }),
        publish: async () => ({ type: 'done' }),
      },
      rules: { settingsOf: () => PLAIN_CHANNEL, timeZoneOf: () => 'UTC' },
      clock,
      random: () => 0.5,
      log: silentLog,
      onStopped: () => expect.unreachable(),
      onUnauthorized: () => expect.unreachable(),
    });
    const addressee = (channelId: string) => ({ channelId, subscriptionIds: [], unlessShown: false });
    const channelIds = ['slow', ...Array.from({ length: 50 }, (_, position) => `c${position}`)];
    dispatcher.wake(
      await store.intake({
        at: clock.now(),
        seen: ['k'],
        alerts: [{ alert: saleAlert(1), channels: channelIds.map(addressee) }],
        topics: [],
        trades: [],
        gap: null,
        newsAfter: null,
      }),
    );
    await clock.advance(1_200);
    expect(told.toSorted()).toEqual(channelIds.slice(1).toSorted());
  });
});
