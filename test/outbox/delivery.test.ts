import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CHANNEL_SETTINGS } from '#src/alerts/settings.ts';
import { createDispatcher } from '#src/outbox/dispatcher.ts';
import { openStore } from '#src/store/open.ts';
import { saleAlert } from '../support/build-alert.ts';
import { createManualClock } from '../support/manual-clock.ts';
import type { Behaviour } from '../support/model-channel.ts';
import { WITHOUT_CHARTS } from '../support/no-charts.ts';
import { OPEN_TO_ALL } from '../support/open-direct-messages.ts';
import { silentLog } from '../support/silent-log.ts';
import { CHANNEL, createScenario, keysOf, sales } from './scenario.ts';

const MINUTE = 60_000;

describe('delivery to one channel', () => {
  it('posts what waits, oldest first', async () => {
    await using scenario = await createScenario();
    await scenario.enqueue(...sales(3));
    expect(scenario.channel.postedKeys()).toEqual(keysOf(sales(3)));
  });

  it('reads its queue before and after a message, and not again when the permit is there at once', async () => {
    await using scenario = await createScenario();
    await scenario.enqueue(saleAlert(1));
    const before = scenario.readsOfWork();
    await scenario.enqueue(saleAlert(2));
    expect(scenario.readsOfWork() - before).toBe(2);
  });

  it('puts up to ten alerts into one message when the channel lags', async () => {
    await using scenario = await createScenario();
    await scenario.enqueue(...sales(23));
    expect(scenario.channel.messages.map((message) => message.keys.length)).toEqual([10, 10, 3]);
    expect(scenario.channel.postedKeys()).toEqual(keysOf(sales(23)));
  });

  it('waits as long as a rate limit says, and goes on', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('rate limit');
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(1_499);
    expect(scenario.channel.postedKeys()).toEqual([]);
    await scenario.clock.advance(1);
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:1']);
  });

  it('asks again with the same nonce when the answer was lost, and does not post twice', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('lose the answer');
    await scenario.enqueue(saleAlert(1), saleAlert(2));
    await scenario.enqueue(saleAlert(3));
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:1', 'sale:id:2']);
    await scenario.clock.advance(10_000);
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:1', 'sale:id:2', 'sale:id:3']);
  });

  it('holds later alerts back until the fate of an earlier message is known', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('fail before accepting');
    await scenario.enqueue(saleAlert(1));
    await scenario.enqueue(saleAlert(2));
    expect(scenario.channel.postedKeys()).toEqual([]);
    await scenario.clock.advance(10_000);
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:1', 'sale:id:2']);
  });

  it('reads the channel before it sends again after the nonce window', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('lose the answer', ...Array<Behaviour>(20).fill('fail before accepting'));
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(3 * MINUTE);
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:1']);
    expect((await scenario.store.channelWork(CHANNEL, 10)).unsettled).toBeNull();
  });

  it('sends again what is not in the channel, however long Discord failed', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan(...Array<Behaviour>(40).fill('fail before accepting'));
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(30 * MINUTE);
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:1']);
  });

  it('gives up what it can neither send safely nor search for, where no admin can be asked', async () => {
    await using scenario = await createScenario();
    scenario.channel.setReadBack('unreadable');
    scenario.channel.plan('lose the answer', ...Array<Behaviour>(20).fill('fail before accepting'));
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(2 * MINUTE);
    await scenario.enqueue(saleAlert(2));
    await scenario.clock.advance(10 * MINUTE);
    expect(scenario.channel.postedKeys()[0]).toBe('sale:id:1');
    expect(scenario.channel.postedKeys().filter((key) => key === 'sale:id:1')).toHaveLength(1);
  });

  it('sends plain text when Discord refuses the embed', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('refuse as invalid');
    await scenario.enqueue(saleAlert(1));
    expect(scenario.channel.messages.map((message) => message.layout)).toEqual(['text']);
  });

  it('sends the alerts of a refused batch one by one, so that one bad alert costs the others nothing', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('refuse as invalid', 'accept', 'refuse as invalid');
    await scenario.enqueue(...sales(3));
    expect(
      scenario.channel.messages.map(({ keys: postedKeys, layout }) => [postedKeys.length, layout]),
    ).toEqual([
      [1, 'card'],
      [1, 'text'],
      [1, 'card'],
    ]);
    expect(scenario.channel.postedKeys()).toEqual(keysOf(sales(3)));
  });

  it('goes on past an alert that Discord refuses in every layout', async () => {
    await using scenario = await createScenario();
    scenario.channel.poison('sale:id:1', { type: 'invalid', code: 50_035, detail: '400 50035' });
    await scenario.enqueue(saleAlert(1));
    await scenario.enqueue(saleAlert(2));
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:2']);
  });

  it('stops at a missing permission without asking again, and goes on when a subscription opens the queue', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('take permission away');
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual([]);
    expect(await scenario.store.queueStatuses([CHANNEL])).toMatchObject([
      { state: 'paused', problemCode: 50013, waiting: 1 },
    ]);
    await scenario.reopen();
    await scenario.enqueue(saleAlert(2));
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:1', 'sale:id:2']);
  });

  it('keeps in mind that a message may have been posted when a repeated try is refused', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('lose the answer', 'rate limit', 'take permission away');
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(5 * MINUTE);
    await scenario.reopen();
    await scenario.enqueue(saleAlert(2));
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:1', 'sale:id:2']);
  });

  it('sends nothing more once the token is refused, and says so once', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('refuse the token');
    await scenario.enqueue(saleAlert(1));
    await scenario.enqueue(saleAlert(2));
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual([]);
    expect(scenario.unauthorized()).toBe(1);
  });

  it('does not post what waited longer than six hours', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('take permission away');
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(7 * 60 * MINUTE);
    const fresh = saleAlert(2, { occurredAt: Math.floor(scenario.clock.now() / 1_000) });
    await scenario.reopen();
    await scenario.enqueue(fresh);
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:2']);
  });

  it('continues after a restart what an earlier process left unfinished', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('crash after accepting');
    await scenario.enqueue(saleAlert(1), saleAlert(2));
    await scenario.restart();
    await scenario.clock.advance(10_000);
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:1', 'sale:id:2']);
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
        await using scenario = await createScenario();
        let count = 0;
        for (const next of steps) {
          if (next.type === 'wait') await scenario.clock.advance(next.ms);
          if (next.type === 'restart') await scenario.restart();
          if (next.type === 'faults') scenario.channel.plan(...next.faults);
          if (next.type === 'enqueue') {
            await scenario.enqueue(...Array.from({ length: next.count }, () => saleAlert((count += 1))));
          }
        }
        await scenario.restart();
        await scenario.clock.advance(60 * MINUTE);
        expect(scenario.channel.postedKeys()).toEqual(keysOf(sales(count)));
      }),
      { numRuns: 40 },
    );
  });
});

