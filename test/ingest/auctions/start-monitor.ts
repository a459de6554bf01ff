import type { Wei } from '#src/chain/wei.ts';
import { createAuctionMonitor } from '#src/ingest/auctions/monitor-auctions.ts';
import { createAuctionReader } from '#src/ingest/auctions/read-auctions.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import { collectionPrices } from '../../support/build-collection-prices.ts';
import { token } from '../../support/build-token.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import { recordingLog } from '../../support/silent-log.ts';
import {
  createModelAuctions,
  createModelInbox,
  createModelIndex,
  type ModelInbox,
  type ModelRule,
} from './model-auctions.ts';

/** A watch over auctions as `all` gives them at any moment, with a store that can be given to a later watch. */
export function startWatch(options: {
  readonly clock: ManualClock;
  readonly all: () => readonly Auction[];
  readonly rules?: readonly ModelRule[];
  readonly inbox?: ModelInbox;
  /** From how much on a bid gets a message of its own; by default none does. */
  readonly messageFrom?: Wei;
  /** The marketplace's time as far as the bot knows it, epoch ms; by default the clock's. */
  readonly marketNow?: () => number;
}) {
  const { clock, all, rules = [], inbox = createModelInbox(), messageFrom } = options;
  const { marketNow = clock.now } = options;
  const source = createModelAuctions(all);
  const { log, lines } = recordingLog();
  const woken: string[] = [];
  const learnt = new Map<string, Auction>();
  /** Ids of tokens that were looked up. */
  const lookedUp: string[] = [];
  /** What the marketplace says of every token, or nothing. */
  const market: { silent: boolean; lastPrice: Wei | null } = { silent: false, lastPrice: 3n };
  const watch = createAuctionMonitor({
    report: () => undefined,
    read: createAuctionReader({ source, clock: { ...clock, now: marketNow } }),
    store: inbox,
    index: createModelIndex(rules),
    tokens: {
      async find(collection, tokenId) {
        lookedUp.push(tokenId);
        if (market.silent) throw new Error('the marketplace is silent');
        return token({ collection, tokenId, name: `Cash #${tokenId}`, lastPrice: market.lastPrice });
      },
    },
    collections: {
      collectionPrices: async () => ({ ...collectionPrices({ floor: 7n }), asOf: clock.now() }),
    },
    shouldPostBid: (_, amount) => messageFrom !== undefined && amount >= messageFrom,
    ownWallets: async () => new Map(),
    clock,
    marketNow,
    random: () => 1,
    log,
    wake: (channelIds) => woken.push(...channelIds),
    learn: ({ value }) => {
      for (const auction of value) learnt.set(auction.id, auction);
    },
  });
  const signal = new AbortController().signal;
  return {
    watch,
    tick: () => watch.tick(signal),
    inbox,
    source,
    clock,
    woken,
    learnt,
    lookedUp,
    market,
    lines,
  };
}
