import { describe, expect, it } from 'vitest';
import type { Alert, AuctionAlert, SaleAlert } from '#src/alerts/alert.ts';
import { personTarget } from '#src/alerts/target.ts';
import { ruleOfWallets } from '#src/alerts/watches/watch.ts';
import type { Address } from '#src/chain/address.ts';
import type { AddressedAlert } from '#src/store/model/ingest-batch.ts';
import type { Recipient } from '#src/store/model/recipient.ts';
import { auctionAlert } from '../../support/build-alert.ts';
import {
  auctionIngestionOf,
  GENERAL,
  ITEM,
  ingestionOf,
  ruleFor,
  sale,
  salesFor,
  to,
  waitingKeys,
} from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';
import { ANN, BOB, HER_WALLET, watchOf } from './watchers.ts';

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

    it('keeps which watches a message is about, with their rules as they are now', async () => {
      const target = personTarget(ANN);
      await given.store.addSubscription(watchOf(ANN));
      const [watch] = await given.store.subscriptionsOf(target);
      if (watch === undefined) throw new Error('There is no watch.');
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], target)));
      const [first] = (await given.store.channelWork(target, 1)).pending;
      const post = { channelId: target, deliveryIds: [first?.id ?? 0], nonce: 'n', at: given.now };
      const more = { layout: 'card', pingRoleIds: [], watchIds: [999, watch.id, watch.id] } as const;
      const begun = await given.store.startPost({ ...post, ...more });

      const { topics, filter, pingRoles } = watch;
      const known = { id: watch.id, rule: { topics, filter, pingRoles } };
      expect(begun.watches).toEqual([known, { id: 999, rule: null }]);
      const read = async () => (await given.store.channelWork(target, 1)).unsettled?.watches;
      await expect(read()).resolves.toEqual(begun.watches);
      await given.store.removeSubscription(target, watch.id);
      await expect(read()).resolves.toEqual([
        { id: watch.id, rule: null },
        { id: 999, rule: null },
      ]);
    });

    it('has no watches in a message to a channel', async () => {
      await given.store.addSubscription(ruleFor(GENERAL));
      await given.store.ingest(ingestionOf(salesFor(['a'], GENERAL)));
      const [first] = (await given.store.channelWork(GENERAL, 1)).pending;
      const post = { channelId: GENERAL, deliveryIds: [first?.id ?? 0], nonce: 'n', at: given.now };
      const begun = await given.store.startPost({ ...post, layout: 'card', pingRoleIds: [] });
      expect(begun.watches).toEqual([]);
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
}
