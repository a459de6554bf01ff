import { recordIdOf, txHashOf } from '../../random/hex.ts';
import type { CollectionMarket, TokenState } from '../collection-market.ts';
import type { WorldEvent } from '../model.ts';
import type { Moment } from '../transactions.ts';
import { type Auction, leadingBid } from './auction.ts';

/** An owner starts an auction. `endsAtMs` is wall ms, `settlesAfterMs` world ms. */
export function auctionStart(
  moment: Moment,
  collection: CollectionMarket,
  token: TokenState,
  terms: {
    readonly number: number;
    /** Wei. */
    readonly startingPrice: bigint;
    readonly endsAtMs: number;
    readonly settlesAfterMs: number | null;
    /** The token's owner when left out. */
    readonly seller?: string | undefined;
  },
): WorldEvent {
  const txHash = txHashOf(moment.key);
  const { number, endsAtMs, settlesAfterMs } = terms;
  return {
    id: recordIdOf(`${moment.key}:auction`),
    kind: 'auction_created',
    atMs: moment.atMs,
    collection: collection.profile.address,
    tokenId: token.sheet.tokenId,
    price: terms.startingPrice,
    from: terms.seller ?? token.owner,
    to: null,
    txHash,
    logIndex: moment.random.below(300),
    auction: {
      id: auctionIdOf(txHash, collection.profile.address, number),
      number,
      endsAtMs,
      settlesAfterMs,
    },
  };
}

/** Field notes: Auctions. */
export function auctionIdOf(txHash: string, collection: string, number: number): string {
  return `${txHash}-${collection}-${number}`;
}

/** A bid; `endsAtMs` is the end after the bid in wall ms. */
export function auctionBid(
  moment: Moment,
  auction: Auction,
  bid: { readonly bidder: string; readonly amount: bigint; readonly endsAtMs: number },
): WorldEvent {
  return {
    ...ofAuction(moment, auction, 'auction_bid'),
    price: bid.amount,
    to: bid.bidder,
    auction: { id: auction.id, number: auction.number, endsAtMs: bid.endsAtMs },
  };
}

/** The settlement: the leading bidder gets the token, or the seller keeps it. */
export function auctionSettlement(moment: Moment, auction: Auction): WorldEvent {
  const lead = leadingBid(auction);
  return {
    ...ofAuction(moment, auction, 'auction_settled'),
    price: lead?.amount ?? null,
    to: lead?.bidder ?? null,
  };
}

/** The seller cancels the auction before its end. */
export function auctionCancellation(moment: Moment, auction: Auction): WorldEvent {
  return ofAuction(moment, auction, 'auction_cancelled');
}

/**
 * The end after a bid at `atMs`: a bid in the last `windowMs` moves it to `windowMs` after the bid. All in
 * wall ms.
 */
export function endAfterBid(endsAtMs: number, atMs: number, windowMs: number): number {
  return Math.max(endsAtMs, atMs + windowMs);
}

function ofAuction(moment: Moment, auction: Auction, kind: WorldEvent['kind']): WorldEvent {
  return {
    id: recordIdOf(`${moment.key}:${kind}`),
    kind,
    atMs: moment.atMs,
    collection: auction.collection,
    tokenId: auction.tokenId,
    price: null,
    from: auction.seller,
    to: null,
    txHash: txHashOf(moment.key),
    logIndex: moment.random.below(300),
    auction: { id: auction.id, number: auction.number },
  };
}
