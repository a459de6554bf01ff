import { describe, expect, it } from 'vitest';
import { recapAlert } from '../../support/build-alert.ts';
import { ruleFor, SALES } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

/** The part of the store that writes alerts which are made for one rule. */
export function describeMadeAlerts(harness: StoreHarness): void {
  describe('alerts that are made for a rule', () => {
    const given = storeForEachTest(harness);
    const waitingIn = async (channelId: string) =>
      (await given.store.channelWork(channelId, 10)).pending.map(({ alert }) => alert.key);
    const alert = recapAlert({ key: 'recap:1:2026-01-01' });

    it('wait in the channel of the rule, once, however often they are made', async () => {
      const { subscription: rule } = await given.store.addSubscription(ruleFor(SALES));
      expect(await given.store.ingestMade([{ alert, rule, isPosted: true }], 5)).toEqual([SALES]);
      expect(await given.store.ingestMade([{ alert, rule, isPosted: true }], 6)).toEqual([]);
      expect(await waitingIn(SALES)).toEqual([alert.key]);
      expect(await given.store.alertsMade([alert.key, 'another'])).toEqual(new Set([alert.key]));
    });

    it.each([
      ['day', 6],
      ['week', 24],
    ] as const)('of a %s wait for %i hours', async (every, hours) => {
      const { subscription: rule } = await given.store.addSubscription(ruleFor(SALES));
      const { to } = alert;
      await given.store.ingestMade([{ alert: { ...alert, every }, rule, isPosted: true }], to * 1_000);
      const expiresAt = (to + hours * 3_600) * 1_000;
      expect(await given.store.expire(SALES, expiresAt)).toBe(0);
      expect(await given.store.expire(SALES, expiresAt + 1)).toBe(1);
    });

    it('are known but not posted where there is nothing to post', async () => {
      const { subscription: rule } = await given.store.addSubscription(ruleFor(SALES));
      expect(await given.store.ingestMade([{ alert, rule, isPosted: false }], 5)).toEqual([]);
      expect(await given.store.alertsMade([alert.key])).toEqual(new Set([alert.key]));
      await given.store.ingestMade([{ alert, rule, isPosted: true }], 6);
      expect(await waitingIn(SALES)).toEqual([]);
    });

    it('are left out when the rule was removed, paused or is that of another channel', async () => {
      const { subscription: rule } = await given.store.addSubscription(ruleFor(SALES));
      const elsewhere = { id: rule.id, channelId: '77' };
      await given.store.ingestMade([{ alert, rule: elsewhere, isPosted: true }], 5);
      await given.store.pauseSubscription(rule.guildId, rule.id, 5);
      await given.store.ingestMade([{ alert, rule, isPosted: true }], 6);
      expect(await given.store.alertsMade([alert.key])).toEqual(new Set());
      await given.store.removeSubscription(rule.guildId, rule.id);
      expect(await given.store.ingestMade([{ alert, rule, isPosted: true }], 7)).toEqual([]);
      expect(await waitingIn(SALES)).toEqual([]);
    });
  });
}
