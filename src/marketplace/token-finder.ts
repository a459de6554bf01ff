import type { Address } from '../domain/address.ts';
import type { SortedPage } from '../domain/page.ts';
import type { Token } from '../domain/token.ts';
import type { TokenId } from '../domain/token-id.ts';
import type { MarketplaceClient } from './client.ts';
import { BadResponse, NotFound } from './errors.ts';
import { bracketOf, nextPage, readsFor } from './page-guess.ts';
import { createSingleFlight } from './single-flight.ts';
import { createTokenMemory, type TokenWindow } from './token-memory.ts';
import { besideIn, nearestOf, type Side } from './token-neighbours.ts';

const FULL_PAGE = 100;
const CAPACITY = 20_000;
const KEEP_MS = 600_000;
/** Far more than halving a list of any size needs; ends a search in a list that changes under it. */
const MOST_STEPS = 40;
/** A search of up to 12,700 tokens takes no more requests than this, of more tokens as many more than halving would. */
const USUAL_STEPS = 8;
const SPARE_STEPS = 3;
/** A list that the server does not sort is read up to here: 10,000 tokens. */
const MOST_WALKED = 100;
const MOST_LISTS = 1_000;
/** Where a token stands is known by then, so its neighbour is at most one page away. */
const MOST_PAGES_BESIDE = 2;
/** How long a walk to the end of an unsorted list may say that a token does not exist. */
const WALK_KEEP_MS = 60_000;

/** What was learned of one collection's list. */
interface List {
  /** The limit that is asked for; the same for all pages, as page numbers only mean something with it. */
  readonly limit: number;
  /** Records that a full page really has: the server may allow fewer than were asked for. */
  size: number;
  /** Tokens that the server tells of; `Infinity` while it does not. */
  total: number;
  /** No page after this one has records; `Infinity` while unknown. */
  lastPage: number;
  /** The server was seen to ignore the sorting. */
  unsorted: boolean;
  /** When the unsorted list was last read to its end, epoch ms. */
  walkedAt: number;
  readonly learnedAt: number;
}

/** Finds single tokens, for which the API has no endpoint. */
export interface TokenFinder {
  /**
   * @param options.fresh a remembered token is read anew, from the page that it was on
   * @throws NotFound when the collection has no such token, and whatever the client throws; BadResponse when the
   * server does not sort and the list is too long to be read whole
   */
  find(
    collection: Address,
    tokenId: TokenId,
    options?: { signal?: AbortSignal; fresh?: boolean },
  ): Promise<Token>;
  /**
   * The token that stands, or would stand, beside `tokenId` by token id, which need not exist; `null` at either end. Of
   * a list that the server does not sort, the nearest that was seen of it. Throws what the client throws.
   */
  beside(
    collection: Address,
    tokenId: TokenId,
    side: Side,
    options?: { signal?: AbortSignal },
  ): Promise<TokenId | null>;
}

/**
 * A page size with which `id` stands on the same page whether ids count from 0 or from 1: then the first guess is
 * right for both.
 */
function limitFor(id: bigint): number {
  const sizes = [FULL_PAGE, FULL_PAGE - 1, FULL_PAGE - 2];
  return sizes.find((size) => id % BigInt(size) !== 0n) ?? FULL_PAGE;
}

/** Whether the pages, in order, continue one another. */
function inOrder(windows: readonly TokenWindow[]): boolean {
  return windows.every((window, index) => {
    const before = windows[index - 1];
    return window.rising && (before === undefined || before.last < window.first);
  });
}

/**
 * Searches the list sorted by token id by interpolation over its pages: one request where ids are contiguous from 0
 * or 1, O(log pages) where they have gaps. All tokens of the pages that were read are remembered for ten minutes.
 * @param deps.now epoch milliseconds
 */
