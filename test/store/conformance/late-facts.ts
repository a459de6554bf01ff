import { describe, expect, it } from 'vitest';
import type { Alert, SaleAlert } from '#src/alerts/alert.ts';
import { NO_MISSING_DETAILS } from '#src/alerts/missing-details.ts';
import { MAX_FEED_RECORDS } from '#src/store/feed-records.ts';
import { MAX_UNDECIDED } from '#src/store/late-facts.ts';
import type { Store } from '#src/store/open.ts';

import { sale, sales } from '../../support/build-activity.ts';
import { auctionAlert, saleAlert } from '../../support/build-alert.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const CHANNEL = '1000';
const NOW = 5_000_000;
const addressee = { channelId: CHANNEL, subscriptionIds: [], skipIfLive: false };
const nothing = { seen: [], alerts: [], topics: [], trades: [], gap: null, newRecordsAfter: null };

/** Posts the alerts in one message whose id is the name of its layout. */
async function postAlerts(store: Store, layout: 'card' | 'summary', alerts: readonly Alert[]): Promise<void> {
  await store.ingest({
    ...nothing,
    at: NOW,
    alerts: alerts.map((alert) => ({ alert, channels: [addressee] })),
  });
  const { pending } = await store.channelWork(CHANNEL, 10);
  const post = await store.startPost({
    channelId: CHANNEL,
    deliveryIds: pending.map(({ id }) => id),
    nonce: layout,
    at: NOW,
    layout,
    pingRoleIds: [],
  });
  await store.markSent(post.id, { messageId: layout, at: NOW, publish: false });
}

/** The sale with another transaction. */
const staleIn = async (store: Store) => (await store.channelWork(CHANNEL, 10)).staleMessages;

const revisionOf = (alert: SaleAlert) => ({
  alert: { ...alert, txHash: '0x1' } as const,
  channels: [addressee],
  undecided: null,
  since: NOW,
  version: null,
});

