import { describe, expect, it } from 'vitest';
import { DEFAULT_CHANNEL_SETTINGS } from '#src/alerts/settings.ts';
import { personTarget } from '#src/alerts/target.ts';
import { createDispatcher } from '#src/outbox/dispatcher.ts';
import type { Notifier } from '#src/outbox/notifier.ts';
import type { OpenOutcome, ReadBack, SendOutcome } from '#src/outbox/posting.ts';
import { openStore } from '#src/store/open.ts';
import { newSubscription, saleAlert } from '../support/build-alert.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { WITHOUT_CHARTS } from '../support/no-charts.ts';
import { recordingLog, silentLog } from '../support/silent-log.ts';
import { createScenario } from './scenario.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const ERROR = 50;
const userIdOf = (number: number): string => `7000000000000${10_000 + number}`;

/** People who watch all sales, and a Discord that does what is planned, or accepts. */
async function createWatchers(
  count: number,
  plan: { readonly openings?: readonly OpenOutcome[]; readonly messages?: readonly SendOutcome[] } = {},
) {
  await using parts = new AsyncDisposableStack();
  const clock = createManualClock();
  const store = parts.use(
    await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now }),
  );
  const people = Array.from({ length: count }, (_, number) => userIdOf(number));
  for (const userId of people) {
    const guildId = personTarget(userId);
    await store.addSubscription(newSubscription(guildId, { guildId, createdBy: userId }));
  }
  const openings: { readonly userId: string; readonly at: number }[] = [];
  const sent: { readonly to: string | null; readonly key: string | undefined }[] = [];
  const planned: {
    readonly openings: OpenOutcome[];
    readonly messages: SendOutcome[];
    readonly readBacks: ReadBack[];
  } = {
    readBacks: [],
    openings: [...(plan.openings ?? [])],
    messages: [...(plan.messages ?? [])],
  };
  /** What happens while messages are on their way, one after the other. */
  const during: (() => Promise<void>)[] = [];
  /** Grows when Discord gives people other channels. */
  let generation = 1;
  const notifier: Notifier = {
    ...WITHOUT_CHARTS,
    clockOffsetMs: () => 0,
    capacity: () => 1,
    async openDirectMessage(userId) {
      openings.push({ userId, at: clock.now() });
      return planned.openings.shift() ?? { type: 'opened', channelId: `${generation}-${userId}` };
    },
    async send({ alerts }, { person }) {
      await during.shift()?.();
      const outcome = planned.messages.shift() ?? { type: 'sent', messageId: String(sent.length + 1) };
      if (outcome.type === 'sent') sent.push({ to: person?.directChannelId ?? null, key: alerts[0]?.key });
      return outcome;
    },
    readBack: async () => planned.readBacks.shift() ?? { type: 'absent' },
    edit: async () => ({ type: 'done' }),
    publish: async () => ({ type: 'done' }),
  };
  let notices = 0;
  const { log, lines } = recordingLog();
  const startProcess = () =>
    createDispatcher({
      report: () => undefined,
      outbox: store,
      people: store.people,
      notifier,
      rules: { settingsOf: () => DEFAULT_CHANNEL_SETTINGS, timeZoneOf: () => 'UTC' },
      clock,
      random: () => 0.5,
      log,
      onStopped: () => {
        notices += 1;
      },
      onUnauthorized: () => expect.unreachable(),
    });
  let dispatcher = startProcess();
  await dispatcher.start();
  const held = parts.move();
  return {
    clock,
    store,
    people,
    lines,
    openings,
    sent,
    planned,
    during,
    notices: () => notices,
    moveChannels() {
      generation += 1;
    },
    /** A sale for everybody, or for these. */
    async sell(number: number, buyers = people) {
      const woken = await store.ingest({
        at: clock.now(),
        seen: [],
        alerts: [
          {
            alert: { ...saleAlert(number), occurredAt: clock.now() / 1_000 },
            channels: buyers.map((userId) => ({
              channelId: personTarget(userId),
              subscriptionIds: [],
              skipIfLive: false,
            })),
          },
        ],
        topics: [],
        trades: [],
        gap: null,
        newRecordsAfter: null,
      });
      dispatcher.wake(woken);
      await clock.advance(0);
    },
    async resume(userId: string) {
      await store.people.resume(userId);
      dispatcher.wake([personTarget(userId)]);
      await clock.advance(0);
    },
    async retry() {
      await dispatcher.retryStopped();
    },
    async restart() {
      await dispatcher[Symbol.asyncDispose]();
      dispatcher = startProcess();
      await dispatcher.start();
    },
    async [Symbol.asyncDispose]() {
      await dispatcher[Symbol.asyncDispose]();
      await held[Symbol.asyncDispose]();
      // Who watches stands in no line of the log, whatever happens.
      for (const userId of people) expect(JSON.stringify(lines)).not.toContain(userId);
    },
  };
}

