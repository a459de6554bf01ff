import { describe, expect, it } from 'vitest';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import { auctionAlert } from '../../support/build-alert.ts';
import {
  addressed,
  begin,
  GENERAL,
  ingestionOf,
  ruleFor,
  SALES,
  sale,
  salesFor,
  send,
  sixHoursAfter,
  waitingKeys,
} from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const HOUR_MS = 3_600_000;

function ending(key: string) {
  return auctionAlert({ topic: 'auction_ending', key, liveKey: null, leads: [10], occurredAt: 1_000 });
}

/** The part of `DeliveryStore` that decides the order of a queue and what is held back. */
export function describeSummaries(harness: StoreHarness): void {
  describe('an auction about to end', () => {
    const given = storeForEachTest(harness);

    it('goes before everything else that waits, and after one that came earlier', async () => {
      await given.store.ingest(
        ingestionOf([
          addressed(sale('a'), SALES),
          addressed(ending('e1'), SALES),
          addressed(sale('b'), SALES),
          addressed(ending('e2'), SALES),
        ]),
      );
      expect(await waitingKeys(given.store, SALES)).toEqual(['e1', 'e2', 'a', 'b']);
    });

    it('waits for earlier alerts about it', async () => {
      const of = (kind: 'auction_started' | 'auction_ending', topic: string) =>
        addressed(auctionAlert({ topic: kind, key: `${kind} ${topic}`, liveKey: topic }), SALES);
      await given.store.ingest(
        ingestionOf([
          addressed(sale('a'), SALES),
          of('auction_started', 'A'),
          of('auction_ending', 'A'),
          of('auction_ending', 'B'),
        ]),
      );
      expect(await waitingKeys(given.store, SALES)).toEqual([
        'auction_ending B',
        'a',
        'auction_started A',
        'auction_ending A',
      ]);
    });

    it('goes before the others in its message too, whatever the order they are named in', async () => {
      await given.store.ingest(ingestionOf([addressed(sale('a'), SALES), addressed(ending('e'), SALES)]));
      const { pending } = await given.store.channelWork(SALES, 10);
      const deliveryIds = pending.map(({ id }) => id).toSorted((one, other) => one - other);
      const post = await given.store.startPost({
        channelId: SALES,
        deliveryIds,
        nonce: 'n',
        at: 1,
        layout: 'card',
        pingRoleIds: [],
      });
      expect(post.alerts.map(({ key }) => key)).toEqual(['e', 'a']);
    });

    it('keeps its place before the others when its message was not posted', async () => {
      await given.store.ingest(ingestionOf([addressed(sale('a'), SALES), addressed(ending('e'), SALES)]));
      await given.store.release((await begin(given.store, SALES, 1)).id, { notBefore: 0, alone: false });
      expect(await waitingKeys(given.store, SALES)).toEqual(['e', 'a']);
    });

    it('is summarised like all others, and later ones go before it', async () => {
      await given.store.ingest(ingestionOf([addressed(sale('a'), SALES), addressed(ending('e1'), SALES)]));
      await given.store.summariseWaiting(SALES, { includeUrgent: true });
      await given.store.ingest(ingestionOf([addressed(sale('b'), SALES), addressed(ending('e2'), SALES)]));
      const { pending, waiting, toSummarise } = await given.store.channelWork(SALES, 10);
      expect(pending.map(({ alert, summarised }) => [alert.key, summarised])).toEqual([
        ['e2', false],
        ['a', true],
        ['e1', true],
        ['b', false],
      ]);
      expect({ waiting, toSummarise }).toEqual({ waiting: 4, toSummarise: 2 });
    });
  });

  describe('an auction about to end, while only the others are summarised', () => {
    const given = storeForEachTest(harness);

    it('goes by itself, before the summary', async () => {
      await given.store.ingest(ingestionOf([addressed(sale('a'), SALES), addressed(ending('e'), SALES)]));
      await given.store.ingest(ingestionOf(salesFor(['b'], SALES)));
      await given.store.summariseWaiting(SALES, { includeUrgent: false });
      const { pending, toSummarise } = await given.store.channelWork(SALES, 10);
      expect(pending.map(({ alert, summarised }) => [alert.key, summarised])).toEqual([
        ['e', false],
        ['a', true],
        ['b', true],
      ]);
      expect(toSummarise).toBe(2);
    });
  });

  describe('summarising a queue', () => {
    const given = storeForEachTest(harness);

    it('counts all pending and all summarised deliveries, however few are asked for', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b', 'c'], SALES)));
      await given.store.summariseWaiting(SALES, { includeUrgent: true });
      await given.store.ingest(ingestionOf(salesFor(['d'], SALES)));
      expect(await given.store.channelWork(SALES, 1)).toMatchObject({ waiting: 4, toSummarise: 3 });
    });

    it('affects only that queue, and nothing in an empty one', async () => {
      await given.store.summariseWaiting(SALES, { includeUrgent: true });
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES, GENERAL)));
      expect(await given.store.channelWork(SALES, 10)).toMatchObject({ toSummarise: 0 });
      await given.store.summariseWaiting(GENERAL, { includeUrgent: true });
      expect(await given.store.channelWork(SALES, 10)).toMatchObject({ toSummarise: 0 });
      expect(await given.store.channelWork(GENERAL, 10)).toMatchObject({ toSummarise: 1 });
    });

    it('keeps summarised deliveries from expiring', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      await given.store.summariseWaiting(SALES, { includeUrgent: true });
      await given.store.ingest(ingestionOf(salesFor(['b'], SALES)));
      await expect(given.store.expire(SALES, sixHoursAfter(9_999))).resolves.toBe(1);
      expect(await waitingKeys(given.store, SALES)).toEqual(['a']);
    });

    it('still applies to deliveries returned from a summary', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)));
      await given.store.summariseWaiting(SALES, { includeUrgent: true });
      const post = await begin(given.store, SALES, 2, { layout: 'summary' });
      expect(await given.store.channelWork(SALES, 1)).toMatchObject({ waiting: 0, toSummarise: 0 });
      await given.store.release(post.id, { notBefore: 0, alone: false });
      expect(await given.store.channelWork(SALES, 1)).toMatchObject({ waiting: 2, toSummarise: 2 });
    });

    it('ends in one summary, which can hold a thousand alerts and stays one over a retry', async () => {
      const keys = Array.from({ length: 1_000 }, (_, index) => `k${index}`);
      await given.store.ingest(ingestionOf(salesFor(keys, SALES)));
      await given.store.summariseWaiting(SALES, { includeUrgent: true });
      const post = await begin(given.store, SALES, 1_000, { layout: 'summary' });
      expect(post.layout).toBe('summary');
      expect(post.alerts.map(({ key }) => key)).toEqual(keys);
      const retried = await given.store.retryPost(post.id, { at: 3, newWindow: true, layout: 'summary' });
      expect(retried).toMatchObject({ layout: 'summary', attempts: 1 });
      expect(retried.alerts).toHaveLength(1_000);
    });
  });

  describe('the last hour of a queue', () => {
    const given = storeForEachTest(harness);

    it('counts the messages that were accepted in it, and dates the oldest', async () => {
      given.now = 10 * HOUR_MS;
      await given.store.ingest(ingestionOf(salesFor(['a', 'b', 'c', 'd'], SALES, GENERAL)));
      await send(given.store, SALES, 1, { at: 9 * HOUR_MS });
      await send(given.store, SALES, 1, { at: 9 * HOUR_MS + 1 });
      await send(given.store, SALES, 1, { at: 10 * HOUR_MS, messageId: null });
      await given.store.markDead((await begin(given.store, SALES, 1)).id, 'refused');
      await send(given.store, GENERAL, 1, { at: 10 * HOUR_MS });
      expect(await given.store.channelWork(SALES, 1)).toMatchObject({
        postsLastHour: 2,
        oldestPostOfHour: 9 * HOUR_MS + 1,
      });
      given.now = 12 * HOUR_MS;
      expect(await given.store.channelWork(SALES, 1)).toMatchObject({
        postsLastHour: 0,
        oldestPostOfHour: null,
      });
    });
  });

  describe('a ping', () => {
    const given = storeForEachTest(harness);

    it('is frozen with its message, and dated when that is accepted', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)));
      const post = await begin(given.store, SALES, 1, { pingRoleIds: ['600000000000000001'] });
      expect(post.pingRoleIds).toEqual(['600000000000000001']);
      const retried = await given.store.retryPost(post.id, { at: 3, newWindow: false, layout: 'card' });
      expect(retried.pingRoleIds).toEqual(['600000000000000001']);
      expect((await given.store.channelWork(SALES, 1)).lastPings).toEqual(new Map());
      await given.store.markSent(post.id, { messageId: '1', at: 77, publish: false });
      await send(given.store, SALES, 1, { at: 99 });
      expect((await given.store.channelWork(SALES, 1)).lastPings).toEqual(
        new Map([['600000000000000001', 77]]),
      );
    });

    it('is dated for each role of the message, and kept for a day', async () => {
      const [one, two, three] = ['600000000000000001', '600000000000000002', '600000000000000003'];
      const lastPings = async () => Object.fromEntries((await given.store.channelWork(SALES, 1)).lastPings);
      await given.store.ingest(ingestionOf(salesFor(['a', 'b', 'c'], SALES)));
      for (const [pingRoleIds, at] of [
        [[one, two], 1_000],
        [[two], 2_000],
      ] as const) {
        const { id } = await begin(given.store, SALES, 1, { pingRoleIds });
        await given.store.markSent(id, { messageId: `${at}`, at, publish: false });
      }
      expect(await lastPings()).toEqual({ [one]: 1_000, [two]: 2_000 });
      const { id } = await begin(given.store, SALES, 1, { pingRoleIds: [three] });
      await given.store.markSent(id, { messageId: '3', at: 24 * HOUR_MS + 1_500, publish: false });
      expect(await lastPings()).toEqual({ [two]: 2_000, [three]: 24 * HOUR_MS + 1_500 });
    });

    it('is for the roles of the rules that match, as these are when the alert is ingested', async () => {
      const add = async (pingRoles: readonly string[], price_from?: bigint) =>
        (
          await given.store.addSubscription(
            ruleFor(SALES, { pingRoles, filter: { ...MATCH_ALL, price_from } }),
          )
        ).subscription.id;
      const [whales, foxes, plain] = [await add(['1', '2']), await add(['2', '3']), await add([], 5n)];
      const matched = (key: string, subscriptionIds: readonly number[]) => ({
        alert: sale(key),
        channels: [{ channelId: SALES, subscriptionIds, skipIfLive: false }],
      });
      await given.store.ingest(
        ingestionOf([
          matched('a', [whales]),
          matched('b', [whales, foxes]),
          matched('c', [foxes, plain]),
          matched('d', [plain]),
          matched('e', [plain + 1]),
        ]),
      );
      await given.store.removeSubscription(ruleFor(SALES).guildId, whales);
      const { pending } = await given.store.channelWork(SALES, 10);
      expect(pending.map(({ pings }) => pings)).toEqual([
        { roles: ['1', '2'], channelRole: false },
        { roles: ['1', '2', '3'], channelRole: false },
        { roles: ['2', '3'], channelRole: true },
        { roles: [], channelRole: true },
        { roles: [], channelRole: true },
      ]);
    });

    it('is left out for a rule whose conditions of pings do not hold, until they do', async () => {
      const add = async (pingRoles: readonly string[], ping_from: bigint) => {
        const filter = { ...MATCH_ALL, ping_from };
        return (await given.store.addSubscription(ruleFor(SALES, { filter, pingRoles }))).subscription.id;
      };
      const alert = sale('a');
      const price = alert.kind === 'sale' ? (alert.item.price ?? 0n) : 0n;
      const rules = [await add(['1'], price), await add(['2'], price + 1n), await add([], price + 1n)];
      const channels = [{ channelId: SALES, subscriptionIds: rules, skipIfLive: false }];
      await given.store.ingest(ingestionOf([{ alert, channels }]));
      const pings = async () => (await given.store.channelWork(SALES, 10)).pending.map((one) => one.pings);
      expect(await pings()).toEqual([{ roles: ['1'], channelRole: false }]);
      if (alert.kind !== 'sale') throw new Error('It is a sale.');
      const dearer = { ...alert, item: { ...alert.item, price: price + 1n } };
      const revised = [{ alert: dearer, channels, since: 1_000_000, version: null }];
      await given.store.ingest(ingestionOf([], { revised }));
      expect(await pings()).toEqual([{ roles: ['1', '2'], channelRole: true }]);
    });

    it('is also for a rule that matches only while the alert waits', async () => {
      const rule = async (pingRoles: readonly string[]) =>
        (await given.store.addSubscription(ruleFor(SALES, { pingRoles }))).subscription.id;
      const [early, late] = [await rule([]), await rule(['1'])];
      const to = (subscriptionIds: readonly number[]) => [
        { channelId: SALES, subscriptionIds, skipIfLive: false },
      ];
      const alert = sale('a');
      await given.store.ingest(ingestionOf([{ alert, channels: to([early]) }]));
      const revised = [{ alert, channels: to([early, late]), since: 1_000_000, version: null }];
      await given.store.ingest(ingestionOf([], { revised }));
      const { pending } = await given.store.channelWork(SALES, 10);
      expect(pending.map(({ pings }) => pings)).toEqual([{ roles: ['1'], channelRole: true }]);
    });
  });

  describe('a message that is to be published', () => {
    const given = storeForEachTest(harness);

    it('is pending work until it is marked as published, oldest first', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)));
      const first = await begin(given.store, SALES, 1);
      await given.store.markSent(first.id, { messageId: 'm1', at: given.now, publish: true });
      const second = await begin(given.store, SALES, 1);
      await given.store.markSent(second.id, { messageId: 'm2', at: given.now, publish: true });
      expect((await given.store.channelWork(SALES, 1)).unpublished).toEqual({
        postId: first.id,
        messageId: 'm1',
        sentAt: given.now,
      });
      await given.store.markPublished(first.id);
      await given.store.markPublished(first.id);
      expect((await given.store.channelWork(SALES, 1)).unpublished).toMatchObject({ messageId: 'm2' });
      expect(await given.store.channelsWithWork()).toEqual([SALES]);
      await given.store.markPublished(second.id);
      expect((await given.store.channelWork(SALES, 1)).unpublished).toBeNull();
      expect(await given.store.channelsWithWork()).toEqual([]);
    });

    it('lets what is newer go first once it waited for ten minutes', async () => {
      const minute = 60_000;
      const sentAt = [0, 10, 20, 21].map((minutes) => given.now + minutes * minute);
      await given.store.ingest(ingestionOf(salesFor(['a', 'b', 'c', 'd'], SALES)));
      for (const [index, at] of sentAt.entries()) {
        const { id } = await begin(given.store, SALES, 1);
        await given.store.markSent(id, { messageId: `m${index + 1}`, at, publish: true });
      }
      given.now += 25 * minute;
      const order: (string | undefined)[] = [];
      for (let next = 0; next < 4; next += 1) {
        const { unpublished } = await given.store.channelWork(SALES, 1);
        order.push(unpublished?.messageId);
        await given.store.markPublished(unpublished?.postId ?? 0);
      }
      expect(order).toEqual(['m3', 'm4', 'm2', 'm1']);
    });

    it('cannot be when its id is not known', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      const post = await begin(given.store, SALES, 1);
      await given.store.markSent(post.id, { messageId: null, at: 1, publish: true });
      expect((await given.store.channelWork(SALES, 1)).unpublished).toBeNull();
      expect(await given.store.channelsWithWork()).toEqual([]);
    });
  });
}
