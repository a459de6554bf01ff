import { type AuctionTopic, TOPICS } from '#src/alerts/kinds/registry.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import type { Bid } from '#src/marketplace/resources/auction-bids.ts';
import { auctionOf } from '../../discord/any-auction.ts';
import { address, txHash } from '../../support/build-activity.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import type { ModelRule } from './model-auctions.ts';
import { startWatch } from './start-monitor.ts';

export const START = 1_767_225_600;
export const MINUTE = 60;
const ALL_KINDS = TOPICS.filter((kind): kind is AuctionTopic => kind.startsWith('auction_'));
export const everything: ModelRule = { channelId: 'all', topics: ALL_KINDS };

export const bid = (amount: bigint, bidder = 1, at = START): Bid => ({
  ...{ bidder: address(bidder), amount, at },
  txHash: txHash(Number(amount)),
});

/** An auction of two hours with these bids. */
export function auction(bids: readonly Bid[] = [], change: Partial<Auction> = {}): Auction {
  const top = bids.at(-1) ?? null;
  const base = { id: 'a-1', bids, endTime: START + 120 * MINUTE, updatedAt: START + bids.length };
  return auctionOf({
    ...base,
    highestBid: top?.amount ?? null,
    highestBidder: top?.bidder ?? null,
    ...change,
  });
}

/** A watch that has had its first poll, at an empty marketplace. */
export async function start(rules: readonly ModelRule[] = [everything], messageFrom?: bigint) {
  const lists: { auctions: readonly Auction[] } = { auctions: [] };
  const clock = createManualClock(START * 1_000);
  const options = { clock, all: () => lists.auctions, rules };
  const started = startWatch(messageFrom === undefined ? options : { ...options, messageFrom });
  await started.tick();
  const show = (...auctions: readonly Auction[]) => {
    lists.auctions = auctions;
    return started.tick();
  };
  const pass = (minutes: number) => clock.advance(minutes * MINUTE * 1_000);
  /** What a later process finds. */
  const restart = () => startWatch({ ...options, inbox: started.inbox });
  return { ...started, lists, show, pass, restart };
}
