import { describe, expect, it } from 'vitest';
import { greetingAlert } from '../../support/build-alert.ts';
import { GENERAL, QUIET, ruleFor, SALES, waitingKeys } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const GUILD = '800000000000000001';
const greetingIn = (channelId: string, key = 'greeting:1') =>
  greetingAlert({ key, guildId: GUILD, channelId });

/** Greetings, which are delivered like notices. */
export function describeGreetings(harness: StoreHarness): void {
  describe('a greeting', () => {
    const given = storeForEachTest(harness);

    it('waits for its channel, without a rule there', async () => {
      expect(await given.store.greetings.post(greetingIn(GENERAL))).toBe(true);
      expect(await waitingKeys(given.store, GENERAL)).toEqual(['greeting:1']);
    });

    it('is added once, also after a restart and with another channel', async () => {
      await given.store.greetings.post(greetingIn(GENERAL));
      expect(await given.store.greetings.post(greetingIn(GENERAL))).toBe(false);
      await given.reopen();
      expect(await given.store.greetings.post(greetingIn(SALES))).toBe(false);
      expect(await waitingKeys(given.store, SALES)).toEqual([]);
    });

    it('replaces the pending one of an earlier invitation of the same server', async () => {
      const other = greetingAlert({ key: 'greeting:8:1', guildId: '8', channelId: QUIET });
      await given.store.greetings.post(other);
      await given.store.greetings.post(greetingIn(GENERAL, `greeting:${GUILD}:1`));
      await given.store.greetings.post(greetingIn(SALES, `greeting:${GUILD}:2`));
      expect(await waitingKeys(given.store, GENERAL)).toEqual([]);
      expect(await waitingKeys(given.store, SALES)).toEqual([`greeting:${GUILD}:2`]);
      expect(await waitingKeys(given.store, QUIET)).toEqual(['greeting:8:1']);
    });

    it('is not added again after the data of its server was deleted', async () => {
      await given.store.addSubscription(ruleFor(GENERAL, { guildId: GUILD }));
      await given.store.greetings.post(greetingIn(GENERAL));
      await given.store.eraseGuild(GUILD);
      expect(await given.store.greetings.post(greetingIn(GENERAL))).toBe(false);
      expect(await waitingKeys(given.store, GENERAL)).toEqual([]);
    });

    it('stays when the last rule of its channel is removed', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(GENERAL, { guildId: GUILD }));
      await given.store.greetings.post(greetingIn(GENERAL));
      await given.store.removeSubscription(GUILD, subscription.id);
      expect(await waitingKeys(given.store, GENERAL)).toEqual(['greeting:1']);
    });

    it('goes to another channel of the server if Discord refuses it, once', async () => {
      await given.store.greetings.post(greetingIn(GENERAL));
      expect(await given.store.hasNotices()).toBe(false);
      await given.store.stopQueue(GENERAL, { state: 'paused', code: 50_013 });
      expect(await given.store.hasNotices()).toBe(true);
      const [refused] = await given.store.refusedNotices();
      expect(refused).toMatchObject({ guildId: GUILD, channelId: GENERAL });
      for (const target of [SALES, QUIET]) await given.store.rerouteNotice(refused?.alertId ?? 0, target);
      expect(await waitingKeys(given.store, SALES)).toEqual(['greeting:1']);
      expect(await waitingKeys(given.store, QUIET)).toEqual([]);
      expect(await given.store.hasNotices()).toBe(false);
    });

    it('is for invitations since the first start', async () => {
      const since = await given.store.greetings.since();
      given.now += 60_000;
      expect(await given.store.greetings.since()).toBe(since);
      const reopened = await given.reopen();
      expect(await reopened.greetings.since()).toBe(since);
    });
  });
}
