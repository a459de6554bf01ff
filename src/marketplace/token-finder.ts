import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { MarketplaceClient } from './client.ts';
import { BadResponse, NotFound } from './errors.ts';
import { maxReads, nextPage, pageBracket } from './page-estimate.ts';
import type { SortedPage } from './requested-order.ts';
import type { Token } from './resources/token.ts';
import { createSingleFlight } from './single-flight.ts';
import { nearestId, neighbourIn, type Side } from './token-neighbours.ts';
import { createTokenPageCache, type TokenPage } from './token-page-cache.ts';

const FULL_PAGE = 100;
const CAPACITY = 20_000;
const KEEP_MS = 600_000;
/** Soon after a reveal, alerts show the new names and pictures. */
const PLACEHOLDER_KEEP_MS = 15_000;
/** Far above what a binary search needs; ends a search in a list that changes in the meantime. */
const MAX_STEPS = 40;
/** Maximum requests for up to 12,700 tokens; above that, binary search plus `SPARE_STEPS`. */
const DEFAULT_STEPS = 8;
const SPARE_STEPS = 3;
/** Maximum pages that are read of an unsorted list: 10,000 tokens. */
const MAX_SCANNED_PAGES = 100;
const MAX_LISTS = 1_000;
/** The token's page is known by then, so its neighbour is at most one page away. */
const MAX_NEIGHBOUR_PAGES = 2;
/** How long a complete read of an unsorted list proves that a token does not exist. */
const SCAN_KEEP_MS = 60_000;

/** State of one collection's list. */
interface ListState {
  /** The requested limit; the same for all pages, because page numbers depend on it. */
  readonly limit: number;
  /** Actual records of a full page, because the server may allow fewer than requested. */
  size: number;
  /** Total reported by the server; `Infinity` while unknown. */
  total: number;
  /** No page after this one has records; `Infinity` while unknown. */
  lastPage: number;
  /** Whether the server ignores the order. */
  unsorted: boolean;
  /** When the unsorted list was last read to its end, epoch ms. */
  scannedAt: number;
  readonly learnedAt: number;
}

/** Finds single tokens in the token list, because the API has no documented endpoint for one. */
export interface TokenFinder {
  /**
   * @param options.fresh read a cached token's page again
   * @throws NotFound if the collection has no such token; BadResponse if the list is unsorted and too long to be read
   * completely; errors of the client
   */
  find(
    collection: Address,
    tokenId: TokenId,
    options?: { signal?: AbortSignal; fresh?: boolean },
  ): Promise<Token>;
  /**
   * Finds the next or previous existing token id; `null` at either end. `tokenId` itself need not exist. In an unsorted
   * list, it is the nearest id among those read so far. Throws errors of the client.
   */
  beside(
    collection: Address,
    tokenId: TokenId,
    side: Side,
    options?: { signal?: AbortSignal },
  ): Promise<TokenId | null>;
}

/**
 * Returns a page size with which `id` is on the same page whether ids start at 0 or at 1, so that the first estimate is
 * right for both.
 */
function pageLimitFor(id: bigint): number {
  const sizes = [FULL_PAGE, FULL_PAGE - 1, FULL_PAGE - 2];
  return sizes.find((size) => id % BigInt(size) !== 0n) ?? FULL_PAGE;
}

/** Returns whether the pages are sorted, each and among one another. */
function inOrder(windows: readonly TokenPage[]): boolean {
  return windows.every((window, index) => {
    const before = windows[index - 1];
    return window.rising && (before === undefined || before.last < window.first);
  });
}

/**
 * Finds tokens by interpolation search over the pages of the list sorted by token id: one request if ids are contiguous
 * from 0 or 1, O(log pages) if they have gaps. All tokens of the pages read are cached for ten minutes, unrevealed ones
 * for 15 seconds.
 * @param deps.now epoch milliseconds
 */