export function createTokenFinder(deps: {
  client: Pick<MarketplaceClient, 'tokens'>;
  now: () => number;
}): TokenFinder {
  const { client, now } = deps;
  const memory = createTokenMemory({ now, capacity: CAPACITY, keepMs: KEEP_MS });
  const flights = createSingleFlight<SortedPage<Token>>();
  const lists = new Map<Address, List>();
  // The first search of a collection teaches where its ids stand; those that come meanwhile wait for it.
  const openings = createSingleFlight<Token>();

  function listOf(collection: Address, id: bigint): List {
    const known = lists.get(collection);
    if (known !== undefined && now() - known.learnedAt < KEEP_MS) return known;
    memory.forget(collection);
    const limit = limitFor(id);
    const unread = { size: limit, total: Infinity, lastPage: Infinity, unsorted: false, walkedAt: -Infinity };
    const list = { ...unread, limit, learnedAt: now() };
    lists.delete(collection);
    lists.set(collection, list);
    for (const oldest of lists.keys()) {
      if (lists.size <= MOST_LISTS) break;
      lists.delete(oldest);
    }
    return list;
  }

  function learn(list: List, page: number, answer: SortedPage<Token>): void {
    const records = answer.items.length + answer.unreadable;
    if (records > 0 && answer.hasNext) list.size = records;
    if (answer.total !== null) list.total = answer.total;
    if (records === 0) list.lastPage = Math.min(list.lastPage, page - 1);
    else if (!answer.hasNext) list.lastPage = page;
  }

  async function read(
    collection: Address,
    list: List,
    page: number,
    signal?: AbortSignal,
  ): Promise<SortedPage<Token>> {
    const query = { page, limit: list.limit, sortBy: 'tokenId', sortOrder: 'asc' } as const;
    const fetchPage = async (own: AbortSignal): Promise<SortedPage<Token>> => {
      const answer = await client.tokens(collection, query, { signal: own });
      memory.keep(collection, page, answer);
      learn(list, page, answer);
      return answer;
    };
    return flights.run(`${collection}:${list.limit}:${page}`, fetchPage, signal);
  }

  /** Reads the list from its start; for servers that ignore the sorting. */
  async function walk(
    collection: Address,
    tokenId: TokenId,
    list: List,
    signal?: AbortSignal,
  ): Promise<Token> {
    const missing = new NotFound(`token ${tokenId} in ${collection}`);
    if (now() - list.walkedAt < WALK_KEEP_MS) throw missing;
    const seen = new Set<TokenId>();
    for (let page = 1; page <= MOST_WALKED; page += 1) {
      const answer = await read(collection, list, page, signal);
      const token = answer.items.find((item) => item.tokenId === tokenId);
      if (token !== undefined) return token;
      const before = seen.size;
      for (const item of answer.items) seen.add(item.tokenId);
      // A page without news means that the server ignores the page number as well.
      if (!answer.hasNext || seen.size === before) {
        list.walkedAt = now();
        throw missing;
      }
    }
    throw new BadResponse(`the tokens of ${collection} are not sorted and too many to be read`);
  }

  /** `null` when the list, as far as it is known, has no place for the token. */
  async function search(
    collection: Address,
    tokenId: TokenId,
    list: List,
    signal?: AbortSignal,
  ): Promise<Token | null> {
    const id = BigInt(tokenId);
    const startedAt = now();
    const tried = new Set<number>();
    let mostSteps = Infinity;
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const token = memory.token(collection, tokenId);
      if (token !== undefined) return token;
      const windows = memory.windows(collection).filter((window) => window.first >= 0n);
      if (!list.unsorted && !inOrder(windows)) {
        // Pages of different times contradict one another where the list has moved on between them.
        if (windows.some((window) => window.readAt < startedAt && window.rising)) return null;
        list.unsorted = true;
      }
      if (list.unsorted) return walk(collection, tokenId, list, signal);
      const bracket = bracketOf(id, windows, Math.min(list.lastPage, Math.ceil(list.total / list.size)));
      const within = windows.some((window) => window.first <= id && id <= window.last);
      if (within || bracket.from > bracket.to) return null;
      const left = bracket.to - bracket.from + 1;
      if (mostSteps === Infinity && left < Infinity) {
        const steps = step + readsFor(left);
        mostSteps = steps <= USUAL_STEPS ? USUAL_STEPS : steps + SPARE_STEPS;
      }
      const page = nextPage(id, bracket, list.size, Math.max(mostSteps - step, readsFor(left)));
      // A page without a readable token leads nowhere.
      if (tried.has(page)) return null;
      tried.add(page);
      await read(collection, list, page, signal);
    }
    return null;
  }

  /** What was remembered may be older than the token: only a fresh search may say that there is none. */
  async function searchTwice(collection: Address, tokenId: TokenId, signal?: AbortSignal): Promise<Token> {
    const startedAt = now();
    const list = listOf(collection, BigInt(tokenId));
    const found = await search(collection, tokenId, list, signal);
    if (found !== null) return found;
    if (list.learnedAt < startedAt) {
      memory.forget(collection);
      lists.delete(collection);
      const again = await search(collection, tokenId, listOf(collection, BigInt(tokenId)), signal);
      if (again !== null) return again;
    }
    throw new NotFound(`token ${tokenId} in ${collection}`);
  }

  /** The first search of a collection, or a wait for somebody else's: then what that has taught may be enough. */
  async function open(
    collection: Address,
    tokenId: TokenId,
    signal?: AbortSignal,
  ): Promise<Token | undefined> {
    let mine = false;
    const start = (own: AbortSignal): Promise<Token> => {
      mine = true;
      return searchTwice(collection, tokenId, own);
    };
    try {
      await openings.run(collection, start, signal);
    } catch (error) {
      signal?.throwIfAborted();
      // That another token does not exist says nothing of this one; a marketplace that fails fails for both.
      if (mine || !(error instanceof NotFound)) throw error;
    }
    return memory.token(collection, tokenId);
  }

  const find: TokenFinder['find'] = async (collection, tokenId, options) => {
    const signal = options?.signal;
    signal?.throwIfAborted();
    const remembered = memory.token(collection, tokenId);
    if (remembered !== undefined && options?.fresh !== true) return remembered;
    if (remembered !== undefined) {
      const page = memory.pageOf(collection, tokenId);
      const answer = await read(collection, listOf(collection, BigInt(tokenId)), page ?? 1, signal);
      const token = answer.items.find((item) => item.tokenId === tokenId);
      if (token !== undefined) return token;
    }
    if (memory.windows(collection).length === 0) {
      const opened = await open(collection, tokenId, signal);
      if (opened !== undefined) return opened;
    }
    return searchTwice(collection, tokenId, signal);
  };

  /** Afterwards the page where the token stands, or would stand, is remembered. */
  async function locate(collection: Address, tokenId: TokenId, signal?: AbortSignal): Promise<void> {
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
      listOf(collection, id);
      await locate(collection, tokenId, signal);
      const list = listOf(collection, id);
      for (let pagesRead = 0; pagesRead <= MOST_PAGES_BESIDE; pagesRead += 1) {
        const windows = memory.windows(collection).filter((window) => window.first >= 0n);
        const seen = windows.flatMap((window) => window.ids);
        if (list.unsorted) return nearestOf(seen, id, side);
        const lastPage = Math.min(list.lastPage, Math.ceil(list.total / list.size));
        const beside = besideIn(id, windows, lastPage, side);
        if ('tokenId' in beside) return beside.tokenId;
        await read(collection, list, beside.page, signal);
      }
      return null;
    },
  };
}
