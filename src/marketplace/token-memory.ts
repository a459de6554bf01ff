import type { Address } from '../domain/address.ts';
import type { SortedPage } from '../domain/page.ts';
import type { Token } from '../domain/token.ts';
import type { TokenId } from '../domain/token-id.ts';
import { weightOf } from './lookups/weight.ts';

/** One page of a collection's token list, as remembered. */
export interface TokenWindow {
  readonly page: number;
  /** Smallest and largest id on the page; both -1n for a page without readable tokens. */
  readonly first: bigint;
  readonly last: bigint;
  /** Records on the page, readable or not. */
  readonly records: number;
  /** Whether the ids on the page rise from one to the next, as the server gave them. */
  readonly rising: boolean;
  /** When it was read, epoch ms. */
  readonly readAt: number;
  /** Of the readable tokens, in the order in which they came. */
  readonly ids: readonly TokenId[];
}

interface Shelf {
  readonly windows: Map<number, TokenWindow & { readonly size: number }>;
  /** Each with the page that it was last seen on: rows move from page to page while lists grow and shrink. */
  readonly tokens: Map<TokenId, { readonly token: Token; readonly page: number }>;
}

/** What was lately seen of token lists, by collection; bounded in tokens and in time. */
export interface TokenMemory {
  token(collection: Address, tokenId: TokenId): Token | undefined;
  /** The page that a remembered token was last seen on. */
  pageOf(collection: Address, tokenId: TokenId): number | undefined;
  /** Remembers every token of a page. */
  keep(collection: Address, page: number, answer: SortedPage<Token>): TokenWindow;
  /** In the order of their pages. */
  windows(collection: Address): TokenWindow[];
  forget(collection: Address): void;
}

/** Bytes that count as one more token: few take as much, but for those with a picture within the record. */
const TOKEN_BYTES = 4 * 1_024;

/** What a page takes up, in tokens. */
function sizeOf(answer: SortedPage<Token>): number {
  return answer.items.reduce((sum, token) => sum + 1 + Math.floor(weightOf(token) / TOKEN_BYTES), 0);
}

function describe(page: number, answer: SortedPage<Token>, readAt: number): TokenWindow {
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

/**
 * @param deps.capacity most tokens that are remembered; the collection that was read longest ago goes first
 * @param deps.keepMs how long a page is trusted
 */
export function createTokenMemory(deps: {
  now: () => number;
  capacity: number;
  keepMs: number;
}): TokenMemory {
  const { now, capacity, keepMs } = deps;
  // Maps iterate in insertion order, so what was read last stands last.
  const shelves = new Map<Address, Shelf>();
  let size = 0;

  function drop(collection: Address, shelf: Shelf, page: number): void {
    const window = shelf.windows.get(page);
    if (window === undefined) return;
    shelf.windows.delete(page);
    size -= window.size;
    for (const id of window.ids) if (shelf.tokens.get(id)?.page === page) shelf.tokens.delete(id);
    if (shelf.windows.size === 0) shelves.delete(collection);
  }

  function dropExpired(collection: Address, shelf: Shelf): void {
    for (const window of shelf.windows.values()) {
      if (now() - window.readAt >= keepMs) drop(collection, shelf, window.page);
    }
  }

  function makeRoom(): void {
    for (const [collection, shelf] of shelves) {
      for (const page of shelf.windows.keys()) {
        if (size <= capacity) return;
        drop(collection, shelf, page);
      }
    }
  }

  function fresh(collection: Address): Shelf | undefined {
    const shelf = shelves.get(collection);
    if (shelf !== undefined) dropExpired(collection, shelf);
    return shelves.get(collection);
  }

  return {
    token: (collection, tokenId) => fresh(collection)?.tokens.get(tokenId)?.token,
    pageOf: (collection, tokenId) => fresh(collection)?.tokens.get(tokenId)?.page,
    keep(collection, page, answer) {
      const shelf = fresh(collection) ?? { windows: new Map(), tokens: new Map() };
      drop(collection, shelf, page);
      shelves.delete(collection);
      shelves.set(collection, shelf);
      const window = describe(page, answer, now());
      const pageSize = sizeOf(answer);
      shelf.windows.set(page, { ...window, size: pageSize });
      for (const token of answer.items) shelf.tokens.set(token.tokenId, { token, page });
      size += pageSize;
      makeRoom();
      return window;
    },
    windows: (collection) =>
      [...(fresh(collection)?.windows.values() ?? [])].toSorted((a, b) => a.page - b.page),
    forget(collection) {
      const shelf = shelves.get(collection);
      if (shelf === undefined) return;
      for (const page of shelf.windows.keys()) drop(collection, shelf, page);
    },
  };
}
