import { describe, expect, it } from 'vitest';
import type { Alert, AuctionAlert, SaleAlert } from '#src/alerts/alert.ts';
import { DEFAULT_CHANNEL_SETTINGS, DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import type { NewSubscription } from '#src/alerts/subscription.ts';
import { personTarget } from '#src/alerts/target.ts';
import { ruleOfWallets } from '#src/alerts/watches/watch.ts';
import type { Address } from '#src/chain/address.ts';
import type { AddressedAlert } from '#src/store/model/ingest-batch.ts';
import type { Recipient } from '#src/store/model/recipient.ts';
import type { Store } from '#src/store/open.ts';

import { auctionAlert } from '../../support/build-alert.ts';
import {
  auctionIngestionOf,
  begin,
  GENERAL,
  ITEM,
  ingestionOf,
  ruleFor,
  sale,
  salesFor,
  send,
  to,
  waitingKeys,
} from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const ANN = '700000000000000011';
const BOB = '700000000000000012';
const SERVER = '800000000000000001';
const HER_WALLET: Address = '0x00000000000000000000000000000000000000aa';
/** A minute, and the two seconds by which Discord’s time may be wrong. */
const WINDOW_MS = 62_000;
const GRANTED = { type: 'granted' };

/** A watch of all sales. */
const watchOf = (userId: string, changes: Partial<NewSubscription> = {}): NewSubscription =>
  ruleFor(personTarget(userId), { guildId: personTarget(userId), createdBy: userId, ...changes });

/** The part of the store that keeps people. */
export function describePeople(harness: StoreHarness): void {
  describe('a person', () => {
    const given = storeForEachTest(harness);

    it('is known from their first watch on', async () => {
      await expect(given.store.people.find(ANN)).resolves.toBeNull();
      await given.store.addSubscription(watchOf(ANN));
      await expect(given.store.people.find(ANN)).resolves.toEqual({
        userId: ANN,
        directChannelId: null,
        openedAt: null,
        refusedSince: null,
        refusalCode: null,
        isRefusalReported: false,
        wallets: [],
        createdAt: given.now,
        lastUseAt: given.now,
      });
      await expect(given.store.people.find(BOB)).resolves.toBeNull();
    });

    it('calls wallets theirs, each once, and keeps them with a new watch', async () => {
      const other: Address = '0x00000000000000000000000000000000000000bb';
      await given.store.people.setWallets(ANN, [HER_WALLET, other, HER_WALLET], 6_000_000);
      await given.store.addSubscription(watchOf(ANN));
      await expect(given.store.people.find(ANN)).resolves.toMatchObject({ wallets: [HER_WALLET, other] });
      await given.store.people.setWallets(ANN, [], 7_000_000);
      await expect(given.store.people.find(ANN)).resolves.toMatchObject({
        wallets: [],
        createdAt: 6_000_000,
      });
    });

    it('has a queue of their own, to a direct message channel once that is opened', async () => {
      const target = personTarget(ANN);
      await given.store.addSubscription(watchOf(ANN));
      await given.store.ingest(ingestionOf(salesFor(['a'], target, GENERAL)));
      await expect(given.store.channelsWithWork()).resolves.toEqual([GENERAL, target]);
      await expect(given.store.channelWork(target, 10)).resolves.toMatchObject({
        target: { guildId: target, person: { userId: ANN, directChannelId: null, openedAt: null } },
      });

      await given.store.people.noteOpened(ANN, '5001', given.now);

      await expect(given.store.channelWork(target, 10)).resolves.toMatchObject({
        target: {
          person: { userId: ANN, directChannelId: '5001', openedAt: given.now, watchesNothing: false },
        },
      });
      await expect(given.store.channelWork(GENERAL, 10)).resolves.toMatchObject({ target: { person: null } });
    });

    it('has what their messages name: their own wallets, and those whose being outbid they watch', async () => {
      const other: Address = '0x00000000000000000000000000000000000000bb';
      const watches = (when: 'outbid' | 'won', wallet: Address) =>
        watchOf(ANN, ruleOfWallets({ wallets: [wallet], when }));
      await given.store.addSubscription(watches('outbid', other));
      await given.store.addSubscription(watches('won', '0x00000000000000000000000000000000000000cc'));
      await given.store.people.setWallets(ANN, [HER_WALLET], given.now);
      await expect(given.store.channelWork(personTarget(ANN), 10)).resolves.toMatchObject({
        target: { person: { reader: { own: [HER_WALLET], watched: [other] } } },
      });
      await expect(given.store.people.walletsOf([ANN, BOB])).resolves.toEqual(new Map([[ANN, [HER_WALLET]]]));
    });

    it('has what their last message said of the hourly limit, for an hour, and what is urgent', async () => {
      const target = personTarget(ANN);
      const limitNotice = { until: given.now + 5_000, limit: 1, watch: 7 };
      await given.store.addSubscription(watchOf(ANN));
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], target)));
      const [first] = (await given.store.channelWork(target, 1)).pending;
      const post = { channelId: target, deliveryIds: [first?.id ?? 0], nonce: 'n', at: given.now };
      const begun = await given.store.startPost({ ...post, layout: 'card', pingRoleIds: [], limitNotice });
      expect(begun.limitNotice).toEqual(limitNotice);
      await given.store.markSent(begun.id, { messageId: '1', at: given.now, publish: false });
      const bid = (key: string, isPersonal: boolean) => ({
        alert: auctionAlert({ topic: 'auction_bid', key }),
        channels: [to(target, { isPersonal })],
      });
      await given.store.ingestAuctions(auctionIngestionOf([bid('earlier', false), bid('outbid', true)]));

      await expect(given.store.channelWork(target, 10)).resolves.toMatchObject({
        limitNotice,
        urgentWaiting: 2,
      });
      await expect(waitingKeys(given.store, target)).resolves.toEqual(['earlier', 'outbid', 'b']);
    });

    describe('is told once of an auction that is settled by a sale', () => {
      const target = personTarget(ANN);
      const end = 1_767_229_200;
      const ended = (change: Partial<AuctionAlert> = {}) =>
        auctionAlert({
          topic: 'auction_ended',
          key: 'auction_ended:a-1',
          status: 'ended',
          endTime: end,
          ...change,
        });
      const { token, seller, leader, highestBid } = ended();
      const settlement = (change: Partial<SaleAlert> = {}) =>
        sale('settlement', {
          item: { ...ITEM, ...token, seller, price: highestBid, currency: null },
          buyer: leader,
          occurredAt: end + 900,
          ...change,
        });
      const toAnn = (alert: Alert, change: Partial<Recipient> = {}): AddressedAlert => ({
        alert,
        channels: [to(target, change), to(GENERAL)],
      });
      const seen = (alert: AddressedAlert) =>
        alert.alert.kind === 'sale'
          ? given.store.ingest(ingestionOf([alert]))
          : given.store.ingestAuctions(auctionIngestionOf([alert]));

      it.each([
        ['the end first', [toAnn(ended()), toAnn(settlement())], 'auction_ended:a-1'],
        ['the sale first', [toAnn(settlement()), toAnn(ended())], 'settlement'],
        [
          'who leads changed since the end was told',
          [toAnn(ended({ leader: HER_WALLET, highestBid: 1n }))],
          'auction_ended:a-1',
        ],
      ])('%s', async (name, alerts, told) => {
        await given.store.addSubscription(watchOf(ANN));
        for (const alert of alerts) await seen(alert);
        if (name.startsWith('who leads')) {
          await given.store.ingestAuctions(
            auctionIngestionOf([], { topics: [{ key: 'auction:a-1', state: ended() }] }),
          );
          await seen(toAnn(settlement()));
        }
        await expect(waitingKeys(given.store, target)).resolves.toEqual([told]);
        // A channel asks for both by name.
        await expect(waitingKeys(given.store, GENERAL)).resolves.toHaveLength(2);
      });

      it.each<[string, Partial<SaleAlert>]>([
        ['to somebody else', { buyer: HER_WALLET }],
        ['before the end', { occurredAt: end - 1 }],
        ['at another price', { item: { ...ITEM, ...token, seller, price: 1n, currency: null } }],
        [
          'of another token',
          { item: { ...ITEM, ...token, tokenId: '999', seller, price: highestBid, currency: null } },
        ],
      ])('and of another sale too: %s', async (_, change) => {
        await given.store.addSubscription(watchOf(ANN));
        await seen(toAnn(ended()));
        await seen(toAnn(settlement(change)));
        await expect(waitingKeys(given.store, target)).resolves.toHaveLength(2);
      });

      it('and that they have won, whichever comes first', async () => {
        await given.store.addSubscription(watchOf(ANN));
        await seen(toAnn(settlement()));
        await seen(toAnn(ended(), { isPersonal: true }));
        await expect(waitingKeys(given.store, target)).resolves.toEqual(['auction_ended:a-1', 'settlement']);
      });
    });

    it('gets nothing before the time until which Discord asked to wait', async () => {
      await given.store.addSubscription(watchOf(ANN));
      await given.store.people.holdUntil(ANN, 6_000_000);
      await expect(given.store.channelWork(personTarget(ANN), 10)).resolves.toMatchObject({
        notBefore: 6_000_000,
      });
    });

    it('gets another direct message channel only for the one that is gone', async () => {
      await given.store.addSubscription(watchOf(ANN));
      await given.store.people.noteOpened(ANN, '5001', given.now);
      await given.store.people.noteClosed(ANN, '4999');
      await expect(given.store.people.find(ANN)).resolves.toMatchObject({ directChannelId: '5001' });
      await given.store.people.noteClosed(ANN, '5001');
      await expect(given.store.people.find(ANN)).resolves.toMatchObject({
        directChannelId: null,
        openedAt: null,
      });
    });

    it('has at most 50 watches', async () => {
      const target = personTarget(ANN);
      const watches = Array.from({ length: 51 }, (_, index) =>
        watchOf(ANN, { filter: { ...ruleFor(GENERAL).filter, price_from: BigInt(index + 1) } }),
      );
      await expect(
        given.store.reviseSubscriptions(target, { add: watches }, given.now),
      ).resolves.toMatchObject({ type: 'over', of: 'channel', count: 51 });
      await expect(
        given.store.reviseSubscriptions(target, { add: watches.slice(1) }, given.now),
      ).resolves.toMatchObject({ type: 'revised' });
    });
  });

  describe('the opening of direct messages', () => {
    const given = storeForEachTest(harness);

    it('is not tried for somebody who watches nothing any more', async () => {
      const { subscription } = await given.store.addSubscription(watchOf(ANN));
      await given.store.reviseSubscriptions(personTarget(ANN), { remove: [subscription.id] }, given.now);
      await expect(given.store.people.claimOpening(ANN, 5_000_000)).resolves.toEqual({ type: 'unknown' });
    });

    it('may be tried for ten people in any minute, again after a restart', async () => {
      const people = Array.from({ length: 12 }, (_, index) => `7000000000000001${10 + index}`);
      for (const userId of people) await given.store.addSubscription(watchOf(userId));
      const [first = '', eleventh = '', twelfth = ''] = [people[0], people[10], people[11]];
      for (const [index, userId] of people.slice(0, 10).entries())
        await expect(given.store.people.claimOpening(userId, 5_000_000 + index)).resolves.toEqual(GRANTED);

      const { people: reopened } = await given.reopen();

      await expect(reopened.claimOpening(eleventh, 5_000_010)).resolves.toEqual({
        type: 'later',
        at: 5_000_000 + WINDOW_MS,
      });
      // Another try for one of the ten is no further person.
      await expect(reopened.claimOpening(first, 5_000_011)).resolves.toEqual(GRANTED);
      await expect(reopened.claimOpening(eleventh, 5_000_000 + WINDOW_MS)).resolves.toEqual({
        type: 'later',
        at: 5_000_001 + WINDOW_MS,
      });
      await expect(reopened.claimOpening(eleventh, 5_000_001 + WINDOW_MS)).resolves.toEqual(GRANTED);
      await expect(reopened.claimOpening(twelfth, 5_000_001 + WINDOW_MS)).resolves.toEqual({
        type: 'later',
        at: 5_000_002 + WINDOW_MS,
      });
    });

    it('is counted with those for notices, to people who may watch nothing', async () => {
      await given.store.addSubscription(watchOf(ANN));
      const { people } = given.store;
      await expect(people.claimOpening(ANN, 5_000_000)).resolves.toEqual(GRANTED);
      for (let person = 0; person < 9; person += 1)
        await expect(people.claimNoticeOpening(`80000000000000001${person}`, 5_000_000)).resolves.toEqual(
          GRANTED,
        );
      const later = { type: 'later', at: 5_000_000 + WINDOW_MS };

      await expect(people.claimNoticeOpening(BOB, 5_000_001)).resolves.toEqual(later);
      await expect(people.claimNoticeOpening('800000000000000010', 5_000_001)).resolves.toEqual(GRANTED);
      await given.store.addSubscription(watchOf(BOB));
      await expect(people.claimOpening(BOB, 5_000_001)).resolves.toEqual(later);

      await expect(people.claimNoticeOpening(BOB, later.at)).resolves.toEqual(GRANTED);
      await expect(people.find('800000000000000010')).resolves.toBeNull();
    });

    it('counts those of people who were forgotten since, without saying whose they were', async () => {
      const people = Array.from({ length: 11 }, (_, index) => `7000000000000001${10 + index}`);
      for (const userId of people) await given.store.addSubscription(watchOf(userId));
      for (const userId of people.slice(0, 10))
        await expect(given.store.people.claimOpening(userId, 5_000_000)).resolves.toEqual(GRANTED);
      for (const userId of people.slice(0, 3)) await given.store.people.forget(userId);

      await expect(given.store.people.claimOpening(people[10] ?? '', 5_000_001)).resolves.toEqual({
        type: 'later',
        at: 5_000_000 + WINDOW_MS,
      });
    });

    it('goes to ten of many who ask at once', async () => {
      const people = Array.from({ length: 15 }, (_, index) => `7000000000000001${10 + index}`);
      for (const userId of people) await given.store.addSubscription(watchOf(userId));
      const answers = await Promise.all(
        people.map((userId) => given.store.people.claimOpening(userId, 5_000_000)),
      );
      expect(answers.filter(({ type }) => type === 'granted')).toHaveLength(10);
    });
  });

  describe('a person whom Discord refuses messages to', () => {
    const given = storeForEachTest(harness);
    const target = personTarget(ANN);
    const stop = { state: 'paused', code: 50_007 } as const;

    it('is told once, with the number of watches that wait', async () => {
      await given.store.addSubscription(watchOf(ANN));
      const { subscription } = await given.store.addSubscription(watchOf(ANN, { topics: ['listing'] }));
      await given.store.pauseSubscription(target, subscription.id, given.now);
      await expect(given.store.people.hasRefusalToTell(ANN)).resolves.toBe(false);
      await expect(given.store.people.takeRefusalToTell(ANN)).resolves.toBeNull();
      given.now = 6_000_000;
      await given.store.stopQueue(target, stop);
      given.now = 7_000_000;
      await given.store.stopQueue(target, { ...stop, code: 50_278 });
      await expect(given.store.people.hasRefusalToTell(ANN)).resolves.toBe(true);
      await expect(given.store.people.hasRefusalToTell(BOB)).resolves.toBe(false);

      const taken = await Promise.all([
        given.store.people.takeRefusalToTell(ANN),
        given.store.people.takeRefusalToTell(ANN),
      ]);

      expect(taken.filter((one) => one !== null)).toEqual([
        { code: 50_278, since: 6_000_000, pausedWatches: 1 },
      ]);
      await expect(given.store.people.hasRefusalToTell(ANN)).resolves.toBe(false);
      await expect(given.store.people.takeRefusalToTell(BOB)).resolves.toBeNull();
    });

    it('is told again what did not reach them, unless that refusal is over', async () => {
      await given.store.addSubscription(watchOf(ANN));
      given.now = 6_000_000;
      await given.store.stopQueue(target, stop);
      const taken = await given.store.people.takeRefusalToTell(ANN);

      await given.store.people.returnRefusalToTell(ANN, { since: 5_999_999 });
      await expect(given.store.people.hasRefusalToTell(ANN)).resolves.toBe(false);
      await given.store.people.returnRefusalToTell(ANN, { since: 6_000_000 });
      await expect(given.store.people.takeRefusalToTell(ANN)).resolves.toEqual(taken);

      await given.store.people.resume(ANN);
      await given.store.people.returnRefusalToTell(ANN, { since: 6_000_000 });
      await expect(given.store.people.hasRefusalToTell(ANN)).resolves.toBe(false);
    });

    it('causes no notice', async () => {
      await given.store.addSubscription(watchOf(ANN));
      await given.store.stopQueue(target, stop);
      await expect(given.store.hasNotices()).resolves.toBe(false);
      await expect(given.store.dueNotices()).resolves.toEqual([]);
    });

    it.each([
      ['they resume', (store: Store) => store.people.resume(ANN)],
      ['they add a watch', (store: Store) => store.addSubscription(watchOf(ANN, { topics: ['listing'] }))],
    ])('goes on when %s, and is told of the next refusal', async (_, resume) => {
      await given.store.addSubscription(watchOf(ANN));
      await given.store.ingest(ingestionOf(salesFor(['a'], target)));
      await given.store.stopQueue(target, stop);
      await given.store.people.takeRefusalToTell(ANN);
      await expect(given.store.channelsWithWork()).resolves.toEqual([]);

      await resume(given.store);

      await expect(given.store.channelsWithWork()).resolves.toEqual([target]);
      await expect(given.store.people.find(ANN)).resolves.toMatchObject({ refusedSince: null });
      await given.store.stopQueue(target, stop);
      await expect(given.store.people.takeRefusalToTell(ANN)).resolves.toMatchObject({ code: 50_007 });
    });

    it('has nothing to resume without a watch', async () => {
      await expect(given.store.people.resume(ANN)).resolves.toBe(false);
      await expect(given.store.people.find(ANN)).resolves.toBeNull();
    });

    it('is found once that was so for a time', async () => {
      await given.store.addSubscription(watchOf(ANN));
      await given.store.addSubscription(watchOf(BOB));
      given.now = 6_000_000;
      await given.store.stopQueue(target, stop);
      await expect(given.store.people.refusedSince(6_000_000, 10)).resolves.toEqual([]);
      await expect(given.store.people.refusedSince(6_000_001, 10)).resolves.toEqual([ANN]);
      await expect(given.store.people.refusedSince(6_000_001, 0)).resolves.toEqual([]);
    });
  });

  describe('a message to a person that cannot be verified', () => {
    const given = storeForEachTest(harness);

    it('is given up, because nobody can be asked', async () => {
      const target = personTarget(ANN);
      await given.store.addSubscription(watchOf(ANN));
      await given.store.ingest(ingestionOf(salesFor(['a'], target)));
      const post = await begin(given.store, target);
      await expect(given.store.holdPost(post.id, 'unreadable')).resolves.toBe('given up');
      await expect(given.store.queueStatuses([target])).resolves.toMatchObject([{ state: 'open' }]);
    });
  });

  describe('figures over all servers', () => {
    const given = storeForEachTest(harness);

    it('leave people out: their watches, their closed direct messages, and what could not be decided for them', async () => {
      const target = personTarget(ANN);
      await given.store.addSubscription(ruleFor(GENERAL));
      await given.store.addSubscription(watchOf(ANN));
      await given.store.stopQueue(target, { state: 'paused', code: 50_007 });
      const undecided = { missingDetails: { tokens: [], collections: [] }, awaitsFeed: true };
      await given.store.ingest(ingestionOf([{ alert: sale('unknown'), channels: [], undecided }]));
      await given.store.giveUpUndecided([{ key: 'unknown', channelIds: [target, GENERAL] }], given.now);

      await expect(given.store.outboxFigures()).resolves.toMatchObject({ stopped: [], rules: 1 });
      await expect(given.store.undecidedEvents([target, GENERAL], 0)).resolves.toMatchObject([
        { channelId: GENERAL },
      ]);
    });
  });

  describe('what is kept of a person', () => {
    const given = storeForEachTest(harness);
    const target = personTarget(ANN);

    async function fill(userId: string): Promise<void> {
      const { store } = given;
      const own = personTarget(userId);
      await store.addSubscription(watchOf(userId));
      await store.people.setWallets(userId, [HER_WALLET], given.now);
      await store.saveGuildSettings(own, { ...DEFAULT_GUILD_SETTINGS, timeZone: 'Europe/Berlin' });
      await store.saveChannelSettings(own, own, { ...DEFAULT_CHANNEL_SETTINGS, quiet: { from: 0, to: 60 } });
      const { createdBy: _, ...draft } = watchOf(userId);
      await store.saveDraft({ ...draft, id: `draft-${userId.slice(-3)}`, userId, changes: null });
      await store.saveDraft({
        ...draft,
        ...{ id: `server-${userId.slice(-3)}`, guildId: SERVER, channelId: GENERAL, userId, changes: null },
      });
      await store.saveInput(`input-${userId}`, { guildId: own, userId }, '{}');
      await store.saveInput(`server-${userId}`, { guildId: SERVER, userId }, `{"of":"${HER_WALLET}"}`);
      await store.ingest(
        ingestionOf(salesFor([`sent to ${userId}`, `begun ${userId}`, `waits ${userId}`], own)),
      );
      await store.people.claimOpening(userId, given.now);
      await store.people.noteOpened(userId, `5${userId}`, given.now);
      await send(store, own, 1, { messageId: '6001' });
      await begin(store, own, 1);
    }

    it('is exported to them, and nothing of others', async () => {
      await fill(ANN);
      const before = await given.store.people.exportOf(BOB);
      expect(before).toEqual({
        person: null,
        watches: [],
        drafts: [],
        inputs: [],
        settings: null,
        messages: null,
        deliveries: [],
        openingTriedAt: null,
      });

      const exported = await given.store.people.exportOf(ANN);

      expect(exported).toMatchObject({
        person: { userId: ANN, wallets: [HER_WALLET] },
        watches: [{ channelId: target, topics: ['sale'] }],
        drafts: [{ userId: ANN }, { userId: ANN, guildId: SERVER }],
        inputs: [
          { guildId: target, content: {} },
          { guildId: SERVER, content: { of: HER_WALLET } },
        ],
        openingTriedAt: given.now,
        settings: { timeZone: 'Europe/Berlin' },
        messages: { quiet: { from: 0, to: 60 } },
      });
      expect(
        exported.deliveries.map(({ alertKey, state, messageId }) => [alertKey, state, messageId]),
      ).toEqual([
        [`sent to ${ANN}`, 'sent', '6001'],
        [`begun ${ANN}`, 'posting', null],
        [`waits ${ANN}`, 'pending', null],
      ]);
    });

    it('is forgotten at once, and nothing of others', async () => {
      await fill(BOB);
      const bob = await given.store.people.exportOf(BOB);
      const empty = await given.store.people.exportOf(ANN);
      await fill(ANN);

      await given.store.people.forget(ANN);

      await expect(given.store.people.exportOf(ANN)).resolves.toEqual(empty);
      await expect(
        given.store.findInput(`input-${ANN}`, { guildId: target, userId: ANN }),
      ).resolves.toBeNull();
      await expect(
        given.store.findInput(`server-${ANN}`, { guildId: SERVER, userId: ANN }),
      ).resolves.toBeNull();
      await expect(given.store.draftsOf(SERVER)).resolves.toMatchObject([{ userId: BOB }]);
      await expect(given.store.queueStatuses([target])).resolves.toMatchObject([{ waiting: 0 }]);
      await expect(given.store.people.exportOf(BOB)).resolves.toEqual(bob);
      // Once more does nothing.
      await given.store.people.forget(ANN);
    });

    it('does not come back with what was under way: an alert, an opening, a refusal', async () => {
      await given.store.addSubscription(watchOf(ANN));
      await given.store.people.forget(ANN);

      await given.store.ingest(ingestionOf(salesFor(['late'], target, GENERAL)));
      await expect(given.store.people.claimOpening(ANN, given.now)).resolves.toEqual({ type: 'unknown' });
      await given.store.people.noteOpened(ANN, '5001', given.now);
      await given.store.stopQueue(target, { state: 'paused', code: 50_007 });

      await expect(given.store.people.find(ANN)).resolves.toBeNull();
      await expect(given.store.channelsWithWork()).resolves.toEqual([GENERAL]);
      await expect(waitingKeys(given.store, target)).resolves.toEqual([]);
      // A watch begins anew.
      await given.store.addSubscription(watchOf(ANN));
      await given.store.ingest(ingestionOf(salesFor(['new'], target)));
      await expect(waitingKeys(given.store, target)).resolves.toEqual(['new']);
    });
  });
}
