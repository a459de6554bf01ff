import { describe, expect, it } from 'vitest';
import type { LimitNotice } from '#src/alerts/person-limit.ts';
import { DEFAULT_PERSON_SETTINGS } from '#src/alerts/settings.ts';
import { personTarget } from '#src/alerts/target.ts';
import { createDispatcher } from '#src/outbox/dispatcher.ts';
import type { Notifier } from '#src/outbox/notifier.ts';
import { openStore } from '#src/store/open.ts';
import { auctionAlert, newSubscription, saleAlert } from '../support/build-alert.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { WITHOUT_CHARTS } from '../support/no-charts.ts';
import { silentLog } from '../support/silent-log.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PERSON = '700000000000000001';
const TARGET = personTarget(PERSON);

interface Sent {
  /** Since the start, minutes. */
  readonly at: number;
  readonly layout: string;
  readonly keys: readonly string[];
  readonly notice: LimitNotice | null;
}

/** Somebody who watches everything, and what they are sent. */
async function createWatcher(settings = DEFAULT_PERSON_SETTINGS) {
  await using parts = new AsyncDisposableStack();
  const clock = createManualClock();
  const startedAt = clock.now();
  const store = parts.use(
    await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now }),
  );
  const added = await store.addSubscription(newSubscription(TARGET, { guildId: TARGET, createdBy: PERSON }));
  await store.people.noteOpened(PERSON, '1', clock.now());
  const sent: Sent[] = [];
  const notifier: Notifier = {
    ...WITHOUT_CHARTS,
    clockOffsetMs: () => 0,
    capacity: () => 1,
    openDirectMessage: async () => ({ type: 'opened', channelId: '1' }),
    async send({ alerts, layout, limitNotice = null }) {
      const at = (clock.now() - startedAt) / MINUTE_MS;
      sent.push({ at, layout, keys: alerts.map(({ key }) => key), notice: limitNotice });
      return { type: 'sent', messageId: String(sent.length) };
    },
    readBack: async () => ({ type: 'absent' }),
    edit: async () => ({ type: 'done' }),
    publish: async () => ({ type: 'done' }),
  };
  let chosen = settings;
  const dispatcher = createDispatcher({
    report: () => undefined,
    outbox: store,
    people: store.people,
    notifier,
    rules: { settingsOf: () => chosen, timeZoneOf: () => 'UTC' },
    clock,
    random: () => 0.5,
    log: silentLog,
    onStopped: () => undefined,
    onUnauthorized: () => expect.unreachable(),
  });
  parts.use(dispatcher);
  await dispatcher.start();
  let number = 0;
  const to = (isPersonal: boolean) => [
    {
      channelId: TARGET,
      subscriptionIds: added === null || !('subscription' in added) ? [] : [added.subscription.id],
      skipIfLive: false,
      isPersonal,
    },
  ];
  const held = parts.move();
  return {
    store,
    sent,
    startedAt,
    choose(hourlyLimit: number) {
      chosen = { ...chosen, hourlyLimit };
    },
    /** A sale every so often. */
    async sell(count: number, everyMs = 1_000) {
      for (let sold = 0; sold < count; sold += 1) {
        number += 1;
        const alert = { ...saleAlert(number), occurredAt: clock.now() / 1_000 };
        const batch = { at: clock.now(), seen: [], topics: [], trades: [], gap: null, newRecordsAfter: null };
        dispatcher.wake(await store.ingest({ ...batch, alerts: [{ alert, channels: to(false) }] }));
        await clock.advance(everyMs);
      }
    },
    /** A bid on an auction; `isPersonal`: it outbids the person. */
    async bid(key: string, isPersonal: boolean, auction = key) {
      const alert = auctionAlert({
        ...{ topic: 'auction_bid', key, auction, liveKey: `auction:${auction}` },
        occurredAt: clock.now() / 1_000,
      });
      const batch = { at: clock.now(), baseline: false, tracked: [], dropped: [], topics: [] };
      const alerts = [{ alert, channels: to(isPersonal) }];
      dispatcher.wake(await store.ingestAuctions({ ...batch, alerts }));
      await clock.advance(1_000);
    },
    advance: (ms: number) => clock.advance(ms),
    [Symbol.asyncDispose]: () => held[Symbol.asyncDispose](),
  };
}

const layouts = (sent: readonly Sent[]) => sent.map(({ layout }) => layout);

describe('the hourly limit of a person', () => {
  it('lets twenty messages through, says so in the last one, and sums up the rest an hour after the first', async () => {
    await using watcher = await createWatcher();
    await watcher.sell(25);

    expect(layouts(watcher.sent)).toEqual(Array(20).fill('card'));
    const notices = watcher.sent.map(({ notice }) => notice);
    expect(notices.slice(0, 19)).toEqual(Array(19).fill(null));
    expect(notices[19]).toEqual({ until: watcher.startedAt + HOUR_MS, limit: 20, watch: 1 });

    await watcher.advance(HOUR_MS - 26_000);
    expect(watcher.sent).toHaveLength(20);
    await watcher.advance(2_000);
    expect(watcher.sent.at(-1)).toMatchObject({ at: 60, layout: 'summary' });
    expect(watcher.sent.at(-1)?.keys).toHaveLength(5);
  });

  it('sends one summary an hour while more comes', async () => {
    await using watcher = await createWatcher();
    await watcher.sell(20);
    await watcher.sell(180, MINUTE_MS);

    const summaries = watcher.sent.filter(({ layout }) => layout === 'summary');
    for (const [place, { at }] of summaries.entries())
      expect(at - (summaries[place - 1]?.at ?? at - 60)).toBeGreaterThanOrEqual(59);
    const early = watcher.sent.filter(({ at }) =>
      watcher.sent.some(
        (one) =>
          one.notice !== null && one.at < at && at < (one.notice.until - watcher.startedAt) / MINUTE_MS,
      ),
    );
    expect(early).toEqual([]);
    expect(watcher.sent.flatMap(({ keys }) => keys)).toHaveLength(
      new Set(watcher.sent.flatMap(({ keys }) => keys)).size,
    );
  });

  it('does not hold back what is urgent, whatever waits about the same auction', async () => {
    await using watcher = await createWatcher();
    await watcher.sell(22);
    await watcher.bid('ordinary', false, 'a');
    await watcher.bid('outbid', true, 'a');
    await watcher.bid('another', true, 'b');

    expect(watcher.sent.slice(20).map(({ keys }) => keys)).toEqual([['outbid'], ['another']]);
    await watcher.advance(HOUR_MS);
    expect(watcher.sent.slice(22)).toMatchObject([{ at: 60, layout: 'summary' }]);
    expect(watcher.sent.at(-1)?.keys).toEqual(['sale:id:21', 'sale:id:22', 'ordinary']);
  });

  it('is exceeded by what is urgent up to sixty messages, and what is beyond goes into the summary', async () => {
    await using watcher = await createWatcher();
    for (let number = 1; number <= 70; number += 1) await watcher.bid(`bid ${number}`, true);

    expect(watcher.sent).toHaveLength(60);
    await watcher.advance(HOUR_MS);
    expect(watcher.sent.slice(60)).toMatchObject([{ layout: 'summary' }]);
    expect(watcher.sent.at(-1)?.keys).toHaveLength(10);
  });

  it('is another one at once when the person changes it', async () => {
    await using watcher = await createWatcher();
    await watcher.sell(21);
    watcher.choose(40);
    await watcher.sell(1);

    expect(watcher.sent.slice(20).map(({ layout }) => layout)).toEqual(['summary', 'card']);
  });
});
