import { describe, expect, it } from 'vitest';
import { tokenKey } from '#src/alerts/missing-details.ts';
import { personTarget } from '#src/alerts/target.ts';
import type { DetectedEvent } from '#src/store/model/detected-event.ts';
import {
  begin,
  GENERAL,
  ITEM,
  ingestionOf,
  prune,
  ruleFor,
  SALES,
  sale,
  salesFor,
  send,
  sweep,
  to,
} from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const DAY_MS = 86_400_000;
const TX = `0x${'ab'.repeat(32)}`;
const LOOKED_UP = {
  missingDetails: { tokens: [], collections: [] },
  isDecided: true,
  dropped: null,
} as const;

/** A sale as it was detected. */
export const detectedSale = (key: string, changes: Partial<DetectedEvent> = {}): DetectedEvent => ({
  alert: sale(key, { txHash: TX }),
  ...LOOKED_UP,
  ...changes,
});

const numbered = (tokenId: string) => ({ ...ITEM, tokenId });

/** A sweep of three tokens as it was detected. */
export const detectedSweep = (key: string): DetectedEvent => ({
  alert: sweep(key, [numbered('1'), numbered('2'), numbered('3')]),
  ...LOOKED_UP,
});

/** The part of the store that answers why an event was posted. */
export function describeEvents(harness: StoreHarness): void {
  describe('detected events', () => {
    const given = storeForEachTest(harness);
    const save = (...detected: readonly DetectedEvent[]) => given.store.ingest(ingestionOf([], { detected }));
    const keysOf = async (found: Promise<readonly { readonly key: string }[]>) =>
      (await found).map(({ key }) => key);

    it('are found by their transaction, newest first', async () => {
      await save(detectedSale('a'), { ...LOOKED_UP, alert: sale('other') });
      await save(detectedSale('b'));
      const find = (limit: number) => given.store.events.find({ by: 'transaction', txHash: TX }, limit);
      expect(await keysOf(find(5))).toEqual(['b', 'a']);
      expect(await keysOf(find(1))).toEqual(['b']);
    });

    it('are found by each of their tokens', async () => {
      await save(detectedSweep('swept'), { ...LOOKED_UP, alert: sale('sold', { item: numbered('2') }) });
      const find = (tokenId: string) =>
        given.store.events.find({ by: 'token', token: tokenKey(ITEM.collection, tokenId) }, 5);
      expect(await keysOf(find('1'))).toEqual(['swept']);
      expect(await keysOf(find('2'))).toEqual(['sold', 'swept']);
      expect(await keysOf(find('9'))).toEqual([]);
    });

    it('are as they were detected, without pictures', async () => {
      await save({
        ...detectedSale('a'),
        missingDetails: { tokens: ['t'], collections: [] },
        isDecided: false,
      });
      const [event] = await given.store.events.find({ by: 'key', key: 'a' }, 1);
      expect(event).toMatchObject({
        alert: sale('a', { txHash: TX, item: { ...ITEM, image: null } }),
        missingDetails: { tokens: ['t'], collections: [] },
        ...{ dropped: null, occurredAt: 1_000, detectedAt: given.now, decidedAt: null },
      });
    });

    it('are stored without their content if they are too large', async () => {
      const many = Array.from({ length: 60 }, (_, number) => numbered(String(number)));
      await save({ ...LOOKED_UP, alert: sweep('large', many) });
      const [event] = await given.store.events.find({ by: 'key', key: 'large' }, 1);
      expect(event).toMatchObject({ key: 'large', alert: null });
    });

    it('stay the first ones of their key', async () => {
      await save(detectedSale('a', { dropped: 'stale' }));
      await save(detectedSale('a'));
      const found = await given.store.events.find({ by: 'key', key: 'a' }, 5);
      expect(found.map(({ dropped }) => dropped)).toEqual(['stale']);
    });

    it('are decided late with the details found since', async () => {
      await save(detectedSale('a', { isDecided: false }));
      given.now += 1_000;
      const alert = sale('a', { txHash: TX, item: { ...ITEM, price: 7n } });
      const revised = { alert, channels: [], undecided: null, since: 1, version: null };
      await given.store.rebuildAlerts({ at: 5, revised: [{ ...revised, detected: LOOKED_UP }] });
      const [event] = await given.store.events.find({ by: 'key', key: 'a' }, 1);
      expect(event).toMatchObject({ alert: { item: { price: 7n } }, decidedAt: given.now });
    });

    it('say that they were given up', async () => {
      await save(detectedSale('a', { isDecided: false }));
      await given.store.giveUpUndecided([{ key: 'a', channelIds: [] }], 5);
      const [event] = await given.store.events.find({ by: 'key', key: 'a' }, 1);
      expect(event).toMatchObject({ dropped: 'undecided', decidedAt: given.now });
    });

    it('are the recent ones of some topics', async () => {
      await save(detectedSale('old'));
      given.now += 1_000;
      await save(detectedSale('new'), detectedSale('newer'));
      const recent = (since: number, limit = 5) => given.store.events.recent(['sale'], { since, limit });
      expect(await keysOf(recent(given.now))).toEqual(['newer', 'new']);
      expect(await keysOf(recent(0, 1))).toEqual(['newer']);
      expect(await given.store.events.recent(['listing'], { since: 0, limit: 5 })).toEqual([]);
      expect(await given.store.events.recent([], { since: 0, limit: 5 })).toEqual([]);
    });

    it('are kept for two weeks', async () => {
      await save(detectedSale('a'));
      await prune(given.store, given.now + 14 * DAY_MS);
      expect(await given.store.events.find({ by: 'key', key: 'a' }, 1)).toHaveLength(1);
      await prune(given.store, given.now + 14 * DAY_MS + 1);
      expect(await given.store.events.find({ by: 'key', key: 'a' }, 1)).toEqual([]);
    });

    it('have their deliveries, with the message and the rules that matched', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(GENERAL));
      const channels = [to(GENERAL, { subscriptionIds: [subscription.id] })];
      await given.store.ingest(ingestionOf([{ alert: sale('a'), channels }]));
      expect(await given.store.events.deliveries(GENERAL, ['a', 'b'])).toMatchObject([
        { key: 'a', topic: 'sale', ruleIds: [subscription.id], state: 'pending', post: null },
      ]);
      await send(given.store, GENERAL, 1, { messageId: 'm1' });
      const sent = { state: 'sent', layout: 'card', messageId: 'm1', attempts: 1 };
      expect(await given.store.events.deliveries(GENERAL, ['a'])).toMatchObject([{ post: sent }]);
      expect(await given.store.events.deliveries(SALES, ['a'])).toEqual([]);
      expect(await given.store.events.keysOfMessage(GENERAL, 'm1')).toEqual(['a']);
      expect(await given.store.events.keysOfMessage(SALES, 'm1')).toEqual([]);
    });

    it('have the codes with which Discord refused them for good', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b', 'c', 'd', 'e'], SALES)));
      await given.store.markDead((await begin(given.store, SALES, 1)).id, 'refused', 50_035);
      const [posted] = (await given.store.channelWork(SALES, 1)).pending;
      const control = await begin(given.store, SALES, 1);
      const { pending } = await given.store.channelWork(SALES, 10);
      const codes = [0, null, 0];
      const waiting = pending.map(({ id }, at) => ({ deliveryId: id, code: codes[at] ?? null }));
      // This one is posted meanwhile.
      const refused = [...waiting, { deliveryId: posted?.id ?? 0, code: 0 }];
      const sent = { messageId: 'm1', at: 3_000_000, publish: false, refused };
      expect(await given.store.markSent(control.id, sent)).toEqual({ givenUp: 3 });
      const deliveries = await given.store.events.deliveries(SALES, ['a', 'b', 'c', 'd', 'e']);
      const refusals = deliveries.map(({ key, state, post }) => [key, state, post?.refusalCode]);
      expect(refusals.toSorted()).toEqual([
        ['a', 'dead', 50_035],
        ['b', 'sent', null],
        ['c', 'dead', 0],
        ['d', 'dead', null],
        ['e', 'dead', 0],
      ]);
    });
  });

  describe('the versions of rules', () => {
    const given = storeForEachTest(harness);
    const versions = async () =>
      (await given.store.events.ruleVersions(GENERAL)).map(({ filter, fromAt, isPaused, isRemoved }) => ({
        ...filter,
        fromAt,
        isPaused,
        isRemoved,
      }));

    it('say what a rule said from when on, until it was removed', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(GENERAL));
      const { id, guildId } = subscription;
      const at = given.now;
      given.now += 1;
      await given.store.changeSubscription(guildId, id, { ...subscription, filter: { rank: 5 } });
      given.now += 1;
      await given.store.pauseSubscription(guildId, id, given.now);
      given.now += 1;
      await given.store.resumeSubscription(guildId, id);
      given.now += 1;
      await given.store.removeSubscription(guildId, id);
      const active = { isPaused: false, isRemoved: false };
      expect(await versions()).toEqual([
        { fromAt: at, ...active },
        { rank: 5, fromAt: at + 1, ...active },
        { rank: 5, fromAt: at + 2, ...active, isPaused: true },
        { rank: 5, fromAt: at + 3, ...active },
        { rank: 5, fromAt: at + 4, ...active, isRemoved: true },
      ]);
    });

    it('are kept for two weeks after they were replaced, and the present one for good', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(GENERAL));
      given.now += 1;
      await given.store.pauseSubscription(subscription.guildId, subscription.id, given.now);
      await prune(given.store, given.now + 14 * DAY_MS);
      expect(await versions()).toHaveLength(2);
      await prune(given.store, given.now + 14 * DAY_MS + 1);
      expect(await versions()).toMatchObject([{ isPaused: true }]);
      await prune(given.store, given.now + 90 * DAY_MS);
      expect(await versions()).toHaveLength(1);
      await given.store.removeSubscription(subscription.guildId, subscription.id);
      await prune(given.store, given.now + 14 * DAY_MS + 1);
      expect(await versions()).toEqual([]);
    });

    it('are the latest twenty of a rule', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(GENERAL));
      const { id, guildId } = subscription;
      for (let rank = 1; rank <= 25; rank += 1)
        await given.store.changeSubscription(guildId, id, { ...subscription, filter: { rank } });
      const kept = await versions();
      expect(kept).toHaveLength(20);
      expect(kept.at(-1)).toMatchObject({ rank: 25 });
    });

    it('are erased with the data of their server, and are not kept of watches', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(GENERAL));
      const target = personTarget('700000000000000009');
      await given.store.addSubscription({ ...ruleFor(GENERAL), guildId: target, channelId: target });
      expect(await given.store.events.ruleVersions(target)).toEqual([]);
      await given.store.eraseGuild(subscription.guildId);
      expect(await versions()).toEqual([]);
    });
  });
}