describe('a queue of a person', () => {
  it('opens their direct messages when they begin to watch, and keeps them open', async () => {
    await using watchers = await createWatchers(1);
    await watchers.clock.advance(0);
    expect(watchers.openings).toHaveLength(1);

    await watchers.sell(1);
    await watchers.sell(2);
    await watchers.clock.advance(MINUTE_MS);
    await watchers.restart();
    await watchers.sell(3);
    await watchers.clock.advance(MINUTE_MS);

    expect(watchers.openings).toHaveLength(1);
    expect(watchers.sent.map(({ to }) => to)).toEqual(Array(3).fill(`1-${userIdOf(0)}`));
    expect(watchers.sent.map(({ key }) => key)).toEqual([1, 2, 3].map((number) => saleAlert(number).key));
    expect(watchers.lines.filter(({ msg }) => msg === 'posted')).toHaveLength(3);
  });

  it.each<OpenOutcome>([
    { type: 'later', retryAfterMs: null, detail: 'status 500' },
    { type: 'later', retryAfterMs: 5_000, detail: 'rate limit (global)' },
  ])('tries again when Discord does not open them now: $detail', async (outcome) => {
    await using watchers = await createWatchers(1, { openings: [outcome] });
    await watchers.sell(1);
    await watchers.clock.advance(MINUTE_MS);

    expect(watchers.sent).toHaveLength(1);
    const [first, second] = watchers.openings.map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(
      outcome.type === 'later' ? (outcome.retryAfterMs ?? 1) : 0,
    );
  });

  it('waits as long as Discord asked, also after a restart', async () => {
    const outcome: OpenOutcome = { type: 'later', retryAfterMs: 10 * MINUTE_MS, detail: 'rate limit' };
    await using watchers = await createWatchers(1, { openings: [outcome] });
    await watchers.sell(1);
    await watchers.restart();
    await watchers.clock.advance(9 * MINUTE_MS);
    expect(watchers.openings).toHaveLength(1);
    await watchers.clock.advance(2 * MINUTE_MS);
    expect(watchers.sent).toHaveLength(1);
  });

  it('opens at most ten in any minute, over restarts, and each in the end', async () => {
    await using watchers = await createWatchers(35);
    await watchers.sell(1);
    for (let second = 0; second < 200; second += 10) {
      await watchers.clock.advance(10_000);
      if (second === 70) await watchers.restart();
    }
    expect(watchers.sent).toHaveLength(35);
    expect(new Set(watchers.openings.map(({ userId }) => userId)).size).toBe(35);
    for (const { at } of watchers.openings) {
      const within = watchers.openings.filter((other) => other.at >= at && other.at < at + MINUTE_MS);
      expect(new Set(within.map(({ userId }) => userId)).size).toBeLessThanOrEqual(10);
    }
  });

  it('has sent the first alert to everybody within seconds, where there was time to open them all', async () => {
    await using watchers = await createWatchers(35);
    await watchers.clock.advance(4 * MINUTE_MS);
    expect(watchers.openings).toHaveLength(35);

    await watchers.sell(1);
    await watchers.clock.advance(5_000);

    expect(watchers.sent).toHaveLength(35);
  });

  it('opens those first for whom a message waits', async () => {
    await using watchers = await createWatchers(35);
    const last = userIdOf(34);
    await watchers.clock.advance(10_000);
    expect(watchers.openings).toHaveLength(10);

    await watchers.sell(1, [last]);
    await watchers.clock.advance(MINUTE_MS);

    expect(watchers.openings[10]).toMatchObject({ userId: last });
    expect(watchers.sent).toEqual([{ to: `1-${last}`, key: saleAlert(1).key }]);
  });

  it('is not refused any more once their direct messages could be opened', async () => {
    const refusal: OpenOutcome = { type: 'stopped', state: 'paused', code: 50_278, detail: '403' };
    await using watchers = await createWatchers(1, { openings: [refusal] });
    const [userId = ''] = watchers.people;
    await watchers.clock.advance(MINUTE_MS);
    await expect(watchers.store.people.find(userId)).resolves.toMatchObject({ refusalCode: 50_278 });

    // The daily try.
    await watchers.clock.advance(24 * HOUR_MS);
    await watchers.retry();
    await watchers.clock.advance(MINUTE_MS);

    expect(watchers.openings).toHaveLength(2);
    await expect(watchers.store.people.find(userId)).resolves.toMatchObject({ refusedSince: null });
  });

  it.each([
    [
      'the opening',
      { openings: [{ type: 'stopped', state: 'paused', code: 50_278, detail: '403' }] as const },
    ],
    ['a message', { messages: [{ type: 'stopped', state: 'paused', code: 50_278, detail: '403' }] as const }],
  ])('stops without a notice when Discord refuses %s, and loses nothing', async (_, plan) => {
    await using watchers = await createWatchers(1, plan);
    const userId = userIdOf(0);
    await watchers.sell(1);
    await watchers.sell(2);
    await watchers.clock.advance(HOUR_MS);
    expect(watchers.sent).toEqual([]);
    expect(watchers.notices()).toBe(0);
    await expect(watchers.store.people.takeRefusalToTell(userId)).resolves.toMatchObject({
      code: 50_278,
      pausedWatches: 1,
    });

    await watchers.resume(userId);
    await watchers.clock.advance(MINUTE_MS);

    expect(watchers.sent.map(({ key }) => key)).toEqual([saleAlert(1).key, saleAlert(2).key]);
  });

  it('opens a direct message channel anew that is gone, and stops when it goes again', async () => {
    await using watchers = await createWatchers(1);
    const gone = { type: 'stopped', state: 'closed', code: 10_003, detail: '404' } as const;
    await watchers.sell(1);
    await watchers.clock.advance(2 * HOUR_MS);
    watchers.moveChannels();
    watchers.planned.messages.push(gone);
    await watchers.sell(2);
    await watchers.clock.advance(MINUTE_MS);
    expect(watchers.sent.map(({ to }) => to)).toEqual([`1-${userIdOf(0)}`, `2-${userIdOf(0)}`]);

    watchers.planned.messages.push(gone);
    await watchers.sell(3);
    await watchers.clock.advance(MINUTE_MS);

    expect(watchers.openings).toHaveLength(2);
    await expect(watchers.store.people.find(userIdOf(0))).resolves.toMatchObject({ refusalCode: 10_003 });
  });

  it.each<[string, ReadBack, readonly number[]]>([
    ['is there', { type: 'found', messageId: '9' }, [2]],
    ['is not there', { type: 'absent' }, [1, 2]],
  ])(
    'loses nothing when Discord once does not know the channel while a lost message is searched that %s',
    async (_, result, later) => {
      await using watchers = await createWatchers(1);
      watchers.planned.messages.push({ type: 'ambiguous', detail: 'no answer', serverError: false });
      watchers.planned.readBacks.push({ type: 'gone', code: 10_003, detail: '404 10003' }, result);
      await watchers.sell(1);
      watchers.clock.set(2 * MINUTE_MS);
      await watchers.sell(2);
      await watchers.clock.advance(MINUTE_MS);
      expect(watchers.sent).toEqual([]);

      await watchers.resume(userIdOf(0));
      await watchers.clock.advance(MINUTE_MS);

      expect(watchers.sent.map(({ key }) => key)).toEqual(later.map((number) => saleAlert(number).key));
    },
  );

  it('posts a lost message again when Discord once refuses to show the messages', async () => {
    await using watchers = await createWatchers(1);
    watchers.planned.messages.push({ type: 'ambiguous', detail: 'no answer', serverError: false });
    watchers.planned.readBacks.push({ type: 'unreadable' });
    await watchers.sell(1);
    watchers.clock.set(2 * MINUTE_MS);
    await watchers.clock.advance(MINUTE_MS);
    expect(watchers.sent.map(({ key }) => key)).toEqual([saleAlert(1).key]);
  });

  it('gives up a lost message when Discord refuses for five minutes to show the messages', async () => {
    await using watchers = await createWatchers(1);
    watchers.planned.messages.push({ type: 'ambiguous', detail: 'no answer', serverError: false });
    watchers.planned.readBacks.push(...Array.from({ length: 100 }, () => ({ type: 'unreadable' }) as const));
    await watchers.sell(1);
    watchers.clock.set(2 * MINUTE_MS);
    await watchers.clock.advance(4 * MINUTE_MS);
    const given = () => watchers.store.deadDeliveries([personTarget(userIdOf(0))], 0);
    expect(await given()).toEqual([]);
    await watchers.clock.advance(3 * MINUTE_MS);
    expect(await given()).toMatchObject([{ count: 1, reason: 'unverifiable' }]);
    expect(watchers.sent).toEqual([]);
  });

  it('ends when the person is forgotten while a message is on its way', async () => {
    await using watchers = await createWatchers(1);
    watchers.planned.messages.push({ type: 'ambiguous', detail: 'no answer', serverError: false });
    await watchers.sell(1);
    await watchers.store.people.forget(userIdOf(0));
    await watchers.clock.advance(HOUR_MS);
    expect(watchers.sent).toEqual([]);
    expect(watchers.openings).toHaveLength(1);
  });

  it('ends when the person removes their last watch while the answer to a message is missing', async () => {
    await using watchers = await createWatchers(1);
    const guildId = personTarget(userIdOf(0));
    watchers.planned.messages.push({ type: 'ambiguous', detail: 'no answer', serverError: false });
    await watchers.sell(1);
    const [watch] = await watchers.store.subscriptionsOf(guildId);
    await watchers.store.removeSubscription(guildId, watch?.id ?? 0);
    await watchers.clock.advance(HOUR_MS);
    expect(watchers.sent).toEqual([]);
  });

  it('ends without an error when the person is forgotten while their message is being accepted', async () => {
    await using watchers = await createWatchers(1);
    watchers.during.push(() => watchers.store.people.forget(userIdOf(0)));
    await watchers.sell(1);
    await watchers.clock.advance(HOUR_MS);
    expect(watchers.sent).toHaveLength(1);
    expect(watchers.lines.filter(({ level }) => level >= ERROR)).toEqual([]);
  });

  it('goes on after an error', async () => {
    await using watchers = await createWatchers(1);
    watchers.during.push(() => Promise.reject(new Error('no memory')));
    await watchers.sell(1);
    await watchers.clock.advance(MINUTE_MS);
    expect(watchers.sent).toHaveLength(1);
    expect(watchers.lines.filter(({ level }) => level >= ERROR)).toHaveLength(1);
  });

  it('ends with all others when Discord refuses the token', async () => {
    await using scenario = await createScenario({
      openDirectMessage: async () => ({ type: 'unauthorized' }),
    });
    await scenario.watch('1');
    await scenario.takeIn({ to: [personTarget('1')], alerts: [saleAlert(1)] });
    await scenario.clock.advance(MINUTE_MS);
    expect(scenario.unauthorized()).toBe(1);
    await scenario.enqueue(saleAlert(2));
    expect(scenario.channel.requests).toEqual([]);
  });
});