export function createTokenFinder(deps: {
  client: Pick<MarketplaceClient, 'tokens'>;
  now: () => number;
}): TokenFinder {
  const { client, now } = deps;
  const pages = createTokenPageCache({
    now,
    capacity: CAPACITY,
    keepMs: KEEP_MS,
    placeholderMs: PLACEHOLDER_KEEP_MS,
  });
  const pageReads = createSingleFlight<SortedPage<Token>>();
  const lists = new Map<Address, ListState>();
  // Concurrent first searches of a collection wait for one of them, because its pages may be enough for all.
  const firstSearches = createSingleFlight<Token>();

  function listState(collection: Address, id: bigint): ListState {
    const known = lists.get(collection);
    if (known !== undefined && now() - known.learnedAt < KEEP_MS) return known;
    pages.clear(collection);
    const limit = pageLimitFor(id);
    const unread = {
      size: limit,
      total: Infinity,
      lastPage: Infinity,
      unsorted: false,
      scannedAt: -Infinity,
    };
    const list = { ...unread, limit, learnedAt: now() };
    lists.delete(collection);
    lists.set(collection, list);
    for (const oldest of lists.keys()) {
      if (lists.size <= MAX_LISTS) break;
      lists.delete(oldest);
    }
    return list;
  }

  function learn(list: ListState, page: number, answer: SortedPage<Token>): void {
    const records = answer.items.length + answer.unreadable;
    if (records > 0 && answer.hasNext) list.size = records;
    if (answer.total !== null) list.total = answer.total;
    if (records === 0) list.lastPage = Math.min(list.lastPage, page - 1);
    else if (!answer.hasNext) list.lastPage = page;
  }

  async function read(
    collection: Address,
    list: ListState,
    page: number,
    signal?: AbortSignal,
  ): Promise<SortedPage<Token>> {
    const query = { page, limit: list.limit, sortBy: 'tokenId', sortOrder: 'asc' } as const;
    const fetchPage = async (own: AbortSignal): Promise<SortedPage<Token>> => {
      const answer = await client.tokens(collection, query, { signal: own });
      pages.addPage(collection, page, answer);
      learn(list, page, answer);
      return answer;
    };
    return pageReads.run(`${collection}:${list.limit}:${page}`, fetchPage, signal);
  }

  /** Reads the list from its start; for servers that ignore the order. */
  async function scan(
    collection: Address,
    tokenId: TokenId,
    list: ListState,
    signal?: AbortSignal,
  ): Promise<Token> {
    const missing = new NotFound(`token ${tokenId} in ${collection}`);
    if (now() - list.scannedAt < SCAN_KEEP_MS) throw missing;
    const seen = new Set<TokenId>();
    for (let page = 1; page <= MAX_SCANNED_PAGES; page += 1) {
      const answer = await read(collection, list, page, signal);
      const token = answer.items.find((item) => item.tokenId === tokenId);
      if (token !== undefined) return token;
      const before = seen.size;
      for (const item of answer.items) seen.add(item.tokenId);
      // A page without new tokens means that the server ignores the page number as well.
      if (!answer.hasNext || seen.size === before) {
        list.scannedAt = now();
        throw missing;
      }
    }
    throw new BadResponse(`the tokens of ${collection} are not sorted and too many to be read`);
  }

  /** Resolves to `null` if the known pages exclude the token. */
  async function search(
    collection: Address,
    tokenId: TokenId,
    list: ListState,
    signal?: AbortSignal,
  ): Promise<Token | null> {
    const id = BigInt(tokenId);
    const startedAt = now();
    const tried = new Set<number>();
    let maxSteps = Infinity;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const token = pages.token(collection, tokenId);
      if (token !== undefined) return token;
      const windows = pages.windows(collection).filter((window) => window.first >= 0n);
      if (!list.unsorted && !inOrder(windows)) {
        // Pages read at different times may be inconsistent because the list has changed.
        if (windows.some((window) => window.readAt < startedAt && window.rising)) return null;
        list.unsorted = true;
      }
      if (list.unsorted) return scan(collection, tokenId, list, signal);
      const bracket = pageBracket(id, windows, Math.min(list.lastPage, Math.ceil(list.total / list.size)));
      const within = windows.some((window) => window.first <= id && id <= window.last);
      if (within || bracket.from > bracket.to) return null;
      const left = bracket.to - bracket.from + 1;
      if (maxSteps === Infinity && left < Infinity) {
        const steps = step + maxReads(left);
        maxSteps = steps <= DEFAULT_STEPS ? DEFAULT_STEPS : steps + SPARE_STEPS;
      }
      const page = nextPage(id, bracket, list.size, Math.max(maxSteps - step, maxReads(left)));
      // A page without a readable token does not narrow the search.
      if (tried.has(page)) return null;
      tried.add(page);
      await read(collection, list, page, signal);
    }
    return null;
  }

  /** Searches again with fresh pages before `NotFound`, because cached pages may be older than the token. */
  async function searchTwice(collection: Address, tokenId: TokenId, signal?: AbortSignal): Promise<Token> {
    const startedAt = now();
    const list = listState(collection, BigInt(tokenId));
    const found = await search(collection, tokenId, list, signal);
    if (found !== null) return found;
    if (list.learnedAt < startedAt) {
      pages.clear(collection);
      lists.delete(collection);
      const again = await search(collection, tokenId, listState(collection, BigInt(tokenId)), signal);
      if (again !== null) return again;
    }
    throw new NotFound(`token ${tokenId} in ${collection}`);
  }

  /** Runs the first search of a collection, or waits for that of another caller, whose pages may contain the token. */
  async function searchFirst(
    collection: Address,
    tokenId: TokenId,
    signal?: AbortSignal,
  ): Promise<Token | undefined> {
    let isOwner = false;
    const start = (own: AbortSignal): Promise<Token> => {
      isOwner = true;
      return searchTwice(collection, tokenId, own);
    };
    try {
      await firstSearches.run(collection, start, signal);
    } catch (error) {
      signal?.throwIfAborted();
      // Another caller's NotFound concerns another token; other errors concern both.
      if (isOwner || !(error instanceof NotFound)) throw error;
    }
    return pages.token(collection, tokenId);
  }

  const find: TokenFinder['find'] = async (collection, tokenId, options) => {
    const signal = options?.signal;
    signal?.throwIfAborted();
    const remembered = pages.token(collection, tokenId);
    if (remembered !== undefined && options?.fresh !== true) return remembered;
    if (remembered !== undefined) {
      const page = pages.pageOf(collection, tokenId);
      const answer = await read(collection, listState(collection, BigInt(tokenId)), page ?? 1, signal);
      const token = answer.items.find((item) => item.tokenId === tokenId);
      if (token !== undefined) return token;
    }
    if (pages.windows(collection).length === 0) {
      const firstResult = await searchFirst(collection, tokenId, signal);
      if (firstResult !== undefined) return firstResult;
    }
    return searchTwice(collection, tokenId, signal);
  };

  /** Loads the page that contains the token, or would contain it. */
  async function loadPageOf(collection: Address, tokenId: TokenId, signal?: AbortSignal): Promise<void> {
    try {
      await find(collection, tokenId, signal === undefined ? {} : { signal });
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
    }
  }

  return {
    find,
    async beside(collection, tokenId, side, options) {
      const signal = options?.signal;
      const id = BigInt(tokenId);
      listState(collection, id);
      await loadPageOf(collection, tokenId, signal);
      const list = listState(collection, id);
      for (let pagesRead = 0; pagesRead <= MAX_NEIGHBOUR_PAGES; pagesRead += 1) {
        const windows = pages.windows(collection).filter((window) => window.first >= 0n);
        const seen = windows.flatMap((window) => window.ids);
        if (list.unsorted) return nearestId(seen, id, side);
        const lastPage = Math.min(list.lastPage, Math.ceil(list.total / list.size));
        const beside = neighbourIn(id, windows, lastPage, side);
        if ('tokenId' in beside) return beside.tokenId;
        await read(collection, list, beside.page, signal);
      }
      return null;
    },
  };
}
