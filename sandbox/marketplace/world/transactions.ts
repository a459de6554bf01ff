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

/** An owner asks a price for a token. Listings are signed off the chain, so they have no transaction. */
export function listing(
  moment: Moment,
  collection: CollectionMarket,
  token: TokenState,
  price: bigint,
): WorldEvent {
  return offChain(moment, 'listing', collection, token, price);
}

/** An owner takes a listing back. */
export function delisting(moment: Moment, collection: CollectionMarket, token: TokenState): WorldEvent {
  return offChain(moment, 'listing_cancelled', collection, token, token.listing?.price ?? null);
}

/** A new token comes into being for its first owner. */
export function mint(moment: Moment, collection: CollectionMarket, tokenId: string, to: string): WorldEvent {
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

function offChain(
  moment: Moment,
  kind: 'listing' | 'listing_cancelled' | 'offer',
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
