import { ZERO_ADDRESS } from '../../domain/address.ts';
import type { Auction, Bid } from '../../domain/auction.ts';
import { highestBids } from '../../domain/auction-bids.ts';
import { readAddress, readTokenReference } from '../decode/scalar.ts';
import { readMoment, readTime } from '../decode/time.ts';
import { type AuctionWire, auctionWire } from '../wire/trade.ts';
import { standardOf } from './standard.ts';

/** A marketplace's clock may be so far ahead of what its answers say, ms: the records are then the better witnesses. */
const TOLERATED_AHEAD_MS = 24 * 3_600_000;

/** Bids with an amount, the highest thousand of them, oldest first; those of one second by their amount. */
function bidsOf(wire: AuctionWire, latest: number): Bid[] {
  const bids = (wire.bids ?? []).flatMap(({ bidder, amount, timestamp, txHash }) =>
    amount === null ? [] : [{ bidder, amount, at: readTime(timestamp, latest), txHash }],
  );
  return highestBids(bids).toSorted((a, b) =>
    a.at === null || b.at === null || a.at === b.at
      ? Number(a.amount > b.amount) - Number(a.amount < b.amount)
      : a.at - b.at,
  );
}

/** `<txHash>-<collection>-<auctionId>` names the collection too (field notes: Auctions). */
function collectionIn(id: string | null): Auction['collection'] | null {
  return readAddress(/(?:^|-)(0x[0-9a-f]{40})(?:-|$)/i.exec(id ?? '')?.[1]);
}

/**
 * An auction (marketplace-api: Auction); `null` without its collection and token id.
 * @param now epoch milliseconds, by the marketplace's clock
 */
export function toAuction(value: unknown, now: number): Auction | null {
  const wire = auctionWire.safeParse(value).data;
  if (wire === undefined) return null;
  const collection =
    wire.collectionAddress ??
    wire.collection ??
    collectionIn(wire.id) ??
    readTokenReference(wire.id)?.collection ??
    null;
  const { tokenId } = wire;
  if (collection === null || tokenId === null) return null;
  const latest = now + TOLERATED_AHEAD_MS;
  const bids = bidsOf(wire, latest);
  const best = bids.reduce<Bid | null>(
    (top, bid) => (top === null || bid.amount > top.amount ? bid : top),
    null,
  );
  // As contracts keep it while there is no bid.
  const highestBidder = wire.highestBidder === ZERO_ADDRESS ? null : wire.highestBidder;
  const [startTime, endTime] = [readMoment(wire.startTime), readMoment(wire.endTime)];
  // That they are there decides, whatever time they tell.
  const finalizedAt = readMoment(wire.finalizedAt);
  const cancelledAt = readMoment(wire.cancelledAt);
  const over = finalizedAt !== null || cancelledAt !== null || (endTime !== null && endTime * 1_000 <= now);
  return {
    id:
      wire.id ?? wire._id ?? `${collection}-${wire.auctionId ?? `${tokenId}-${startTime ?? endTime ?? ''}`}`,
    auctionId: wire.auctionId,
    collection,
    tokenId,
    standard: standardOf(wire.nftType),
    quantity: wire.amount ?? 1n,
    seller: wire.seller,
    startingPrice: wire.startingPrice,
    active: wire.isActive ?? !over,
    startTime,
    endTime,
    bids,
    // "0" stands for no bid where there is none.
    highestBid: wire.highestBid === null || wire.highestBid === 0n ? (best?.amount ?? null) : wire.highestBid,
    highestBidder: highestBidder ?? best?.bidder ?? null,
    finalizedAt,
    cancelledAt,
    createdAt: readTime(wire.createdAt, latest),
    updatedAt: readTime(wire.updatedAt, latest),
    listedAs: null,
  };
}
