import { createAuctionReader } from '#src/ingest/auctions/read-auctions.ts';
import {
  type AuctionWatch,
  type AuctionWatchDeps,
  createAuctionWatch,
} from '#src/ingest/auctions/watch-auctions.ts';
import { collectionPrices } from '../../support/build-collection-prices.ts';
import { token } from '../../support/build-token.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import { silentLog } from '../../support/silent-log.ts';
import type { createModelAuctions } from './model-auctions.ts';

const knownTokens: AuctionWatchDeps['tokens'] = {
  find: async (collection, tokenId) => token({ collection, tokenId }),
};

/** The real watch on a store and an index, over a model of the marketplace in which every token is found by default. */
export function createRealWatch(
  deps: Pick<AuctionWatchDeps, 'inbox' | 'index'> & {
    readonly source: ReturnType<typeof createModelAuctions>;
    readonly clock: ManualClock;
    readonly tokens?: AuctionWatchDeps['tokens'];
    readonly wake?: AuctionWatchDeps['wake'];
    readonly ownWallets?: AuctionWatchDeps['ownWallets'];
  },
): AuctionWatch {
  const {
    source,
    inbox,
    index,
    clock,
    tokens = knownTokens,
    wake = () => undefined,
    ownWallets = async () => new Map(),
  } = deps;
  return createAuctionWatch({
    read: createAuctionReader({ source, clock }),
    inbox,
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
