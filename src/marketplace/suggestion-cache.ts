import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import { truncate } from './decode/scalar.ts';
import { approximateBytes } from './foreign-memory.ts';
import type { Lookups } from './lookups/lookups.ts';
import type { TraitType } from './resources/collection.ts';
import type { Token } from './resources/token.ts';

/** Maximum cached collections, and names per collection, because autocomplete must stay fast. */
const MAX_COLLECTIONS = 200;
const MAX_NAMES = 2_000;
/** Discord's limit for choices, characters. */
const MAX_NAME_LENGTH = 100;
/** Limit for all traits together, bytes. */
const MAX_TRAIT_BYTES = 32 * 1_024 * 1_024;
/** Older traits are refreshed in the background. */
const FRESH_MS = 10 * 60_000;
/** Minimum time between two background requests for the same data, ms. */
const PAUSE_MS = 15_000;
const FIRST_PAGE = 100;

/** A token as an autocomplete suggestion. */
export interface TokenSuggestion {
  readonly tokenId: TokenId;
  readonly name: string | null;
}

/**
 * Cache of traits and token names for autocomplete. Lookups fill it; missing data is fetched in the background. Its
 * methods are synchronous and never throw.
 */
export interface SuggestionCache {
  traits(collection: Address): readonly TraitType[];
  tokens(collection: Address): readonly TokenSuggestion[];
  tokenName(collection: Address, tokenId: TokenId): string | null;
  learnTraits(collection: Address, traits: readonly TraitType[]): void;
  learnTokens(tokens: readonly Pick<Token, 'collection' | 'tokenId' | 'name'>[]): void;
}

/** Moves `key` to the end and evicts from the front, because maps keep insertion order. */
function setLatest<K, V>(map: Map<K, V>, key: K, value: V, maxEntries: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= maxEntries) return;
    map.delete(oldest);
  }
}

/** @param deps.now epoch ms */
export function createSuggestionCache(deps: {
  readonly lookups: Pick<Lookups, 'traits' | 'tokens'>;
  readonly now: () => number;
  readonly log: Logger;
}): SuggestionCache {
  const { lookups, now, log } = deps;
  const traits = new LRUCache<Address, { readonly traits: readonly TraitType[]; readonly at: number }>({
    max: MAX_COLLECTIONS,
    maxSize: MAX_TRAIT_BYTES,
    sizeCalculation: approximateBytes,
  });
  const names = new Map<Address, Map<TokenId, string | null>>();
  /** The names as lists, each kept until a name is added: a stable array lets callers cache its search index. */
  const lists = new Map<Address, readonly TokenSuggestion[]>();
  const askedAt = new Map<string, number>();

  /** Fetches missing or old data, unless that was tried within `PAUSE_MS`. */
  function fetchInBackground(what: string, work: () => Promise<void>): void {
    if (now() - (askedAt.get(what) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS) return;
    setLatest(askedAt, what, now(), MAX_COLLECTIONS);
    work().catch((error: unknown) => log.debug({ err: error, what }, 'autocomplete suggestions not fetched'));
  }

  function learnTraits(collection: Address, learned: readonly TraitType[]): void {
    if (learned.length > 0) traits.set(collection, { traits: learned, at: now() });
  }

  function learnTokens(tokens: readonly Pick<Token, 'collection' | 'tokenId' | 'name'>[]): void {
    for (const { collection, tokenId, name } of tokens) {
      const known = names.get(collection) ?? new Map<TokenId, string | null>();
      const written = name === null ? null : truncate(name, MAX_NAME_LENGTH);
      setLatest(known, tokenId, written ?? known.get(tokenId) ?? null, MAX_NAMES);
      setLatest(names, collection, known, MAX_COLLECTIONS);
      lists.delete(collection);
    }
  }

  return {
    learnTraits,
    learnTokens,
    traits(collection) {
      const known = traits.get(collection);
      if (known === undefined || now() - known.at > FRESH_MS) {
        fetchInBackground(`traits of ${collection}`, async () => {
          learnTraits(collection, (await lookups.traits(collection)).value);
        });
      }
      return known?.traits ?? [];
    },
    tokens(collection) {
      const known = names.get(collection) ?? new Map<TokenId, string | null>();
      if (known.size < FIRST_PAGE) {
        fetchInBackground(`tokens of ${collection}`, async () => {
          const query = { page: 1, limit: FIRST_PAGE, sortBy: 'tokenId', sortOrder: 'asc' } as const;
          learnTokens((await lookups.tokens(collection, query)).value.items);
        });
      }
      const list = lists.get(collection) ?? Array.from(known, ([tokenId, name]) => ({ tokenId, name }));
      setLatest(lists, collection, list, MAX_COLLECTIONS);
      return list;
    },
    tokenName: (collection, tokenId) => names.get(collection)?.get(tokenId) ?? null,
  };
}
