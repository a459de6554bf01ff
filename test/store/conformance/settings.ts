import { describe, expect, it } from 'vitest';
import {
  type ChannelSettings,
  DEFAULT_CHANNEL_SETTINGS,
  DEFAULT_GUILD_SETTINGS,
} from '#src/alerts/settings.ts';
import type { SettingsStore, SubscriptionStore } from '#src/store/open.ts';
import type { SavedInputStore } from '#src/store/saved-inputs.ts';

import { auctionAlert, noticeAlert } from '../../support/build-alert.ts';
import {
  addressed,
  begin,
  GENERAL,
  ingestionOf,
  noticeTo,
  QUIET,
  ruleFor,
  SALES,
  salesFor,
  send,
  statesOf,
  waitingKeys,
} from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';
import { DRAFT, inputOf } from './saved-inputs.ts';

const HERE = '800000000000000001';
const ELSEWHERE = '800000000000000002';

const GUILD = {
  timeZone: 'Europe/Berlin',
  language: 'en-ZA',
  currencyDisplay: 'short',
  colours: { sale: 0x2e_cc_71, auction_bid: 0 },
  defaultChannelId: SALES,
  managerRoleId: '600000000000000001',
} as const;

const CHANNEL: ChannelSettings = {
  ping: { roleId: '600000000000000001', minimum: 10n ** 30n, coolDownMinutes: 0 },
  size: 'compact',
  auctions: 'card',
  publish: true,
  quiet: { from: 1_320, to: 0 },
  hourlyLimit: 7,
  sound: 'important',
  loudFrom: 10n ** 30n,
  hiddenParts: ['traits', 'buttons'],
};

