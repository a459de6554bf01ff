import { ZERO_ADDRESS } from '#src/chain/address.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import { inOneCoin } from '../decode/auction-coin.ts';
import { hashLong } from '../decode/identifier.ts';
import type { Amount } from '../decode/price.ts';
import { readAddress, readTokenReference } from '../decode/scalar.ts';
import { readAnyTime, readTime } from '../decode/time.ts';
import type { Auction, Bid } from '../model/auction.ts';
import { highestBids, leadingBid } from '../model/auction-bids.ts';
import type { IsOwnCoin } from '../own-coin.ts';
import { type AuctionWire, auctionWire } from '../wire/trade.ts';
import { standardOf } from './standard.ts';

/** How far a record's timestamp may be ahead of the marketplace's clock, ms, because its Date header may be wrong. */
const MAX_AHEAD_MS = DAY_MS;

/** Returns the thousand highest bids, oldest first; those of the same second by amount. */
function inOrder(bids: readonly Bid[]): Bid[] {
  return highestBids(bids).toSorted((a, b) =>
    a.at === null || b.at === null || a.at === b.at
      ? Number(a.amount > b.amount) - Number(a.amount < b.amount)
      : a.at - b.at,
  );
}

/** Returns the amounts, converted to the coin of the auction. */
function amountsOf(value: unknown, wire: AuctionWire, isOwnCoin: IsOwnCoin) {
  const { startingPrice, highestBid } = wire;
  const bids = (wire.bids ?? []).filter((bid): bid is typeof bid & { amount: Amount } => bid.amount !== null);
  return inOneCoin(value, { startingPrice, highestBid, bids }, isOwnCoin);
}

/** Returns the collection in `<txHash>-<collection>-<auctionId>` (field notes: Auctions). */
function collectionIn(id: string | null): Auction['collection'] | null {
  return readAddress(/(?:^|-)(0x[0-9a-f]{40})(?:-|$)/i.exec(id ?? '')?.[1]);
}

/**
 * Decodes an auction (marketplace-api: Auction); `null` without its collection and token id.
 * @param now epoch milliseconds, by the marketplace's clock
 */
export function toAuction(value: unknown, now: number, isOwnCoin: IsOwnCoin): Auction | null {
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
  const latest = now + MAX_AHEAD_MS;
  const { bids: read, startingPrice, highestBid, ...coin } = amountsOf(value, wire, isOwnCoin);
  const bids = inOrder(
    read.map(({ bid: { bidder, timestamp, txHash }, amount }) => {
      return { bidder, amount, at: readTime(timestamp, latest), txHash };
    }),
  );
  // Contracts contain zero, and the zero address, while there is no bid.
  const named = {
    highestBid: highestBid === 0n ? null : highestBid,
    highestBidder: wire.highestBidder === ZERO_ADDRESS ? null : wire.highestBidder,
  };
  const leading = leadingBid(bids, named);
  const [startTime, endTime] = [readAnyTime(wire.startTime), readAnyTime(wire.endTime)];
  // Their presence counts, regardless of their value.
  const finalizedAt = readAnyTime(wire.finalizedAt);
  const cancelledAt = readAnyTime(wire.cancelledAt);
  const over = finalizedAt !== null || cancelledAt !== null || (endTime !== null && endTime * 1_000 <= now);
  return {
    id:
      wire.id ??
      wire._id ??
      hashLong(`${collection}-${wire.auctionId ?? `${tokenId}-${startTime ?? endTime ?? ''}`}`),
    auctionId: wire.auctionId,
    collection,
    tokenId,
    standard: standardOf(wire.nftType),
    quantity: wire.amount ?? 1n,
    seller: wire.seller,
    startingPrice,
    ...coin,
    active: wire.isActive ?? !over,
    startTime,
    endTime,
    bids,
    ...(read.length > bids.length ? { bidCount: read.length } : {}),
    highestBid: named.highestBid ?? leading?.amount ?? null,
    highestBidder: named.highestBidder ?? leading?.bidder ?? null,
    finalizedAt,
    cancelledAt,
    createdAt: readTime(wire.createdAt, latest),
    updatedAt: readTime(wire.updatedAt, latest),
    listedAs: null,
  };
}
