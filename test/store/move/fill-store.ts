import { DEFAULT_CHANNEL_SETTINGS, DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import type { Store } from '#src/store/open.ts';

import { sale as activity, address } from '../../support/build-activity.ts';
import { auctionAlert, knownFloor, noticeAlert } from '../../support/build-alert.ts';
import { trackedAuction } from '../conformance/auctions.ts';
import { detectedSale, detectedSweep } from '../conformance/events.ts';
import { DRAFT, SUBJECT } from '../conformance/saved-inputs.ts';
import {
  addressed,
  auctionIngestionOf,
  begin,
  collectionNamed,
  GENERAL,
  ingestionOf,
  noticeTo,
  QUIET,
  ruleFor,
  SALES,
  sale,
  salesFor,
  send,
} from '../samples.ts';

const AT = 1_000_000.5;

/** Writes something into every table that a move copies. @param sales how many wait in the channel `SALES` */
export async function fillStore(store: Omit<Store, keyof AsyncDisposable>, sales = 3): Promise<void> {
  await store.addSubscription(ruleFor(GENERAL, { pingRoles: ['6001'] }));
  const { subscription } = await store.addSubscription(ruleFor(SALES));
  const last = await store.addSubscription(ruleFor(QUIET));
  await store.ingest(
    ingestionOf([addressed(auctionAlert(), GENERAL), addressed(sale('sent "1" \u{1F9A2} \\ %'), GENERAL)], {
      at: AT,
      seen: ['a', 'b', 'É'],
      newRecordsAfter: 5,
      gap: { noticedAt: AT, oldestReadAt: null },
      records: [{ activity: activity(), alertKey: 'sent', occurredAt: 1 }],
      topics: [{ key: 'auction:a-1', state: auctionAlert({ bidCount: 1 }) }],
      detected: [detectedSale('sent'), detectedSweep('swept')],
      burns: [{ key: 'b1', collection: address(0xc0), quantity: 2n, at: 1_000 }],
      trades: [
        {
          ...{ key: 't1', collection: address(0xc0), tokenId: '1', seller: null, buyer: null },
          ...{ price: 10n ** 30n, quantity: 1n, at: 1_000 },
        },
      ],
    }),
  );
  await send(store, GENERAL, 1, { messageId: 'm1' });
  const pinging = await begin(store, GENERAL, 1, { pingRoleIds: ['6001'], clockOffsetMs: 12.5 });
  await store.markSent(pinging.id, { messageId: 'm2', at: AT, publish: true });
  await store.ingest(
    ingestionOf(
      Array.from({ length: sales }, (_, number) => addressed(sale(`waits ${number}`), SALES, QUIET)),
    ),
  );
  const lost = await begin(store, SALES, 1);
  await store.markAmbiguous(lost.id);
  await store.ingestAuctions(auctionIngestionOf([], { baseline: true, tracked: [trackedAuction('a1')] }));
  await store.ingest(
    ingestionOf([
      {
        alert: sale('undecided'),
        channels: [],
        undecided: { missingDetails: { tokens: ['1'], collections: [] }, awaitsFeed: true },
      },
      {
        ...addressed(sale('given up')),
        undecided: { missingDetails: { tokens: [], collections: [] }, awaitsFeed: true },
      },
    ]),
  );
  await store.giveUpUndecided([{ key: 'given up', channelIds: [SALES] }], AT);
  await store.saveCollections([collectionNamed('Derps', { verified: true })]);
  await store.recordMarket(
    [{ collection: address(0xc0), floor: 10n ** 18n, listed: 3, owners: 2, volume: null }],
    1_000_000,
  );
  await store.ingestFloors({
    at: AT,
    states: [{ subscriptionId: subscription.id, collection: address(0xc0), state: knownFloor() }],
    alerts: [],
  });
  await store.saveGuildSettings(subscription.guildId, DEFAULT_GUILD_SETTINGS);
  await store.saveChannelSettings(subscription.guildId, SALES, {
    ...DEFAULT_CHANNEL_SETTINGS,
    publish: true,
  });
  const owner = { guildId: subscription.guildId, userId: subscription.createdBy };
  await store.saveInput('i1', owner, SUBJECT, { payload: '{"text":""}', channelId: null });
  await store.saveInput('d1', owner, DRAFT, { payload: '{}', channelId: SALES });
  const ticker = {
    guildId: subscription.guildId,
    channelId: '7001',
    collection: address(0xc0),
    createdBy: '1',
  };
  await store.tickers.save(ticker);
  await store.silences.save({
    guildId: subscription.guildId,
    scope: 'collection',
    target: address(0xc0),
    channelId: null,
    startsAt: AT,
    endsAt: AT + 3_600_000,
    createdBy: '1',
  });
  await store.templates.save(
    { guildId: subscription.guildId, scope: 'server', target: '', topic: 'sale' },
    { message: null, title: '{token}', text: null },
  );
  await store.tickers.noteFloors(
    [{ collection: address(0xc0), floor: 5n, listed: 3, owners: 2, volume: null }],
    AT,
  );
  await store.people.setWallets('700000000000000009', [address(0xaa)], AT);
  await store.people.claimNoticeOpening('700000000000000009', AT);
  await store.stopQueue(SALES, { state: 'paused', code: 50_013 });
  await store.postNotice(SALES, { alert: noticeAlert({ channelId: SALES }), to: [noticeTo(GENERAL)] });
  // The highest id of a rule is not that of a row.
  await store.removeSubscription(last.subscription.guildId, last.subscription.id);
  await store.ingest(ingestionOf(salesFor(['dropped'], QUIET)));
}
