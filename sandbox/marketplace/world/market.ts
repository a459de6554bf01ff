import { type AuctionHouse, createAuctionHouse } from './auctions/house.ts';
import { type CollectionMarket, createCollectionMarket } from './collection-market.ts';
import { ImpossibleEventError } from './impossible-event-error.ts';
import { createListingExpiries, type ListingExpiries } from './listing-expiries.ts';
import type { CollectionStart, WorldEvent } from './model.ts';
import { createOfferBook, type OfferBook } from './offers.ts';
import { createUserRegistry, type UserRegistry } from './people/user-registry.ts';

/** The state of every collection. */
export interface Market {
  readonly collections: readonly CollectionMarket[];
  readonly auctions: AuctionHouse;
  readonly offers: OfferBook;
  readonly expiries: ListingExpiries;
  readonly people: UserRegistry;
  /** The collection at a contract address, in any case. */
  at(address: string): CollectionMarket | undefined;
  /** The collection with a path slug, percent-decoded. */
  atPath(path: string): CollectionMarket | undefined;
  /** Applies an event. Throws a Refusal when it names an unknown collection or token, or when an auction refuses it. */
  apply(event: WorldEvent, wallMs: number): void;
}

export interface MarketDeps {
  readonly starts: readonly CollectionStart[];
  /** Maps world ms to wall ms. */
  readonly wallOf: (atMs: number) => number;
  /** Maps wall ms to world ms. */
  readonly worldAt: (wallMs: number) => number;
  /** Wall ms. */
  readonly now: () => number;
  /** The highest auction number in use. */
  readonly lastAuctionNumber: number;
}

export function createMarket({ starts, wallOf, worldAt, now, lastAuctionNumber }: MarketDeps): Market {
  const collections = starts.map((start) => createCollectionMarket(start, wallOf));
  const byAddress = new Map(collections.map((collection) => [collection.profile.address, collection]));
  const byPath = new Map(
    collections.map((collection) => [unescapeOnce(collection.profile.path), collection]),
  );
  const auctions = createAuctionHouse(now, lastAuctionNumber);
  const offers = createOfferBook();
  const expiries = createListingExpiries(worldAt);
  const people = createUserRegistry(collections);
  return {
    collections,
    auctions,
    offers,
    expiries,
    people,
    at: (address) => byAddress.get(address.toLowerCase()),
    atPath: (path) => byPath.get(path),
    apply(event, wallMs) {
      const collection = byAddress.get(event.collection);
      if (collection === undefined)
        throw new ImpossibleEventError(`There is no collection ${event.collection}.`);
      auctions.apply(event, wallMs, collection.sheet(event.tokenId)?.name ?? '');
      collection.apply(event, wallMs);
      const token = collection.token(event.tokenId);
      if (token !== undefined) expiries.note(collection, token);
      applyToOffers(offers, event, wallMs);
      people.apply(event);
    },
  };
}

function applyToOffers(offers: OfferBook, event: WorldEvent, wallMs: number): void {
  const { kind, collection, tokenId, price, to } = event;
  if (kind === 'offer' || kind === 'collection_offer') {
    offers.make({
      collection,
      tokenId,
      offeror: to ?? '',
      price: price ?? 0n,
      madeAtMs: wallMs,
      expiresAtMs: event.expiresAtMs ?? wallMs,
    });
  } else if (kind === 'sale') offers.end(collection, tokenId, to, wallMs);
  else if (kind === 'transfer' || kind === 'burn') offers.end(collection, tokenId, null, wallMs);
  else if (kind === 'auction_settled' && to !== null) offers.end(collection, tokenId, null, wallMs);
}

function unescapeOnce(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}
