import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import { approximateBytes } from './foreign-memory.ts';
import type { SortedPage } from './requested-order.ts';
import type { Token } from './resources/token.ts';

/** One cached page of a collection's token list. */
export interface TokenPage {
  readonly page: number;
  /** Smallest and largest id on the page; both -1n for a page without readable tokens. */
  readonly first: bigint;
  readonly last: bigint;
  /** Records on the page, readable or not. */
  readonly records: number;
  /** Whether the ids on the page are in ascending order, as sent. */
  readonly rising: boolean;
  /** When it was read, epoch ms. */
  readonly readAt: number;
  /** Ids of the readable tokens, in the page's order. */
  readonly ids: readonly TokenId[];
}

interface CollectionPages {
  readonly windows: Map<number, TokenPage & { readonly size: number; readonly keepMs: number }>;
  /** Tokens with their last known page, because rows move between pages while lists grow and shrink. */
  readonly tokens: Map<TokenId, { readonly token: Token; readonly page: number }>;
}

/** Cache of token list pages by collection; limited in tokens and age. */
export interface TokenPageCache {
  token(collection: Address, tokenId: TokenId): Token | undefined;
  /** Returns the last known page of a cached token. */
  pageOf(collection: Address, tokenId: TokenId): number | undefined;
  /** Adds or replaces a page with all its tokens. */
  addPage(collection: Address, page: number, answer: SortedPage<Token>): TokenPage;
  /** Returns the pages, sorted by page number. */
  windows(collection: Address): TokenPage[];
  clear(collection: Address): void;
}

/** Every 4 KiB of a token count as one more token, because tokens with an embedded image are large. */
const TOKEN_BYTES = 4 * 1_024;

/** Returns the size of a page, in tokens. */
function sizeOf(answer: SortedPage<Token>): number {
  return answer.items.reduce((sum, token) => sum + 1 + Math.floor(approximateBytes(token) / TOKEN_BYTES), 0);
}

function describe(page: number, answer: SortedPage<Token>, readAt: number): TokenPage {
  const ids = answer.items.map((token) => BigInt(token.tokenId));
  const rising =
    answer.sorted !== false && ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? -1n));
  return {
    page,
    first: ids[0] ?? -1n,
    last: ids.at(-1) ?? -1n,
    records: ids.length + answer.unreadable,
    rising,
    readAt,
    ids: answer.items.map((token) => token.tokenId),
  };
}

/** Returns whether the tokens are not revealed yet: they share one picture, and none has attributes. */
function arePlaceholders([first, ...others]: readonly Token[]): boolean {
  if (first === undefined || others.length === 0 || first.image === null) return false;
  return [first, ...others].every(
    ({ image, attributes }) => image === first.image && attributes.length === 0,
  );
}

/** Returns whether most of the known tokens have another picture now, which happens when a collection is revealed. */
function isReveal(known: CollectionPages['tokens'], items: readonly Token[]): boolean {
  const before = items.flatMap(({ tokenId, image }) => {
    const token = known.get(tokenId)?.token;
    return token === undefined ? [] : [token.image !== image];
  });
  const changed = before.filter(Boolean).length;
  return changed > 1 && changed * 2 > before.length;
}

/**
 * Creates the cache. Once a page shows that the collection was revealed, its other pages are dropped.
 * @param deps.capacity maximum cached tokens; the collection that was read longest ago is evicted first
 * @param deps.keepMs how long a page is cached, ms
 * @param deps.placeholderMs the same for a page whose tokens are not revealed yet
 */
export function createTokenPageCache(deps: {
  now: () => number;
  capacity: number;
  keepMs: number;
  placeholderMs: number;
}): TokenPageCache {
  const { now, capacity, keepMs, placeholderMs } = deps;
  // Maps iterate in insertion order, so the collection read last is at the end.
  const collections = new Map<Address, CollectionPages>();
  let size = 0;

  function drop(collection: Address, entry: CollectionPages, page: number): void {
    const window = entry.windows.get(page);
    if (window === undefined) return;
    entry.windows.delete(page);
    size -= window.size;
    for (const id of window.ids) if (entry.tokens.get(id)?.page === page) entry.tokens.delete(id);
    if (entry.windows.size === 0) collections.delete(collection);
  }

  function dropExpired(collection: Address, entry: CollectionPages): void {
    for (const window of entry.windows.values()) {
      if (now() - window.readAt >= window.keepMs) drop(collection, entry, window.page);
    }
  }

  function evict(): void {
    for (const [collection, entry] of collections) {
      for (const page of entry.windows.keys()) {
        if (size <= capacity) return;
        drop(collection, entry, page);
      }
    }
  }

  function fresh(collection: Address): CollectionPages | undefined {
    const entry = collections.get(collection);
    if (entry !== undefined) dropExpired(collection, entry);
    return collections.get(collection);
  }

  return {
    token: (collection, tokenId) => fresh(collection)?.tokens.get(tokenId)?.token,
    pageOf: (collection, tokenId) => fresh(collection)?.tokens.get(tokenId)?.page,
    addPage(collection, page, answer) {
      const entry = fresh(collection) ?? { windows: new Map(), tokens: new Map() };
      const outdated = isReveal(entry.tokens, answer.items) ? [...entry.windows.keys()] : [page];
      for (const one of outdated) drop(collection, entry, one);
      collections.delete(collection);
      collections.set(collection, entry);
      const window = describe(page, answer, now());
      const pageSize = sizeOf(answer);
      entry.windows.set(page, {
        ...window,
        size: pageSize,
        keepMs: arePlaceholders(answer.items) ? placeholderMs : keepMs,
      });
      for (const token of answer.items) entry.tokens.set(token.tokenId, { token, page });
      size += pageSize;
      evict();
      return window;
    },
    windows: (collection) =>
      [...(fresh(collection)?.windows.values() ?? [])].toSorted((a, b) => a.page - b.page),
    clear(collection) {
      const entry = collections.get(collection);
      if (entry === undefined) return;
      for (const page of entry.windows.keys()) drop(collection, entry, page);
    },
  };
}