describe('many channels', () => {
  it('do not wait for one another', async () => {
    const clock = createManualClock();
    await using store = await openStore({
      databaseUrl: 'sqlite::memory:',
      log: silentLog,
      now: clock.now,
    });
    const postedKeys: string[] = [];
    await using dispatcher = createDispatcher({
      report: () => undefined,
      outbox: store,
      people: store.people,
      notifier: {
        ...WITHOUT_CHARTS,
        ...OPEN_TO_ALL,
        clockOffsetMs: () => 0,
        capacity: () => 10,
        async send(post) {
          if (post.channelId === 'slow')
            return { type: 'ambiguous', detail: 'status 500', serverError: true };
          postedKeys.push(post.channelId);
          return { type: 'sent', messageId: '1' };
        },
        readBack: async () => ({ type: 'unavailable', detail: 'down', isListOnly: false }),
        edit: async () => ({ type: 'done' }),
        publish: async () => ({ type: 'done' }),
      },
      rules: { settingsOf: () => DEFAULT_CHANNEL_SETTINGS, timeZoneOf: () => 'UTC' },
      clock,
      random: () => 0.5,
      log: silentLog,
      onStopped: () => expect.unreachable(),
      onUnauthorized: () => expect.unreachable(),
    });
    await dispatcher.start();
    const addressee = (channelId: string) => ({ channelId, subscriptionIds: [], skipIfLive: false });
    const channelIds = ['slow', ...Array.from({ length: 50 }, (_, position) => `c${position}`)];
    dispatcher.wake(
      await store.ingest({
        at: clock.now(),
        seen: ['k'],
        alerts: [{ alert: saleAlert(1), channels: channelIds.map(addressee) }],
        topics: [],
        trades: [],
        gap: null,
        newRecordsAfter: null,
      }),
    );
    await clock.advance(1_200);
    expect(postedKeys.toSorted()).toEqual(channelIds.slice(1).toSorted());
  });
});
