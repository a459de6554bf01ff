import { recordIdOf, txHashOf } from '../random/hex.ts';
import type { Random } from '../random/random.ts';
import type { CollectionMarket, TokenState } from './collection-market.ts';
import { type WorldEvent, ZERO_ADDRESS } from './model.ts';

/** The moment of an event. */
export interface Moment {
  /** Unique in the world; record ids and the transaction hash are derived from it. */
  readonly key: string;
  /** World ms. */
  readonly atMs: number;
  readonly random: Random;
}

/** One sold token. */
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

/** Gives the events of one transaction distinct ids and log indexes; a single event is unchanged. */
function together({ key }: Moment, events: readonly WorldEvent[]): readonly WorldEvent[] {
  const [first] = events;
  if (first === undefined || events.length === 1) return events;
  return events.map((event, index) => ({
    ...event,
    id: recordIdOf(`${key}:${event.kind}:${index}`),
    logIndex: (first.logIndex ?? 0) + index,
  }));
}

/** A transfer of a token without payment. */
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

/** The asking price in wei, and the expiry (wall ms; null for none). */
export interface ListingTerms {
  readonly price: bigint;
  readonly expiresAtMs: number | null;
}

/** A new or changed listing. Listings are signed off the chain, so they have no transaction. */
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

/** The expiry of a listing. */
export function listingExpiry(moment: Moment, collection: CollectionMarket, token: TokenState): WorldEvent {
  return offChain(moment, 'listing_expired', collection, token, token.listing?.price ?? null);
}

/** The cancellation of a listing. */
export function delisting(moment: Moment, collection: CollectionMarket, token: TokenState): WorldEvent {
  return offChain(moment, 'listing_cancelled', collection, token, token.listing?.price ?? null);
}

/** The mint of a token for its first owner. */
function mint(moment: Moment, collection: CollectionMarket, tokenId: string, to: string): WorldEvent {
  return {
    id: recordIdOf(moment.key),
    kind: 'mint',
    atMs: moment.atMs,
    collection: collection.profile.address,
    tokenId,
    price: null,
    from: ZERO_ADDRESS,
    to,
    txHash: txHashOf(moment.key),
    logIndex: moment.random.below(300),
  };
}

/** The burn of a token. */
export function burn(moment: Moment, collection: CollectionMarket, token: TokenState): WorldEvent {
  return { ...transfer(moment, collection, token, ZERO_ADDRESS), kind: 'burn' };
}

/** An offer for one token; signed off the chain. `expiresAtMs` is wall ms. */
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

/** An offer for any token of a collection. */
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
