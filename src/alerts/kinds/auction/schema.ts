import { z } from 'zod';
import { address, bigint } from '#src/chain/codecs.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { AuctionStatus } from '#src/marketplace/resources/auction.ts';
import type { AlertBase } from '../alert-base.ts';
import { alertFields, alertToken, nativePrice, priceFields } from '../parts.ts';

/** The topic of each stage of an auction. */
export const AUCTION_TOPIC = {
  started: 'auction_started',
  bid: 'auction_bid',
  ending: 'auction_ending',
  ended: 'auction_ended',
  cancelled: 'auction_cancelled',
} as const;

const status = z.enum({
  upcoming: 'upcoming',
  running: 'running',
  ended: 'ended',
  sold: 'sold',
  unsold: 'unsold',
  cancelled: 'cancelled',
} satisfies { [Status in AuctionStatus]: Status });

export const schema = z.object({
  ...alertFields,
  kind: z.literal('auction'),
  topic: z.enum(AUCTION_TOPIC),
  // The marketplace's unique id of the auction.
  auction: z.string(),
  // Number within its contract; `/auction show` finds the auction by it.
  auctionId: z.string().nullable(),
  token: alertToken.readonly(),
  seller: address.nullable(),
  startingPrice: bigint.nullable(),
  // The coin of all amounts except the floor and the last price.
  currency: priceFields.currency.default(null),
  coin: priceFields.coin,
  // Epoch seconds.
  startTime: z.number().nullable(),
  endTime: z.number().nullable(),
  // At the time of the snapshot.
  status,
  leader: address.nullable(),
  highestBid: bigint.nullable(),
  bidCount: z.number(),
  // The previous leader; the leader's own wallet if it raised its own bid, `null` for a first bid.
  outbid: address.nullable(),
  // For a bid, and for an end in the same poll: wallets outbid by it or by unannounced bids before it; at most
  // `MAX_OVERTAKEN`.
  overtaken: z.array(address).readonly().default([]),
  // Their own highest bids, in the same order.
  overtakenBids: z.array(bigint).readonly().default([]),
  // Newest first, at most 5.
  latestBids: z
    .array(z.object({ bidder: address.nullable(), amount: bigint, at: z.number().nullable() }))
    .readonly(),
  // How often the end was extended since tracking began.
  extensions: z.number(),
  finalizedAt: z.number().nullable(),
  // Whether the end has passed but a late bid may still change the winner.
  provisional: z.boolean().default(false),
  // For comparison with the result.
  floor: bigint.nullable(),
  lastPrice: bigint.nullable(),
  // For `auction_ending`: the lead times in minutes that are due; empty for every other topic.
  leads: z.array(z.number()).readonly(),
  // For the second alert of an end, which names the winner: whether the first alert named the same leader.
  confirms: z.enum(['same', 'other']).nullable().default(null),
});

/** An auction event, or the current state of an auction. */
export type AuctionAlert = Readonly<z.infer<typeof schema>>;

/** Returns an amount of an auction with its coin. */
export const pricedIn = ({ currency, coin }: Pick<AuctionAlert, 'currency' | 'coin'>, price: Wei | null) => ({
  price,
  currency,
  coin,
});

/** Returns an amount of an auction if it is in the chain's own coin; else `null`. */
export const nativeIn = (alert: Pick<AuctionAlert, 'currency' | 'coin'>, price: Wei | null): Wei | null =>
  nativePrice(pricedIn(alert, price));

/** Returns whether the topic is a stage of auctions. */
export function isAuctionTopic(topic: string): topic is AuctionAlert['topic'] {
  return Object.values(AUCTION_TOPIC).some((one) => one === topic);
}

export function isAuction(alert: AlertBase | AuctionAlert): alert is AuctionAlert {
  return alert.kind === schema.shape.kind.value;
}

/** Returns whether it announces a bid, which only edits the auction's live message unless it is high enough. */
export const isBid = ({ topic }: AuctionAlert): boolean => topic === AUCTION_TOPIC.bid;

/** Returns whether it announces an end whose winner is not final. */
export const isResultOpen = ({ topic, provisional }: AuctionAlert): boolean =>
  topic === AUCTION_TOPIC.ended && provisional;

/** Returns the topic of the auction's result; `null` while it has none. */
export function resultOf({ status: now }: Pick<AuctionAlert, 'status'>): AuctionAlert['topic'] | null {
  if (now === 'running' || now === 'upcoming') return null;
  return now === 'cancelled' ? AUCTION_TOPIC.cancelled : AUCTION_TOPIC.ended;
}

/** Creates an alert of this kind. */
export function newAuctionAlert(fields: Omit<AuctionAlert, 'kind'>): AuctionAlert {
  return { kind: 'auction', ...fields };
}
