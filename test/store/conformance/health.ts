import { describe, expect, it } from 'vitest';
import type { UnreadCounts } from '#src/alerts/unread-reason.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import { newSubscription } from '../../support/build-alert.ts';
import {
  addressed,
  begin,
  GENERAL,
  ingestionOf,
  QUIET,
  SALES,
  sale,
  salesFor,
  send,
  sixHoursAfter,
} from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

/** The contract of `HealthStore`. */
export function describeHealth(harness: StoreHarness): void {
  describe('what was given up', () => {
    const given = storeForEachTest(harness);

    /** Gives up the first waiting alerts of the channel, in one message. */
    async function giveUp(channelId: string, count: number, reason: 'refused' | 'unverifiable') {
      const post = await begin(given.store, channelId, count);
      await given.store.markDead(post.id, reason);
    }

    it('is empty while everything is sent, pending or in flight', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b', 'c'], SALES)));
      await send(given.store, SALES, 1);
      await begin(given.store, SALES, 1);
      await expect(given.store.deadDeliveries([SALES, 'unknown'], 0)).resolves.toEqual([]);
    });

    it('is counted in alerts, by channel and by reason, with the moment of the last', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b', 'c', 'd'], SALES, GENERAL, QUIET)));
      given.now = 6_000_000;
      await giveUp(SALES, 2, 'refused');
      await giveUp(SALES, 1, 'unverifiable');
      given.now = 7_000_000;
      await giveUp(SALES, 1, 'refused');
      await giveUp(GENERAL, 4, 'unverifiable');
      await giveUp(QUIET, 1, 'refused');
      expect(await given.store.deadDeliveries([GENERAL, SALES], 0)).toEqual([
        { channelId: GENERAL, count: 4, lastAt: 7_000_000, reason: 'unverifiable' },
        { channelId: SALES, count: 3, lastAt: 7_000_000, reason: 'refused' },
        { channelId: SALES, count: 1, lastAt: 6_000_000, reason: 'unverifiable' },
      ]);
    });

    it('is left out when it was given up before the time asked for', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)));
      given.now = 6_000_000;
      await giveUp(SALES, 1, 'refused');
      given.now = 7_000_000;
      await giveUp(SALES, 1, 'refused');
      expect(await given.store.deadDeliveries([SALES], 6_000_000)).toMatchObject([{ count: 2 }]);
      expect(await given.store.deadDeliveries([SALES], 6_000_001)).toMatchObject([{ count: 1 }]);
      expect(await given.store.deadDeliveries([SALES], 7_000_001)).toEqual([]);
    });
  });

  describe('what was posted in part', () => {
    const given = storeForEachTest(harness);

    it('is counted by channel and by what it lacks, and apart as plain text', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b', 'c', 'd'], SALES, GENERAL)));
      const sent = { messageId: 'm', publish: false };
      const whole = await begin(given.store, SALES, 1);
      await given.store.markSent(whole.id, { ...sent, at: 5_000 });
      for (const at of [6_000, 7_000]) {
        const { id } = await begin(given.store, SALES, 1);
        await given.store.markSent(id, { ...sent, at, leftOut: ['link', 'picture'] });
      }
      const { id } = await begin(given.store, GENERAL, 1);
      await given.store.retryPost(id, { at: 1, newWindow: true, layout: 'text' });
      await given.store.markSent(id, { ...sent, at: 8_000 });
      expect(await given.store.reducedMessages([GENERAL, SALES], 0)).toEqual([
        { channelId: GENERAL, count: 1, lastAt: 8_000, leftOut: null },
        { channelId: SALES, count: 2, lastAt: 7_000, leftOut: ['link', 'picture'] },
      ]);
      expect(await given.store.reducedMessages([SALES], 7_000)).toMatchObject([{ count: 1 }]);
    });
  });

  describe('what is out of date', () => {
    const given = storeForEachTest(harness);

    it('is nothing in a channel where no message waits for an edit', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      await send(given.store, SALES, 1);
      await given.store.noteEditProblem(SALES, 50_083);
      expect(await given.store.outdatedMessages([SALES, 'unknown'])).toEqual([]);
    });
  });

  describe('what was too old', () => {
    const given = storeForEachTest(harness);

    it('is counted by channel, with the time of the last event', async () => {
      const alerts = [100, 200, 300].map((occurredAt) => sale(`at ${occurredAt}`, { occurredAt }));
      await given.store.ingest(ingestionOf(alerts.map((alert) => addressed(alert, SALES, GENERAL))));
      await given.store.expire(SALES, sixHoursAfter(250));
      expect(await given.store.expiredDeliveries([GENERAL, SALES, 'unknown'], 0)).toEqual([
        { channelId: SALES, count: 2, lastAt: 200_000 },
      ]);
    });

    it('is left out when it happened before the time asked for', async () => {
      const alerts = [100, 200].map((occurredAt) => sale(`at ${occurredAt}`, { occurredAt }));
      await given.store.ingest(ingestionOf(alerts.map((alert) => addressed(alert, SALES))));
      await given.store.expire(SALES, sixHoursAfter(250));
      expect(await given.store.expiredDeliveries([SALES], 200_000)).toMatchObject([{ count: 1 }]);
      expect(await given.store.expiredDeliveries([SALES], 200_001)).toEqual([]);
    });
  });

  describe('the outbox, over all channels,', () => {
    const given = storeForEachTest(harness);

    it('is empty at first', async () => {
      expect(await given.store.outboxFigures()).toEqual({
        waiting: 0,
        oldestWaitingSince: null,
        waitingInStopped: 0,
        sending: 0,
        ambiguous: 0,
        late: { unanswered: 0, refused: 0, limited: 0, queue: 0 },
        toEdit: 0,
        stopped: [],
        rules: 0,
      });
    });

    it('reports pending deliveries, stopped channels with the reason, and unanswered requests', async () => {
      await given.store.addSubscription(newSubscription(QUIET));
      await given.store.ingest(ingestionOf(salesFor(['a', 'b', 'c', 'd'], SALES, GENERAL, QUIET)));
      await send(given.store, SALES, 1);
      await begin(given.store, SALES, 1);
      await given.store.markAmbiguous((await begin(given.store, GENERAL, 2)).id);
      await given.store.stopQueue(QUIET, { state: 'paused', code: 50_013 });
      expect(await given.store.outboxFigures()).toEqual({
        waiting: 4,
        oldestWaitingSince: 1_000,
        waitingInStopped: 4,
        sending: 1,
        ambiguous: 1,
        late: { unanswered: 1, refused: 0, limited: 0, queue: 1 },
        toEdit: 0,
        stopped: [{ state: 'paused', code: 50_013, queues: 1 }],
        rules: 1,
      });
    });
  });

  describe('what is late', () => {
    const given = storeForEachTest(harness);
    const START = 50_000_000;
    const late = (channelIds = [SALES, GENERAL, QUIET]) => given.store.lateQueues(channelIds);

    /** Ingests these alerts at `START`, and queries `ms` later. */
    async function takenIn(keys: readonly string[], channelIds: readonly string[]): Promise<void> {
      given.now = START;
      await given.store.ingest(ingestionOf(salesFor([...keys], ...channelIds), { at: START }));
    }

    it('is nothing within the first minute, nor what is sent, stopped or held back', async () => {
      await given.store.addSubscription(newSubscription(QUIET));
      await takenIn(['a'], [SALES, GENERAL, QUIET]);
      given.now = START + 60_000;
      expect(await late()).toEqual([]);
      await send(given.store, SALES, 1);
      await given.store.summariseWaiting(GENERAL, { includeUrgent: true });
      await given.store.stopQueue(QUIET, { state: 'paused', code: 50_013 });
      given.now = START + 3_600_000;
      expect(await late()).toEqual([]);
    });

    it('is a delivery pending for more than a minute', async () => {
      await takenIn(['a', 'b'], [SALES]);
      given.now = START + 60_001;
      expect(await late()).toMatchObject([{ channelId: SALES, alerts: 2, since: START, reason: 'queue' }]);
      expect(await given.store.outboxFigures()).toMatchObject({
        late: { unanswered: 0, refused: 0, limited: 0, queue: 1 },
      });
    });

    it('is what was written while the clock was ahead: nobody knows for how long it waits', async () => {
      await takenIn(['a'], [SALES]);
      given.now = START - 600_000;
      expect(await late()).toMatchObject([{ channelId: SALES, alerts: 1, since: START - 600_000 }]);
      expect(await given.store.outboxFigures()).toMatchObject({ late: { queue: 1 } });
      given.now = START - 5_000;
      expect(await late()).toEqual([]);
    });

    it('is a message that Discord does not answer, with the deliveries behind it and the tries', async () => {
      await takenIn(['a', 'b', 'c'], [SALES, GENERAL]);
      const post = await begin(given.store, SALES, 2);
      await given.store.markAmbiguous(post.id);
      await given.store.retryPost(post.id, { at: START + 7_000, newWindow: false, layout: 'text' });
      await given.store.summariseWaiting(SALES, { includeUrgent: true });
      given.now = START + 60_001;
      expect(await late([SALES])).toMatchObject([
        { channelId: SALES, alerts: 3, since: 1_000_000, reason: 'unanswered', layout: 'text', tries: 2 },
      ]);
      expect(await given.store.outboxFigures()).toMatchObject({
        late: { unanswered: 1, refused: 0, limited: 0, queue: 1 },
      });
    });

    it('counts from its event where Discord does not answer: the marketplace was not reachable before', async () => {
      given.now = START;
      const alerts = ['a', 'b'].map((key) => addressed(sale(key, { occurredAt: START / 1_000 - 61 }), SALES));
      await given.store.ingest(ingestionOf(alerts, { at: START }));
      const post = await begin(given.store, SALES, 1);
      expect(await late()).toEqual([]);
      await given.store.markAmbiguous(post.id);
      expect(await late()).toMatchObject([{ channelId: SALES, since: START - 61_000, reason: 'unanswered' }]);
      expect(await given.store.outboxFigures()).toMatchObject({ late: { unanswered: 1, queue: 0 } });
    });

    it('is a delivery that Discord asked to wait with, held back or not', async () => {
      await takenIn(['a'], [SALES]);
      const post = await begin(given.store, SALES, 1);
      await given.store.release(post.id, { notBefore: START + 600_000, alone: false });
      await given.store.summariseWaiting(SALES, { includeUrgent: true });
      given.now = START + 60_001;
      expect(await late()).toMatchObject([
        { channelId: SALES, alerts: 1, reason: 'limited', notBefore: START + 600_000 },
      ]);
    });
  });

  describe('a gap of the feed', () => {
    const given = storeForEachTest(harness);

    it('is listed from the given time, newest first', async () => {
      const gaps = [
        { noticedAt: 1_000, oldestReadAt: 1 },
        { noticedAt: 2_000, oldestReadAt: null },
        { noticedAt: 3_000, oldestReadAt: 2.5 },
      ];
      for (const gap of gaps) await given.store.ingest(ingestionOf([], { gap }));
      const expected = gaps.toReversed();
      expect(await given.store.feedGaps(0)).toEqual(expected);
      expect(await given.store.feedGaps(2_000)).toEqual(expected.slice(0, 2));
      expect(await given.store.feedGaps(3_001)).toEqual([]);
    });
  });

  describe('the records of the feed', () => {
    const given = storeForEachTest(harness);

    it('are counted by day, for eight days', async () => {
      const count = (day: number, records: number, unread: UnreadCounts = {}) =>
        given.store.ingest(
          ingestionOf([], {
            ...{ at: day * DAY_MS + 1, seen: [`${day}:${records}`] },
            counts: { records, unread },
          }),
        );
      await count(100, 10, { no_token: 2 });
      await count(100, 5, { no_token: 1, unknown_kind: 1 });
      await count(101, 7);
      expect(await given.store.recordCounts(100 * DAY_MS)).toEqual({
        records: 22,
        unread: { no_token: 3, unknown_kind: 1 },
      });
      expect(await given.store.recordCounts(101 * DAY_MS + 5)).toEqual({ records: 7, unread: {} });
      expect(await given.store.recordCounts(102 * DAY_MS)).toEqual({ records: 0, unread: {} });
      await count(108, 1);
      expect(await given.store.recordCounts(0)).toMatchObject({ records: 8 });
    });
  });
}
