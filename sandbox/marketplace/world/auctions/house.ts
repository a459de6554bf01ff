import { ImpossibleEventError } from '../impossible-event-error.ts';
import type { AuctionPart, WorldEvent } from '../model.ts';
import {
  type Auction,
  type AuctionClose,
  type Bid,
  type Extension,
  leadingBid,
  leastBid,
} from './auction.ts';

/** Every auction of the world. */
export interface AuctionHouse {
  /** In the order of their starts. */
  readonly all: readonly Auction[];
  /** Auctions that are not closed, ended ones included. */
  readonly open: ReadonlySet<Auction>;
  at(id: string): Auction | undefined;
  openFor(collection: string, tokenId: string): Auction | undefined;
  /** An unused auction number. */
  nextNumber(): number;
  /**
   * Applies an event; events of other kinds change nothing. Throws a Refusal for what the contract would
   * refuse: a bid that is too low or too late, a second close, a token that is already on auction, burning a
   * token on auction.
   */
  apply(event: WorldEvent, wallMs: number, tokenName: string): void;
}

type Open = {
  -readonly [K in keyof Auction]: Auction[K];
} & { bids: Bid[]; extensions: Extension[] };

/** `now` returns wall ms; `lastNumber` is the highest number in use. */
export function createAuctionHouse(now: () => number, lastNumber: number): AuctionHouse {
  const all: Open[] = [];
  const byId = new Map<string, Open>();
  const open = new Set<Open>();
  const byToken = new Map<string, Open>();
  let taken = lastNumber;

  const start = (event: WorldEvent, part: AuctionPart, wallMs: number, tokenName: string): void => {
    const token = tokenKey(event.collection, event.tokenId);
    if (byToken.has(token) || byId.has(part.id))
      throw new ImpossibleEventError(`${tokenName} is up for auction already.`);
    const endsAtMs = part.endsAtMs ?? wallMs;
    const auction: Open = {
      id: part.id,
      number: part.number,
      collection: event.collection,
      tokenId: event.tokenId,
      tokenName,
      seller: event.from ?? '',
      startingPrice: event.price ?? 0n,
      txHash: event.txHash ?? '',
      startedAtMs: wallMs,
      shownAtMs: now(),
      firstEndsAtMs: endsAtMs,
      endsAtMs,
      settlesAfterMs: part.settlesAfterMs ?? null,
      bids: [],
      extensions: [],
      close: null,
      updatedAtMs: wallMs,
    };
    taken = Math.max(taken, part.number);
    all.push(auction);
    byId.set(part.id, auction);
    open.add(auction);
    byToken.set(token, auction);
  };

  const bid = (auction: Open, event: WorldEvent, part: AuctionPart, wallMs: number): void => {
    const amount = event.price ?? 0n;
    if (wallMs >= auction.endsAtMs) throw new ImpossibleEventError(`The auction ${auction.id} has ended.`);
    const least = leastBid(auction);
    if (amount < least)
      throw new ImpossibleEventError(`A bid of ${amount} wei is too low: the least is ${least}.`);
    const { txHash } = event;
    auction.bids.push({
      bidder: event.to ?? '',
      amount,
      txHash: txHash ?? '',
      atMs: wallMs,
      shownAtMs: now(),
    });
    if (part.endsAtMs === undefined || part.endsAtMs === auction.endsAtMs) return;
    auction.extensions.push({ atMs: wallMs, fromMs: auction.endsAtMs, toMs: part.endsAtMs });
    auction.endsAtMs = part.endsAtMs;
  };

  const close = (auction: Open, event: WorldEvent, wallMs: number): void => {
    const lead = event.kind === 'auction_settled' ? leadingBid(auction) : undefined;
    auction.close = {
      how: outcome(event, lead),
      atMs: wallMs,
      shownAtMs: now(),
      txHash: event.txHash,
      winner: lead?.bidder ?? null,
      price: lead?.amount ?? null,
    };
    open.delete(auction);
    byToken.delete(tokenKey(auction.collection, auction.tokenId));
  };

  const openAt = (id: string): Open => {
    const auction = byId.get(id);
    if (auction === undefined) throw new ImpossibleEventError(`There is no auction ${id}.`);
    if (auction.close !== null) throw new ImpossibleEventError(`The auction ${id} is closed.`);
    return auction;
  };

  return {
    all,
    open,
    at: (id) => byId.get(id),
    openFor: (collection, tokenId) => byToken.get(tokenKey(collection, tokenId)),
    nextNumber: () => taken + 1,
    apply(event, wallMs, tokenName) {
      const { auction: part } = event;
      if (event.kind === 'burn' && byToken.has(tokenKey(event.collection, event.tokenId))) {
        throw new ImpossibleEventError(`${tokenName} is up for auction.`);
      }
      if (part === undefined) return;
      if (event.kind === 'auction_created') {
        start(event, part, wallMs, tokenName);
        return;
      }
      const auction = openAt(part.id);
      if (event.kind === 'auction_bid') bid(auction, event, part, wallMs);
      else close(auction, event, wallMs);
      auction.updatedAtMs = wallMs;
    },
  };
}

function outcome(event: WorldEvent, lead: Bid | undefined): AuctionClose['how'] {
  if (event.kind === 'auction_cancelled') return 'cancelled';
  return lead === undefined ? 'unsold' : 'sold';
}

function tokenKey(collection: string, tokenId: string): string {
  return `${collection}-${tokenId}`;
}
