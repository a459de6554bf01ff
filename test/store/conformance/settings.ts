import { describe, expect, it } from 'vitest';
import { type ChannelSettings, PLAIN_CHANNEL, USUAL_SETTINGS } from '../../../src/domain/settings.ts';
import { auctionAlert, noticeAlert } from '../../support/build-alert.ts';
import {
  addressed,
  begin,
  GENERAL,
  intakeOf,
  QUIET,
  ruleFor,
  SALES,
  salesFor,
  send,
  statesOf,
  waitingKeys,
} from '../samples.ts';
import { draftFor } from './drafts.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const HERE = '800000000000000001';
const ELSEWHERE = '800000000000000002';

const GUILD = {
  timeZone: 'Europe/Berlin',
  locale: 'de-DE',
  currencyDisplay: 'short',
  colours: { sale: 0x2e_cc_71, auction_bid: 0 },
  defaultChannelId: SALES,
  managerRoleId: '600000000000000001',
} as const;

const CHANNEL: ChannelSettings = {
  ping: { roleId: '600000000000000001', minimum: 10n ** 30n, coolDownMinutes: 0 },
  look: 'compact',
  publish: true,
  quiet: { from: 1_320, to: 0 },
  hourlyLimit: 7,
};

/** The contract of `SettingsStore`. */
export function describeSettings(harness: StoreHarness): void {
  describe('settings', () => {
    const given = storeForEachTest(harness);

    it('come back as they were saved, and only for what was saved', async () => {
      await given.store.saveGuildSettings(HERE, USUAL_SETTINGS);
      await given.store.saveGuildSettings(HERE, GUILD);
      await given.store.saveGuildSettings(ELSEWHERE, USUAL_SETTINGS);
      await given.store.saveChannelSettings(HERE, SALES, CHANNEL);
      await given.store.saveChannelSettings(HERE, GENERAL, PLAIN_CHANNEL);
      await given.store.saveChannelSettings(HERE, QUIET, {
        ...PLAIN_CHANNEL,
        ping: { roleId: '6', minimum: null, coolDownMinutes: 90 },
      });
      expect([...(await given.store.allGuildSettings())]).toEqual([
        [HERE, GUILD],
        [ELSEWHERE, USUAL_SETTINGS],
      ]);
      expect([...(await given.store.allChannelSettings())]).toEqual([
        [GENERAL, PLAIN_CHANNEL],
        [SALES, CHANNEL],
        [QUIET, { ...PLAIN_CHANNEL, ping: { roleId: '6', minimum: null, coolDownMinutes: 90 } }],
      ]);
    });

    it('are as usual again when they are taken back', async () => {
      await given.store.saveGuildSettings(HERE, GUILD);
      await given.store.saveGuildSettings(HERE, null);
      await given.store.saveChannelSettings(HERE, SALES, CHANNEL);
      await given.store.saveChannelSettings(ELSEWHERE, SALES, null);
      expect((await given.store.allChannelSettings()).size).toBe(1);
      await given.store.saveChannelSettings(HERE, SALES, null);
      expect((await given.store.allGuildSettings()).size).toBe(0);
      expect((await given.store.allChannelSettings()).size).toBe(0);
    });
  });

  describe('forgetting a server', () => {
    const given = storeForEachTest(harness);

    it('takes away its rules, drafts and settings, and those of no other', async () => {
      const { store } = given;
      await store.addSubscription(ruleFor(SALES));
      const other = await store.addSubscription(ruleFor(QUIET, { guildId: ELSEWHERE }));
      await store.saveDraft(draftFor('mine'));
      await store.saveDraft(draftFor('other', { guildId: ELSEWHERE }));
      await store.saveGuildSettings(HERE, GUILD);
      await store.saveGuildSettings(ELSEWHERE, GUILD);
      await store.saveChannelSettings(HERE, GENERAL, CHANNEL);
      await store.saveChannelSettings(ELSEWHERE, QUIET, CHANNEL);
      expect(await store.channelsOf(HERE)).toEqual([GENERAL, SALES].toSorted());
      expect(await store.channelsOf(ELSEWHERE)).toEqual([QUIET]);
      await store.eraseGuild(HERE);
      expect(await store.channelsOf(HERE)).toEqual([]);
      expect(await store.allSubscriptions()).toEqual([other.subscription]);
      expect(await store.loadDraft('mine')).toBeNull();
      expect(await store.loadDraft('other')).not.toBeNull();
      expect([...(await store.allGuildSettings()).keys()]).toEqual([ELSEWHERE]);
      expect([...(await store.allChannelSettings()).keys()]).toEqual([QUIET]);
    });

    it('drops what waits for its channels, now and later, and settles what is under way', async () => {
      const { store } = given;
      await store.addSubscription(ruleFor(SALES));
      await store.addSubscription(ruleFor(QUIET, { guildId: ELSEWHERE }));
      await store.intake(intakeOf(salesFor(['a', 'b'], SALES, QUIET)));
      const post = await begin(store, SALES, 1);
      await store.eraseGuild(HERE);
      expect(await waitingKeys(store, SALES)).toEqual([]);
      expect(await waitingKeys(store, QUIET)).toEqual(['a', 'b']);
      await store.release(post.id, { notBefore: 0, alone: false });
      await store.intake(intakeOf(salesFor(['c'], SALES)));
      expect(await waitingKeys(store, SALES)).toEqual([]);
    });

    it('lets its live messages be, also in channels whose rules were taken away before', async () => {
      const { store } = given;
      const { subscription } = await store.addSubscription(ruleFor(SALES));
      const alert = auctionAlert();
      await store.intake(
        intakeOf([addressed(alert, SALES)], { topics: [{ key: 'auction:a-1', state: alert }] }),
      );
      await send(store, SALES, 1);
      await store.removeSubscription(HERE, subscription.id);
      await store.eraseGuild(HERE);
      const later = { key: 'auction:a-1', state: auctionAlert({ bidCount: 9 }) };
      await expect(store.intake(statesOf(later))).resolves.toEqual([]);
    });

    it('tells nobody any more that its channels were stopped, and forgets why', async () => {
      const { store } = given;
      await store.addSubscription(ruleFor(SALES));
      await store.addSubscription(ruleFor(GENERAL));
      await store.stopLane(SALES, { state: 'paused', code: 50_013 });
      await store.stopLane(GENERAL, { state: 'paused', code: 50_013 });
      await store.postNotice(SALES, { alert: noticeAlert({ channelId: SALES }), to: [QUIET] });
      await store.eraseGuild(HERE);
      expect(await store.noticesDue()).toEqual([]);
      expect(await waitingKeys(store, QUIET)).toEqual([]);
      expect(await store.laneStatuses([SALES])).toMatchObject([{ lastProblem: null }]);
    });

    it('can be followed by a new beginning', async () => {
      const { store } = given;
      await store.addSubscription(ruleFor(SALES));
      await store.eraseGuild(HERE);
      await store.addSubscription(ruleFor(SALES));
      await expect(store.intake(intakeOf(salesFor(['a'], SALES)))).resolves.toEqual([SALES]);
    });
  });
}
