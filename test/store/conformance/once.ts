import { describe, expect, it } from 'vitest';
import type { AddressedAlert } from '#src/store/model/ingest-batch.ts';
import type { Store } from '#src/store/open.ts';
import {
  GENERAL,
  ingestionOf,
  prune,
  ruleFor,
  SALES,
  sale,
  send,
  sixHoursAfter,
  waitingKeys,
} from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const ONCE = { name: null, endsAt: null, isOnce: true } as const;
const YEAR_MS = 366 * 86_400_000;

/** Alerts that these rules match, in one batch. */
const matchedBy = (ids: readonly number[], ...keys: readonly string[]): readonly AddressedAlert[] =>
  keys.map((key) => ({
    alert: sale(key),
    channels: [{ channelId: SALES, subscriptionIds: ids, skipIfLive: false }],
  }));

/** Rules that post once. */
export function describeOnce(harness: StoreHarness): void {
  describe('a rule that posts once', () => {
    const given = storeForEachTest(harness);

    async function added(changes: Parameters<typeof ruleFor>[1] = { extras: ONCE }): Promise<number> {
      return (await given.store.addSubscription(ruleFor(SALES, changes))).subscription.id;
    }
    const guildId = ruleFor(SALES).guildId;
    async function postOf(store: Pick<Store, 'subscriptionsOf' | 'oncePosts'>, id: number) {
      const rule = (await store.subscriptionsOf(guildId)).find((one) => one.id === id);
      const { onceDeliveryId } = rule ?? {};
      return onceDeliveryId === undefined
        ? null
        : (await store.oncePosts([onceDeliveryId])).get(onceDeliveryId);
    }

    it('gets one of several alerts of a poll, and none of later ones', async () => {
      const id = await added();
      await given.store.ingest(ingestionOf(matchedBy([id], 'a', 'b')));
      await given.store.ingest(ingestionOf(matchedBy([id], 'c')));
      expect(await waitingKeys(given.store, SALES)).toEqual(['a']);
      expect(await postOf(given.store, id)).toEqual({ isSpent: true, messageId: null });
      await send(given.store, SALES, 1, { messageId: '77' });
      expect(await postOf(given.store, id)).toEqual({ isSpent: true, messageId: '77' });
    });

    it('does not take from other rules of its channel', async () => {
      const [once, always] = [await added(), await added({ topics: ['sale', 'listing'] })];
      await given.store.ingest(ingestionOf(matchedBy([once, always], 'a', 'b')));
      expect(await waitingKeys(given.store, SALES)).toEqual(['a', 'b']);
    });

    it('may post again when its alert expired, and also after that was deleted', async () => {
      const id = await added();
      await given.store.ingest(ingestionOf(matchedBy([id], 'a')));
      await given.store.expire(SALES, sixHoursAfter(sale('a').occurredAt + 1));
      expect(await postOf(given.store, id)).toEqual({ isSpent: false, messageId: null });
      await given.store.ingest(ingestionOf(matchedBy([id], 'b')));
      expect(await waitingKeys(given.store, SALES)).toEqual(['b']);
      await given.store.expire(SALES, sixHoursAfter(sale('a').occurredAt + 1));
      await prune(given.store, 1_000_000 + YEAR_MS);
      await given.store.ingest(ingestionOf(matchedBy([id], 'c', 'd')));
      expect(await waitingKeys(given.store, SALES)).toEqual(['c']);
    });

    it('may not post again after its posted alert was deleted', async () => {
      const id = await added();
      await given.store.ingest(ingestionOf(matchedBy([id], 'a')));
      await send(given.store, SALES, 1);
      await prune(given.store, 2_000_000 + YEAR_MS);
      await given.store.ingest(ingestionOf(matchedBy([id], 'b')));
      expect(await waitingKeys(given.store, SALES)).toEqual([]);
    });

    it('posts again when it is resumed, or newly posts once', async () => {
      const id = await added();
      await given.store.ingest(ingestionOf(matchedBy([id], 'a')));
      await given.store.resumeSubscription(guildId, id);
      await given.store.ingest(ingestionOf(matchedBy([id], 'b', 'c')));
      expect(await waitingKeys(given.store, SALES)).toEqual(['a', 'b']);
      const { topics, filter, pingRoles } = ruleFor(SALES);
      const rule = { topics, filter, pingRoles };
      await given.store.changeSubscription(guildId, id, { ...rule, extras: { ...ONCE, name: 'x' } });
      await given.store.ingest(ingestionOf(matchedBy([id], 'd')));
      await given.store.changeSubscription(guildId, id, rule);
      await given.store.changeSubscription(guildId, id, { ...rule, extras: ONCE });
      await given.store.ingest(ingestionOf(matchedBy([id], 'e', 'f')));
      expect(await waitingKeys(given.store, SALES)).toEqual(['a', 'b', 'e']);
    });

    it('counts an alert that its channel already has for another rule', async () => {
      const [once, always] = [await added(), await added({ topics: ['sale', 'listing'] })];
      await given.store.ingest(ingestionOf(matchedBy([always], 'a')));
      const [again] = matchedBy([once, always], 'a');
      if (again === undefined) throw new Error('There is no alert.');
      await given.store.ingest(
        ingestionOf([], {
          revised: [{ ...again, alert: sale('a'), undecided: null, since: 0, version: null }],
        }),
      );
      await given.store.ingest(ingestionOf(matchedBy([once], 'b')));
      expect(await waitingKeys(given.store, SALES)).toEqual(['a']);
    });

    it('gets one alert of a batch that is written in parts', async () => {
      const id = await added();
      const crowd = Array.from({ length: 600 }, (_, n) => ({
        channelId: `${BigInt(GENERAL) + BigInt(n + 10)}`,
        subscriptionIds: [],
        skipIfLive: false,
      }));
      const batch = matchedBy([id], 'a', 'b').map((one) => ({
        ...one,
        channels: [...crowd, ...one.channels],
      }));
      await given.store.ingest(ingestionOf(batch));
      expect(await waitingKeys(given.store, SALES)).toEqual(['a']);
    });
  });
}
