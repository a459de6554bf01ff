import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Address } from '../domain/address.ts';
import type { TraitType } from '../domain/collection.ts';
import type { Token } from '../domain/token.ts';
import type { TokenId } from '../domain/token-id.ts';
import { beginningOf } from './decode/scalar.ts';
import type { Lookups } from './lookups/lookups.ts';
import { weightOf } from './lookups/weight.ts';

/** Of so many collections traits and names are remembered, and of each so many names: typing must stay fast. */
const MOST_COLLECTIONS = 200;
const MOST_NAMES = 2_000;
/** Discord: 100 characters a choice. */
const LONGEST_NAME = 100;
/** All traits together. */
const MOST_TRAIT_BYTES = 32 * 1_024 * 1_024;
/** What is older is asked for again behind the scenes. */
const FRESH_MS = 10 * 60_000;
/** A question that failed, or had no answer of use, is not repeated before. */
const PAUSE_MS = 15_000;
const FIRST_PAGE = 100;

/** A token as it is suggested while somebody types. */
interface TokenHint {
  readonly tokenId: TokenId;
  readonly name: string | null;
}

/**
 * What is remembered of collections for autocomplete: lookups fill it in passing, and what is asked for before anybody
 * looked it up is fetched behind the scenes. Nothing here ever waits or fails.
 */
export interface HintMemory {
  traits(collection: Address): readonly TraitType[];
  tokens(collection: Address): readonly TokenHint[];
  tokenName(collection: Address, tokenId: TokenId): string | null;
  learnTraits(collection: Address, traits: readonly TraitType[]): void;
  learnTokens(tokens: readonly Pick<Token, 'collection' | 'tokenId' | 'name'>[]): void;
}

/** Moves `key` to the end and drops from the front what is too many: maps keep the order of insertion. */
function keepLatest<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}

/** @param deps.now epoch ms */
export function createHintMemory(deps: {
  readonly lookups: Pick<Lookups, 'traits' | 'tokens'>;
  readonly now: () => number;
  readonly log: Logger;
}): HintMemory {
  const { lookups, now, log } = deps;
  const traits = new LRUCache<Address, { readonly traits: readonly TraitType[]; readonly at: number }>({
    max: MOST_COLLECTIONS,
    maxSize: MOST_TRAIT_BYTES,
    sizeCalculation: weightOf,
  });
  const names = new Map<Address, Map<TokenId, string | null>>();
  /** The names as a list, until one is learned: who prepares it for searching need do so once only. */
  const lists = new Map<Address, readonly TokenHint[]>();
  const askedAt = new Map<string, number>();

  /** Asks for something that is missing or old, unless that was just tried. */
  function fetchBehindTheScenes(what: string, work: () => Promise<void>): void {
    if (now() - (askedAt.get(what) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS) return;
    keepLatest(askedAt, what, now(), MOST_COLLECTIONS);
    work().catch((error: unknown) => log.debug({ err: error, what }, 'nothing to suggest could be fetched'));
  }

  function learnTraits(collection: Address, learned: readonly TraitType[]): void {
    if (learned.length > 0) traits.set(collection, { traits: learned, at: now() });
  }

  function learnTokens(tokens: readonly Pick<Token, 'collection' | 'tokenId' | 'name'>[]): void {
    for (const { collection, tokenId, name } of tokens) {
      const known = names.get(collection) ?? new Map<TokenId, string | null>();
      const written = name === null ? null : beginningOf(name, LONGEST_NAME);
      keepLatest(known, tokenId, written ?? known.get(tokenId) ?? null, MOST_NAMES);
      keepLatest(names, collection, known, MOST_COLLECTIONS);
      lists.delete(collection);
    }
  }

  return {
    learnTraits,
    learnTokens,
    traits(collection) {
      const known = traits.get(collection);
      if (known === undefined || now() - known.at > FRESH_MS) {
        fetchBehindTheScenes(`traits of ${collection}`, async () => {
          learnTraits(collection, (await lookups.traits(collection)).value);
        });
      }
      return known?.traits ?? [];
    },
    tokens(collection) {
      const known = names.get(collection) ?? new Map<TokenId, string | null>();
      if (known.size < FIRST_PAGE) {
        fetchBehindTheScenes(`tokens of ${collection}`, async () => {
          const query = { page: 1, limit: FIRST_PAGE, sortBy: 'tokenId', sortOrder: 'asc' } as const;
          learnTokens((await lookups.tokens(collection, query)).value.items);
        });
      }
      const list = lists.get(collection) ?? Array.from(known, ([tokenId, name]) => ({ tokenId, name }));
      keepLatest(lists, collection, list, MOST_COLLECTIONS);
      return list;
    },
    tokenName: (collection, tokenId) => names.get(collection)?.get(tokenId) ?? null,
  };
}
