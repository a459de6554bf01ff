import {
  type AuctionMonitor,
  type AuctionMonitorDeps,
  createAuctionMonitor,
} from '#src/ingest/auctions/monitor-auctions.ts';
import { createAuctionReader } from '#src/ingest/auctions/read-auctions.ts';
import { collectionPrices } from '../../support/build-collection-prices.ts';
import { token } from '../../support/build-token.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import { silentLog } from '../../support/silent-log.ts';
import type { createModelAuctions } from './model-auctions.ts';

const knownTokens: AuctionMonitorDeps['tokens'] = {
  find: async (collection, tokenId) => token({ collection, tokenId }),
};

/** The real watch on a store and an index, over a model of the marketplace in which every token is found by default. */
export function createRealWatch(
  deps: Pick<AuctionMonitorDeps, 'store' | 'index'> & {
    readonly source: ReturnType<typeof createModelAuctions>;
    readonly clock: ManualClock;
    readonly tokens?: AuctionMonitorDeps['tokens'];
    readonly wake?: AuctionMonitorDeps['wake'];
    readonly ownWallets?: AuctionMonitorDeps['ownWallets'];
  },
): AuctionMonitor {
  const {
    source,
    store,
    index,
    clock,
    tokens = knownTokens,
    wake = () => undefined,
    ownWallets = async () => new Map(),
  } = deps;
  return createAuctionMonitor({
    report: () => undefined,
    read: createAuctionReader({ source, clock }),
    store,
    index,
    tokens,
    collections: {
      collectionPrices: async () => ({ ...collectionPrices({ floor: 7n }), asOf: clock.now() }),
    },
    shouldPostBid: () => false,
    ownWallets,
    clock,
    random: () => 1,
    log: silentLog,
    wake,
    learn: () => undefined,
  });
}
