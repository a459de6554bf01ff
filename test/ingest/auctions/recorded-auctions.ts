import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import { address } from '../../support/build-activity.ts';

/** Real auctions with all their bids, beside the project. */
export const CASH = '../shared/fixtures/replay/cash-auctions';
export const absent = !existsSync(join(CASH, 'auctions.jsonl'));
/** A late bid moves the end to so long after it. */
const WINDOW = 300;
const wallet = z.custom<`0x${string}`>((value) => /^0x[0-9a-f]{40}$/.test(String(value)));
const recording = z.object({
  auctionId: z.number(),
  tokenId: z.string(),
  seller: wallet,
  startingPrice: z.coerce.bigint(),
  startTime: z.number(),
  endTime: z.number(),
  finalizedAt: z.number(),
  bids: z.array(
    z.object({ bidder: wallet, amount: z.coerce.bigint(), timestamp: z.number(), txHash: z.string() }),
  ),
});
export type Recording = z.output<typeof recording>;

export const readRecordings = () =>
  readFileSync(join(CASH, 'auctions.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => recording.parse(JSON.parse(line)));

/** The end that was announced: the latest that makes every end after it one that a late bid moved. */
function announcedEnd({ bids, startTime }: Recording): number {
  const first = bids.findLastIndex(
    ({ timestamp }, at) => timestamp - (bids[at - 1]?.timestamp ?? startTime) >= WINDOW,
  );
  return (bids[first]?.timestamp ?? startTime) + WINDOW;
}

/** What the marketplace shows of it at `at`, epoch seconds; `null` before its start. */
export function shownAt(recorded: Recording, at: number): Auction | null {
  if (at < recorded.startTime) return null;
  const bids = recorded.bids.filter(({ timestamp }) => timestamp <= at);
  const top = bids.at(-1);
  const isSettled = recorded.finalizedAt <= at;
  return {
    id: `cash-${recorded.auctionId}`,
    auctionId: String(recorded.auctionId),
    collection: address(0xca5),
    tokenId: recorded.tokenId,
    standard: '721',
    quantity: 1n,
    seller: recorded.seller,
    startingPrice: recorded.startingPrice,
    active: !isSettled,
    startTime: recorded.startTime,
    endTime: Math.max(announcedEnd(recorded), (top?.timestamp ?? 0) + WINDOW),
    bids: bids.map(({ bidder, amount, timestamp, txHash }) => ({ bidder, amount, at: timestamp, txHash })),
    highestBid: top?.amount ?? null,
    highestBidder: top?.bidder ?? null,
    finalizedAt: isSettled ? recorded.finalizedAt : null,
    cancelledAt: null,
    createdAt: recorded.startTime,
    updatedAt: isSettled ? recorded.finalizedAt : (top?.timestamp ?? recorded.startTime),
    listedAs: null,
  };
}

/** Seconds between two polls: 15 mostly, and now and then up to a quarter of an hour. */
export function createPace(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % 97 === 0 ? 60 + (state % 900) : 15 + (state % 45);
  };
}
