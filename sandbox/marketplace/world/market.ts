import { type CollectionMarket, createCollectionMarket } from './collection-market.ts';
import type { CollectionStart, WorldEvent } from './model.ts';

/** Every collection of the world as it stands now. */
export interface Market {
  readonly collections: readonly CollectionMarket[];
  /** The collection at a contract address, in any case. */
  at(address: string): CollectionMarket | undefined;
  /** The collection with a path slug, given with its percent-escapes undone. */
  atPath(path: string): CollectionMarket | undefined;
  /** Takes an event in. Throws a RangeError when it names an unknown collection or token. */
  apply(event: WorldEvent, wallMs: number): void;
}

/** `wallOf` maps world ms to wall ms. */
export function createMarket(starts: readonly CollectionStart[], wallOf: (atMs: number) => number): Market {
  const collections = starts.map((start) => createCollectionMarket(start, wallOf));
  const byAddress = new Map(collections.map((collection) => [collection.profile.address, collection]));
  const byPath = new Map(
    collections.map((collection) => [unescapeOnce(collection.profile.path), collection]),
  );
  return {
    collections,
    at: (address) => byAddress.get(address.toLowerCase()),
    atPath: (path) => byPath.get(path),
    apply(event, wallMs) {
      const collection = byAddress.get(event.collection);
      if (collection === undefined) throw new RangeError(`There is no collection ${event.collection}.`);
      collection.apply(event, wallMs);
    },
  };
}

function unescapeOnce(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}
