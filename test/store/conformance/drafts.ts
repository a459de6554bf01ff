import { describe, expect, it } from 'vitest';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import type { Draft } from '#src/alerts/subscription.ts';
import type { SubscriptionStore } from '#src/store/open.ts';

import { SALES } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const DAY_MS = 24 * 3_600_000;

/** A draft of a rule that follows all sales. */
export function draftFor(id: string, changes: Partial<Draft> = {}): Draft {
  return {
    id,
    guildId: '800000000000000001',
    channelId: SALES,
    userId: '700000000000000001',
    topics: ['sale'],
    filter: MATCH_ALL,
    pingRoles: [],
    changes: null,
    createdAt: 5_000_000,
    ...changes,
  };
}

/** The part of `SubscriptionStore` that keeps set-ups until they are confirmed. */
export function describeDrafts(
  harness: StoreHarness<Pick<SubscriptionStore, 'saveDraft' | 'loadDraft' | 'draftsOf' | 'removeDraft'>>,
): void {
  describe('a draft', () => {
    const given = storeForEachTest(harness);

    it('comes back as it was saved last', async () => {
      await given.store.saveDraft(draftFor('d'));
      const draft = draftFor('d', {
        topics: ['sale', 'auction_ending'],
        filter: { ...MATCH_ALL, collection: 'whitelisted', price_from: 10n ** 20n, ending: 60 },
        pingRoles: ['600000000000000001'],
        changes: 7,
      });
      await given.store.saveDraft(draft);
      await expect(given.store.loadDraft('d')).resolves.toStrictEqual(draft);
      await expect(given.store.loadDraft('D')).resolves.toBeNull();
    });

    it('is gone when it was removed, and may be removed again', async () => {
      await given.store.saveDraft(draftFor('d'));
      await given.store.removeDraft('d');
      await given.store.removeDraft('d');
      await expect(given.store.loadDraft('d')).resolves.toBeNull();
    });

    it('is found by its server, the oldest first, as long as it is kept', async () => {
      const { store } = given;
      const [early, late] = [draftFor('b'), draftFor('a', { createdAt: 5_000_001 })];
      for (const one of [late, early, draftFor('c', { guildId: 'elsewhere' })]) await store.saveDraft(one);
      await expect(store.draftsOf(early.guildId)).resolves.toStrictEqual([early, late]);
      given.now = early.createdAt + DAY_MS + 1;
      await expect(store.draftsOf(early.guildId)).resolves.toStrictEqual([late]);
    });

    it('is kept for a day and no longer', async () => {
      await given.store.saveDraft(draftFor('d'));
      given.now = 5_000_000 + DAY_MS;
      await expect(given.store.loadDraft('d')).resolves.not.toBeNull();
      given.now += 1;
      await expect(given.store.loadDraft('d')).resolves.toBeNull();
      await given.store.saveDraft(draftFor('other', { createdAt: given.now }));
      given.now = 5_000_000;
      await expect(given.store.loadDraft('d')).resolves.toBeNull();
    });
  });
}
