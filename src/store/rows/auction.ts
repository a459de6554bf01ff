import { z } from 'zod';
import type { TrackedAuction } from '../../alerts/auctions/tracked-auction.ts';
import { address, bigint } from '../../chain/codecs.ts';
import { json, rowMapper, writeJson } from './row-mapper.ts';

/** Written into every payload. A change of the schema below takes the next number and keeps reading earlier ones. */
const AUCTION_PAYLOAD_VERSION = 2;

const time = z.number().nullable();

const bids = z.array(
  z.object({ bidder: address.nullable(), amount: bigint, at: time, txHash: z.string().nullable() }),
);

const auction = z.object({
  id: z.string(),
  auctionId: z.string().nullable(),
  collection: address,
  tokenId: z.string(),
  standard: z.enum(['721', '1155']).nullable(),
  quantity: bigint,
  seller: address.nullable(),
  startingPrice: bigint.nullable(),
  active: z.boolean(),
  startTime: time,
  endTime: time,
  bids,
  highestBid: bigint.nullable(),
  highestBidder: address.nullable(),
  finalizedAt: time,
  cancelledAt: time,
  createdAt: time,
  updatedAt: time,
  // Since version 2.
  listedAs: z.enum(['active', 'completed', 'cancelled']).nullable().default(null),
});

const trackedAuction = z.object({
  auction,
  seenAt: z.number(),
  // Since version 2.
  behindMs: z.number().default(0),
  missingSince: time,
  extensions: z.number(),
  addressed: z.boolean(),
  told: z.object({
    started: z.boolean(),
    bids,
    endings: z.array(z.number()),
    ended: z.boolean(),
    cancelled: z.boolean(),
  }),
});

/** The auction as JSON text with a version number, for `readTrackedAuction`. */
export function writeTrackedAuction(tracked: TrackedAuction): string {
  return writeJson({ version: AUCTION_PAYLOAD_VERSION, tracked });
}

/** Reads the output of `writeTrackedAuction`. */
export const readTrackedAuction: (payload: unknown) => TrackedAuction = rowMapper(
  'an auction',
  json
    .pipe(z.object({ version: z.literal([1, AUCTION_PAYLOAD_VERSION]), tracked: trackedAuction }))
    .transform(({ tracked }) => tracked),
);
