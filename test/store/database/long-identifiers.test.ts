import { expect, it } from 'vitest';
import { auctionEventAlert, auctionState } from '#src/alerts/auctions/auction-alerts.ts';
import { detect } from '#src/alerts/detect/detect.ts';
import { startRepeatTrades } from '#src/alerts/repeat-trades.ts';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import { decodeActivities } from '#src/marketplace/resources/activity/activities.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import { createStore } from '#src/store/open.ts';
import { createRandom } from '../../../sandbox/marketplace/random/random.ts';
import { address } from '../../support/build-activity.ts';
import { toAuction } from '../../support/read-resources.ts';
import { trackedAuction } from '../conformance/auctions.ts';
import { addressed, auctionIngestionOf, ingestionOf, ruleFor, SALES, waitingKeys } from '../samples.ts';
import { describeEachDatabase } from './each-database.ts';

const NOW = 1_767_225_600_000;
const LONG = 10_000;
const HIGHEST = 2n ** 256n - 1n;

/** A text in which nothing is repeated, so that no database can make it short. */
function incompressible(length: number, seed: string): string {
  const random = createRandom(seed);
  return Array.from({ length }, () => String.fromCharCode(random.between(0x4e00, 0x9fff))).join('');
}

function auctionWith(change: object): Auction {
  const found = toAuction(
    { collectionAddress: address(0xc0), tokenId: HIGHEST.toString(), startTime: NOW / 1_000, ...change },
    NOW,
    isCoinOf('S'),
  );
  if (found === null) throw new Error('The auction could not be read.');
  return found;
}

const trackedWith = (change: object) => {
  const auction = auctionWith(change);
  return { ...trackedAuction(auction.id), auction };
};

/** Three sales of one token between two wallets, with the longest of everything that their keys are made of. */
const LONGEST_SALES = [1, 2, 3].map((number) => ({
  ...{ type: 'sale', timestamp: NOW / 1_000 + number, orderId: incompressible(199, `order ${number}`) },
  ...{ collectionAddress: address(0xc0), tokenId: HIGHEST.toString(), price: HIGHEST.toString() },
  ...{ seller: address(0x5e), buyer: address(0xb0), amount: HIGHEST.toString() },
}));

describeEachDatabase('a store with identifiers of any length', (kind) => {
  it('tracks and announces an auction whose id has 10,000 characters', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const store = createStore(database);
    await store.addSubscription(ruleFor(SALES));
    const text = incompressible(LONG, 'auction');
    const same = [trackedWith({ id: text }), trackedWith({ id: text, isActive: false })];
    const other = trackedWith({ id: `${text.slice(0, -1)}x` });
    for (const tracked of [...same, other]) {
      const started = auctionEventAlert(
        { kind: 'auction_started', bid: null, overtaken: [], confirms: null },
        tracked,
      );
      const topics = [{ key: `auction:${tracked.auction.id}`, state: auctionState(tracked) }];
      await store.ingestAuctions(
        auctionIngestionOf([addressed(started, SALES)], { tracked: [tracked], topics }),
      );
    }
    const found = await store.trackedAuctions();
    expect(found?.map(({ auction }) => auction.active)).toEqual([false, true]);
    expect(await waitingKeys(store, SALES)).toHaveLength(2);
  });

  it('tracks an auction without an id whose number has 200 characters, and leaves out a longer number', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const store = createStore(database);
    const [long, tooLong] = [200, LONG].map((length) => incompressible(length, 'number'));
    const tracked = [trackedWith({ auctionId: long }), trackedWith({ auctionId: tooLong })];
    await store.ingestAuctions(auctionIngestionOf([], { tracked }));
    const found = await store.trackedAuctions();
    expect(found?.map(({ auction }) => auction.auctionId)).toEqual([long, null]);
  });

  it('announces sales with the longest keys, and repeat trades of them', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const store = createStore(database);
    await store.addSubscription(ruleFor(SALES));
    const { items } = decodeActivities(LONGEST_SALES, NOW, isCoinOf('S'));
    const detected = detect(items, NOW).detectedAlerts;
    const trades = detected.flatMap((one) => one.trades);
    const [last] = detected.flatMap(({ alert }) => (alert.kind === 'sale' ? [alert] : []));
    const latest = trades.at(-1);
    if (last === undefined || latest === undefined) throw new Error('Nothing was detected.');
    const repeated = startRepeatTrades({ ...last, trade: latest }, trades.slice(0, -1));
    if (repeated === null) throw new Error('There are no repeat trades.');
    await store.ingest(
      ingestionOf(
        [...detected.map(({ alert }) => alert), repeated].map((alert) => addressed(alert, SALES)),
        {
          seen: items.flatMap(({ keys }) => keys),
          trades,
          topics: [{ key: repeated.key, state: repeated }],
        },
      ),
    );
    expect(await waitingKeys(store, SALES)).toHaveLength(4);
  });
});
