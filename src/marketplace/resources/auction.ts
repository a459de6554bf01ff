import { z } from 'zod';
import { ZERO_ADDRESS } from '#src/chain/address.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import {
  address,
  amount,
  amountInside,
  anyTime,
  fallback,
  flag,
  identifier,
  list,
  quantity,
  slug,
  standard,
  time,
  tokenId,
  txHash,
} from '../decode/lenient.ts';
import type { Amount } from '../decode/price.ts';
import { LeftOut, type ReadContext, type ReadOnly, resource } from '../decode/resource.ts';
import { hashLong, readAddress, readTokenReference } from '../decode/scalar.ts';
import { notAfter } from '../decode/time.ts';
import { type Bid, highestBids, leadingBid } from './auction-bids.ts';
import { inOneCoin } from './auction-coin.ts';

/** How far a record's timestamp may be ahead of the marketplace's clock, ms: its Date header may be wrong. */
const MAX_AHEAD_MS = DAY_MS;

const fields = z.object({
  id: identifier,
  _id: identifier,
  auctionId: slug,
  seller: address,
  collectionAddress: address,
  collection: fallback(address),
  tokenId,
  nftType: standard,
  amount: quantity,
  startingPrice: amount,
  isActive: flag,
  startTime: anyTime,
  endTime: anyTime,
  // With the fields that are not documented: a bid may name its coin.
  bids: list(z.looseObject({ bidder: address, amount, timestamp: time, txHash })),
  highestBid: amountInside,
  highestBidder: address,
  finalizedAt: anyTime,
  cancelledAt: anyTime,
  createdAt: time,
  updatedAt: time,
});

/** The highest thousand bids, oldest first; those of one second by amount. */
function inOrder(bids: readonly Bid[]): Bid[] {
  return highestBids(bids).toSorted((a, b) =>
    a.at === null || b.at === null || a.at === b.at
      ? Number(a.amount > b.amount) - Number(a.amount < b.amount)
      : a.at - b.at,
  );
}

/** The collection in `<txHash>-<collection>-<auctionId>` (field notes: Auctions). */
const collectionIn = (id: string | null) =>
  readAddress(/(?:^|-)(0x[0-9a-f]{40})(?:-|$)/i.exec(id ?? '')?.[1]) ??
  readTokenReference(id)?.collection ??
  null;

const bidCountOf = (all: number, kept: number): { bidCount?: number | undefined } =>
  all > kept ? { bidCount: all } : {};

/** The marketplace's list that an auction was read from. */
type AuctionList = 'active' | 'completed' | 'cancelled';

/** A record does not say it. */
const unknownList = (): AuctionList | null => null;

/**
 * An auction as the marketplace shows it (marketplace-api: Auction), without the internal record fields.
 * @param context its `now` is by the marketplace's clock
 */
export const auctionSchema = (context: ReadContext) =>
  resource(fields, (auction, record) => {
    const collection = auction.collectionAddress ?? auction.collection ?? collectionIn(auction.id);
    if (collection === null) return new LeftOut('has no collection');
    if (auction.tokenId === null) return new LeftOut('has no token id');
    const now = context.now();
    const latest = now + MAX_AHEAD_MS;
    const withAmount = (auction.bids ?? []).filter(
      (bid): bid is typeof bid & { amount: Amount } => bid.amount !== null,
    );
    const { startingPrice, highestBid: highest } = auction;
    const {
      bids: all,
      startingPrice: start,
      highestBid,
      ...coin
    } = inOneCoin(record, { startingPrice, highestBid: highest, bids: withAmount }, context.ownCoin.isOwn);
    const bids = inOrder(
      all.map(({ bid: { bidder, timestamp, txHash: hash }, amount: bidAmount }) => {
        return { bidder, amount: bidAmount, at: notAfter(timestamp, latest), txHash: hash };
      }),
    );
    // Contracts store zero, and the zero address, while there is no bid.
    const named = {
      highestBid: highestBid === 0n ? null : highestBid,
      highestBidder: auction.highestBidder === ZERO_ADDRESS ? null : auction.highestBidder,
    };
    const leading = leadingBid(bids, named);
    const { startTime, endTime, finalizedAt, cancelledAt } = auction;
    // The presence of the first two counts, whatever their value.
    const over = finalizedAt !== null || cancelledAt !== null || (endTime !== null && endTime * 1_000 <= now);
    return {
      /** Unique within the marketplace. */
      id:
        auction.id ??
        auction._id ??
        hashLong(`${collection}-${auction.auctionId ?? `${auction.tokenId}-${startTime ?? endTime ?? ''}`}`),
      /** Number within its contract; `null` if unknown. */
      auctionId: auction.auctionId,
      collection,
      tokenId: auction.tokenId,
      standard: auction.nftType,
      /** Units on offer. */
      quantity: auction.amount ?? 1n,
      seller: auction.seller,
      startingPrice: start,
      ...coin,
      /** As the marketplace reports it; may still be true after its end. */
      active: auction.isActive ?? !over,
      /** Epoch seconds, like all times. */
      startTime,
      endTime,
      /** Oldest first. */
      bids,
      /** Number of all bids, where `bids` holds only the highest of them (`countBids`). */
      ...bidCountOf(all.length, bids.length),
      highestBid: named.highestBid ?? leading?.amount ?? null,
      highestBidder: named.highestBidder ?? leading?.bidder ?? null,
      /** `null` until it is settled. */
      finalizedAt,
      /** Not documented, present in some deployments. */
      cancelledAt,
      createdAt: notAfter(auction.createdAt, latest),
      updatedAt: notAfter(auction.updatedAt, latest),
      /** The marketplace's list that it was read from; `null` if unknown or unreliable. */
      listedAs: unknownList(),
    };
  });

export type Auction = ReadOnly<z.output<ReturnType<typeof auctionSchema>>>;

/** `ended` is over but not settled yet, usually for minutes. */
export type AuctionStatus = 'upcoming' | 'running' | 'ended' | 'sold' | 'unsold' | 'cancelled';

/**
 * The earliest time that it can be, epoch seconds: the record may contain times after `now`, because another clock
 * wrote them.
 */
export function timeAtLeast({ bids, createdAt, updatedAt }: Auction, now: number): number {
  return bids.reduce(
    (latest, { at }) => Math.max(latest, at ?? latest),
    Math.max(now, createdAt ?? now, updatedAt ?? now),
  );
}

/**
 * The status at `now`, decided by the settlement, then the list that contains the auction, then its times. No field for
 * a cancellation is documented (marketplace-api: Auction), so an auction that was inactive before its end, was not
 * settled and is not listed as completed counts as cancelled. The record's own times are used beside `now`
 * (`timeAtLeast`), so a clock that is behind neither makes an auction cancelled nor delays its start.
 * @param now epoch seconds, by the marketplace's clock if known
 */
export function auctionStatus(auction: Auction, now: number): AuctionStatus {
  const hasBids = auction.bids.length > 0 || auction.highestBidder !== null;
  if (auction.finalizedAt !== null) return hasBids ? 'sold' : 'unsold';
  if (auction.cancelledAt !== null) return 'cancelled';
  const time = timeAtLeast(auction, now);
  const over = auction.endTime !== null && time >= auction.endTime;
  const stoppedEarly =
    auction.updatedAt === null || auction.endTime === null ? !over : auction.updatedAt < auction.endTime;
  if (!auction.active && stoppedEarly && auction.listedAs !== 'completed') return 'cancelled';
  if (!auction.active) return hasBids ? 'ended' : 'unsold';
  if (over) return 'ended';
  return auction.startTime !== null && time < auction.startTime ? 'upcoming' : 'running';
}
