import { recordIdOf, txHashOf } from '../random/hex.ts';
import type { Random } from '../random/random.ts';
import type { CollectionMarket, TokenState } from './collection-market.ts';
import { NOBODY, type WorldEvent } from './model.ts';

/** The moment in which something happens. */
export interface Moment {
  /** Unique in the world; record ids and the transaction hash are made of it. */
  readonly key: string;
  /** World ms. */
  readonly atMs: number;
  readonly random: Random;
}

/** One token that changes hands for money. */
export interface SoldItem {
  readonly token: TokenState;
  /** Wei. */
  readonly price: bigint;
  /** The token's owner when left out. */
  readonly seller?: string;
}

/** Sales in one transaction by one buyer, each preceded by its transfer when `withTransfers` is set. */
export function sales(
  moment: Moment,
  collection: CollectionMarket,
  purchase: { readonly items: readonly SoldItem[]; readonly buyer: string; readonly withTransfers: boolean },
): readonly WorldEvent[] {
  const txHash = txHashOf(moment.key);
  const firstLog = moment.random.below(300);
  return purchase.items.flatMap(({ token, price, seller }, index) => {
    const shared = {
      atMs: moment.atMs,
      collection: collection.profile.address,
      tokenId: token.sheet.tokenId,
      from: seller ?? token.owner,
      to: purchase.buyer,
      txHash,
    };
    const logIndex = firstLog + index * 3;
    const sale: WorldEvent = {
      ...shared,
      id: recordIdOf(`${moment.key}:sale:${index}`),
      kind: 'sale',
      price,
      logIndex: logIndex + 1,
    };
    if (!purchase.withTransfers) return [sale];
    const id = recordIdOf(`${moment.key}:transfer:${index}`);
    return [{ ...shared, id, kind: 'transfer', price: null, logIndex }, sale];
  });
}

/** One owner sends several tokens to another wallet in one transaction. */
export function transfers(
  moment: Moment,
  collection: CollectionMarket,
  tokens: readonly TokenState[],
  to: string,
): readonly WorldEvent[] {
  return together(
    moment,
    tokens.map((token) => transfer(moment, collection, token, to)),
  );
}

/** Several new tokens for one owner in one transaction. */
export function mints(
  moment: Moment,
  collection: CollectionMarket,
  tokenIds: readonly string[],
  to: string,
): readonly WorldEvent[] {
  return together(
    moment,
    tokenIds.map((tokenId) => mint(moment, collection, tokenId, to)),
  );
}

/** Gives events of one transaction ids and places in its log of their own; one alone stays as it is. */
function together({ key }: Moment, events: readonly WorldEvent[]): readonly WorldEvent[] {
  const [first] = events;
  if (first === undefined || events.length === 1) return events;
  return events.map((event, index) => ({
    ...event,
    id: recordIdOf(`${key}:${event.kind}:${index}`),
    logIndex: (first.logIndex ?? 0) + index,
  }));
}

/** A token moves from its owner to another wallet, without money. */
export function transfer(
  moment: Moment,
  collection: CollectionMarket,
  token: TokenState,
  to: string,
): WorldEvent {
  return {
    id: recordIdOf(moment.key),
    kind: 'transfer',
    atMs: moment.atMs,
    collection: collection.profile.address,
    tokenId: token.sheet.tokenId,
    price: null,
    from: token.owner,
    to,
    txHash: txHashOf(moment.key),
    logIndex: moment.random.below(300),
  };
}

/** What a listing asks, in wei, and until when (wall ms; null for as long as it is not taken back). */
export interface ListingTerms {
  readonly price: bigint;
  readonly expiresAtMs: number | null;
}

/**
 * An owner asks a price for a token, or another one than before. Listings are signed off the chain, so they have no
 * transaction.
 */
export function listing(
  moment: Moment,
  collection: CollectionMarket,
  token: TokenState,
  { price, expiresAtMs }: ListingTerms,
): WorldEvent {
  const kind = token.listing === null ? 'listing' : 'listing_updated';
  const event = offChain(moment, kind, collection, token, price);
  return expiresAtMs === null ? event : { ...event, expiresAtMs };
}

/** The time of a listing is up. */
export function listingExpiry(moment: Moment, collection: CollectionMarket, token: TokenState): WorldEvent {
  return offChain(moment, 'listing_expired', collection, token, token.listing?.price ?? null);
}

/** An owner takes a listing back. */
export function delisting(moment: Moment, collection: CollectionMarket, token: TokenState): WorldEvent {
  return offChain(moment, 'listing_cancelled', collection, token, token.listing?.price ?? null);
}

/** A new token comes into being for its first owner. */
function mint(moment: Moment, collection: CollectionMarket, tokenId: string, to: string): WorldEvent {
  return {
    id: recordIdOf(moment.key),
    kind: 'mint',
    atMs: moment.atMs,
    collection: collection.profile.address,
    tokenId,
    price: null,
    from: NOBODY,
    to,
    txHash: txHashOf(moment.key),
    logIndex: moment.random.below(300),
  };
}

/** An owner destroys a token. */
export function burn(moment: Moment, collection: CollectionMarket, token: TokenState): WorldEvent {
  return { ...transfer(moment, collection, token, NOBODY), kind: 'burn' };
}

/** Somebody offers money for a token; signed off the chain. `expiresAtMs` is wall ms. */
export function offer(
  moment: Moment,
  collection: CollectionMarket,
  token: TokenState,
  terms: { readonly offeror: string; readonly price: bigint; readonly expiresAtMs: number },
): WorldEvent {
  return {
    ...offChain(moment, 'offer', collection, token, terms.price),
    from: null,
    to: terms.offeror,
    expiresAtMs: terms.expiresAtMs,
  };
}

/** Somebody offers money for any token of a collection. */
export function collectionOffer(
  moment: Moment,
  collection: CollectionMarket,
  terms: { readonly offeror: string; readonly price: bigint; readonly expiresAtMs: number },
): WorldEvent {
  return {
    id: recordIdOf(moment.key),
    kind: 'collection_offer',
    atMs: moment.atMs,
    collection: collection.profile.address,
    tokenId: '',
    price: terms.price,
    from: null,
    to: terms.offeror,
    txHash: null,
    logIndex: null,
    expiresAtMs: terms.expiresAtMs,
  };
}

function offChain(
  moment: Moment,
  kind: 'listing' | 'listing_updated' | 'listing_expired' | 'listing_cancelled' | 'offer',
  collection: CollectionMarket,
  token: TokenState,
  price: bigint | null,
): WorldEvent {
  return {
    id: recordIdOf(moment.key),
    kind,
    atMs: moment.atMs,
    collection: collection.profile.address,
    tokenId: token.sheet.tokenId,
    price,
    from: token.owner,
    to: null,
    txHash: null,
    logIndex: null,
  };
}