/** The part of `SettingsStore` that keeps settings. */
export function describeSettings(
  harness: StoreHarness<
    Pick<
      SettingsStore,
      'allGuildSettings' | 'allChannelSettings' | 'saveGuildSettings' | 'saveChannelSettings'
    >
  >,
): void {
  describe('settings', () => {
    const given = storeForEachTest(harness);

    it('come back as they were saved, and only for what was saved', async () => {
      await given.store.saveGuildSettings(HERE, DEFAULT_GUILD_SETTINGS);
      await given.store.saveGuildSettings(HERE, GUILD);
      await given.store.saveGuildSettings(ELSEWHERE, DEFAULT_GUILD_SETTINGS);
      await given.store.saveChannelSettings(HERE, SALES, CHANNEL);
      await given.store.saveChannelSettings(HERE, GENERAL, DEFAULT_CHANNEL_SETTINGS);
      await given.store.saveChannelSettings(HERE, QUIET, {
        ...DEFAULT_CHANNEL_SETTINGS,
        ping: { roleId: '6', minimum: null, coolDownMinutes: 90 },
      });
      expect([...(await given.store.allGuildSettings())]).toEqual([
        [HERE, GUILD],
        [ELSEWHERE, DEFAULT_GUILD_SETTINGS],
      ]);
      expect([...(await given.store.allChannelSettings())]).toEqual([
        [GENERAL, DEFAULT_CHANNEL_SETTINGS],
        [SALES, CHANNEL],
        [QUIET, { ...DEFAULT_CHANNEL_SETTINGS, ping: { roleId: '6', minimum: null, coolDownMinutes: 90 } }],
      ]);
    });

    it('have their defaults again after a reset', async () => {
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
}

/** The part of `SettingsStore` that deletes a server's data. */
export function describeGuildErasure(
  harness: StoreHarness<
    SettingsStore & SavedInputStore & Pick<SubscriptionStore, 'addSubscription' | 'allSubscriptions'>
  >,
): void {
  describe('deleting a server’s data', () => {
    const given = storeForEachTest(harness);

    it('deletes its rules, inputs and settings, and those of no other', async () => {
      const { store } = given;
      await store.addSubscription(ruleFor(SALES));
      const other = await store.addSubscription(ruleFor(QUIET, { guildId: ELSEWHERE }));
      const userId = '700000000000000001';
      await store.saveInput('mine', { guildId: HERE, userId }, DRAFT, inputOf('{}'));
      await store.saveInput('other', { guildId: ELSEWHERE, userId }, DRAFT, inputOf('{}'));
      await store.saveGuildSettings(HERE, GUILD);
      await store.saveGuildSettings(ELSEWHERE, GUILD);
      await store.saveChannelSettings(HERE, GENERAL, CHANNEL);
      await store.saveChannelSettings(ELSEWHERE, QUIET, CHANNEL);
      expect(await store.channelsOf(HERE)).toEqual([GENERAL, SALES].toSorted());
      expect(await store.channelsOf(ELSEWHERE)).toEqual([QUIET]);
      await store.eraseGuild(HERE);
      expect(await store.channelsOf(HERE)).toEqual([]);
      expect(await store.allSubscriptions()).toEqual([other.subscription]);
      expect(await store.findInput('mine', { guildId: HERE, userId }, DRAFT)).toBeNull();
      expect(await store.findInput('other', { guildId: ELSEWHERE, userId }, DRAFT)).toBe('{}');
      expect([...(await store.allGuildSettings()).keys()]).toEqual([ELSEWHERE]);
      expect([...(await store.allChannelSettings()).keys()]).toEqual([QUIET]);
    });
  });
}

/** What becomes of a server's deliveries and messages when its data is deleted. */
export function describeGuildErasureInQueues(harness: StoreHarness): void {
  describe('deleting the data of a server with alerts', () => {
    const given = storeForEachTest(harness);

    it('drops pending deliveries of its channels, also later ones, and settles messages in flight', async () => {
      const { store } = given;
      await store.addSubscription(ruleFor(SALES));
      await store.addSubscription(ruleFor(QUIET, { guildId: ELSEWHERE }));
      await store.ingest(ingestionOf(salesFor(['a', 'b'], SALES, QUIET)));
      const post = await begin(store, SALES, 1);
      await store.eraseGuild(HERE);
      expect(await waitingKeys(store, SALES)).toEqual([]);
      expect(await waitingKeys(store, QUIET)).toEqual(['a', 'b']);
      await store.release(post.id, { notBefore: 0, alone: false });
      await store.ingest(ingestionOf(salesFor(['c'], SALES)));
      expect(await waitingKeys(store, SALES)).toEqual([]);
    });

    it('abandons its live messages, also in channels whose rules were removed before', async () => {
      const { store } = given;
      const { subscription } = await store.addSubscription(ruleFor(SALES));
      const alert = auctionAlert();
      await store.ingest(
        ingestionOf([addressed(alert, SALES)], { topics: [{ key: 'auction:a-1', state: alert }] }),
      );
      await send(store, SALES, 1);
      await store.removeSubscription(HERE, subscription.id);
      await store.eraseGuild(HERE);
      const later = { key: 'auction:a-1', state: auctionAlert({ bidCount: 9 }) };
      await expect(store.ingest(statesOf(later))).resolves.toEqual([]);
    });

    it('cancels notices about its stopped channels, and clears why they were stopped', async () => {
      const { store } = given;
      await store.addSubscription(ruleFor(SALES));
      await store.addSubscription(ruleFor(GENERAL));
      await store.stopQueue(SALES, { state: 'paused', code: 50_013 });
      await store.stopQueue(GENERAL, { state: 'paused', code: 50_013 });
      await store.postNotice(SALES, { alert: noticeAlert({ channelId: SALES }), to: [noticeTo(QUIET)] });
      await store.eraseGuild(HERE);
      expect(await store.dueNotices()).toEqual([]);
      expect(await waitingKeys(store, QUIET)).toEqual([]);
      expect(await store.queueStatuses([SALES])).toMatchObject([{ lastProblem: null }]);
    });

    it('allows the server to start again', async () => {
      const { store } = given;
      await store.addSubscription(ruleFor(SALES));
      await store.eraseGuild(HERE);
      await store.addSubscription(ruleFor(SALES));
      await expect(store.ingest(ingestionOf(salesFor(['a'], SALES)))).resolves.toEqual([SALES]);
    });
  });
}