/** The contract of `LateFactsStore`. */
export function describeLateFacts(harness: StoreHarness): void {
  describe('what is stored for facts that are reported late', () => {
    const given = storeForEachTest(harness);

    it('is the newest ten thousand records', async () => {
      const { store } = given;
      const records = sales(MAX_FEED_RECORDS + 2)
        .toReversed()
        .map((activity) => ({ activity, alertKey: null, occurredAt: 0 }));
      await store.ingest({ ...nothing, at: NOW, records: records.slice(0, 2) });
      await store.ingest({ ...nothing, at: NOW, records: records.slice(2) });
      const known = await store.recordsOfKeys(['id:s1', 'id:s2', 'id:s3', `id:s${MAX_FEED_RECORDS + 2}`]);
      expect(known.map((record) => record?.activity.keys)).toEqual([
        undefined,
        undefined,
        ['id:s3'],
        [`id:s${MAX_FEED_RECORDS + 2}`],
      ]);
    });

    it('is a record with the coin of its price and the terms of a listing', async () => {
      const { store } = given;
      const ape = { currency: '0x:APE', coin: { symbol: 'APE', decimals: 18 } } as const;
      const terms = { reserved: { for: null }, falling: { to: 1n, from: null, until: 5 } };
      const records = [{ activity: sale({ id: 'a', ...ape, ...terms }), alertKey: null, occurredAt: 0 }];
      await store.ingest({ ...nothing, at: NOW, records });
      const [known] = await store.recordsOfKeys(['id:a']);
      expect(known?.activity).toMatchObject({ ...ape, ...terms });
    });

    it('is a record as it was shown last, under all of its keys', async () => {
      const { store } = given;
      const [before, after] = [sale({ price: null, id: 'a' }), sale({ id: 'a' })];
      await store.ingest({
        ...nothing,
        at: NOW,
        records: [{ activity: before, alertKey: 'x', occurredAt: 1 }],
      });
      const [record] = await store.recordsOfKeys(['id:a']);
      const activity = { ...after, keys: ['id:a', 'log:b'] as const };
      await store.ingest({ ...nothing, at: NOW, changedRecords: [{ id: record?.id ?? 0, activity }] });
      const [again] = await store.recordsOfKeys(['log:b']);
      expect(again).toMatchObject({ id: record?.id, alertKey: 'x', seenAt: NOW, occurredAt: 1 });
      expect(again?.activity).toMatchObject({ price: after.price, keys: ['id:a', 'log:b'] });
    });

    it('is five thousand undecided alerts, of which the oldest are given up first', async () => {
      const { store } = given;
      const undecided = { missingDetails: NO_MISSING_DETAILS, awaitsFeed: true };
      const alerts = Array.from({ length: MAX_UNDECIDED + 1 }, (_, number) => ({
        alert: saleAlert(number + 1),
        channels: [],
        undecided,
      }));
      await store.ingest({ ...nothing, at: NOW, alerts });
      const overdue = await store.overdue(NOW - 1, NOW + 1, 10);
      expect(overdue.map(({ alert }) => alert.key)).toEqual([saleAlert(1).key]);
    });
  });

  describe('a rebuilt alert', () => {
    const given = storeForEachTest(harness);

    it('is ignored when it was built from an older version of the alert', async () => {
      const { store } = given;
      const alert = saleAlert(1);
      await store.ingest({ ...nothing, at: NOW, alerts: [{ alert, channels: [addressee] }] });
      const changed = { ...alert, txHash: '0x1' };
      const revision = { alert: changed, channels: [addressee], undecided: null, since: NOW };
      await store.rebuildAlerts({ at: NOW, revised: [{ ...revision, version: 0 }] });
      await store.rebuildAlerts({ at: NOW, revised: [{ ...revision, alert, version: 0 }] });
      const { pending } = await store.channelWork(CHANNEL, 10);
      expect(pending.map((delivery) => delivery.alert)).toEqual([changed]);
    });

    it.each(['card', 'summary'] as const)(
      'marks the %s message that shows it as stale, once',
      async (layout) => {
        const { store } = given;
        const alert = saleAlert(1);
        await postAlerts(store, layout, [alert]);
        expect(await store.rebuildAlerts({ at: NOW, revised: [revisionOf(alert)] })).toEqual([CHANNEL]);
        const [stale] = await staleIn(store);
        expect(stale).toMatchObject({
          messageId: layout,
          layout,
          changes: 1,
          alerts: [{ txHash: '0x1' }],
        });
        await store.markShown(stale?.id ?? 0, 1);
        expect(await staleIn(store)).toEqual([]);
        expect(await store.channelsWithWork()).toEqual([]);
      },
    );

    it('marks a summary as stale while its auctions have not changed since it was sent', async () => {
      const { store } = given;
      const sold = saleAlert(1);
      const bidOn = auctionAlert();
      const state = auctionAlert({ bidCount: 5 });
      await store.ingest({ ...nothing, at: NOW - 2 * 60_000, topics: [{ key: 'auction:a-1', state }] });
      await postAlerts(store, 'summary', [bidOn, sold]);
      await store.rebuildAlerts({ at: NOW, revised: [revisionOf(sold)] });
      const [stale] = await staleIn(store);
      expect(stale?.alerts).toMatchObject([{ key: bidOn.key, bidCount: 5 }, { txHash: '0x1' }]);

      given.now += 1;
      const later = auctionAlert({ bidCount: 6 });
      await store.ingest({ ...nothing, at: given.now, topics: [{ key: 'auction:a-1', state: later }] });

      expect(await staleIn(store)).toMatchObject([{ alerts: [] }]);
      await store.abandonMessage(stale?.id ?? 0);
      expect(await store.channelsWithWork()).toEqual([]);
    });

    it('does not show a summary of which some alerts may have been deleted', async () => {
      const { store } = given;
      const alert = saleAlert(1);
      await postAlerts(store, 'summary', [alert]);
      await store.rebuildAlerts({ at: NOW, revised: [revisionOf(alert)] });
      expect(await staleIn(store)).toMatchObject([{ alerts: [{ txHash: '0x1' }] }]);
      given.now += 12 * 60 * 60 * 1_000;
      expect(await staleIn(store)).toMatchObject([{ alerts: [] }]);
    });
  });
}
