import type { TokenWindow } from './token-memory.ts';

/** What is known of where a token id may stand in a sorted list of pages. */
export interface Bracket {
  /** The nearest page whose ids are all smaller. */
  readonly below: TokenWindow | undefined;
  /** The nearest page whose ids are all larger. */
  readonly above: TokenWindow | undefined;
  /** First and last page that may hold the id; no page may when `from > to`. */
  readonly from: number;
  /** `Infinity` while the list's end is unknown. */
  readonly to: number;
}

/**
 * Where `id` may stand.
 * @param windows pages that were read, in order and without empty ones
 * @param pages how many pages the list has at most; `Infinity` while unknown
 */
export function bracketOf(id: bigint, windows: readonly TokenWindow[], pages: number): Bracket {
  const below = windows.findLast((window) => window.last < id);
  const above = windows.find((window) => window.first > id);
  return { below, above, from: (below?.page ?? 0) + 1, to: Math.min(pages, (above?.page ?? Infinity) - 1) };
}

/** Ids beyond this are hashes or packed numbers, which say nothing of where they stand. */
const LARGEST_COUNTED_ID = 200_000n;
const SCALE = 1_000_000_000n;

/** `part / whole` as a float; both may be far beyond 2^53. */
function ratio(part: bigint, whole: bigint): number {
  return whole === 0n ? Infinity : Number((part * SCALE) / whole) / Number(SCALE);
}

/** How many pages `distance` ids are, at the density of the page itself; `Infinity` where that is unknown. */
function pagesFor(distance: bigint, window: TokenWindow, size: number): number {
  const ids = window.last - window.first;
  return window.records < 2 ? Infinity : ratio(distance * BigInt(window.records - 1), ids * BigInt(size));
}

/*
 * Positions count pages from 0, so that page 1 covers 0 up to 1; a page's last id stands at the end of its records.
 */
function interpolated(id: bigint, { below, above }: Bracket, size: number): number {
  const low = below === undefined ? 0 : below.page - 1 + (below.records - 1) / size;
  // As tokens are densest where no ids are missing, the neighbours' own density bounds the way to go.
  const most = below === undefined ? Infinity : low + pagesFor(id - below.last, below, size);
  if (above === undefined) return below === undefined ? Number(id) / size : most;
  const high = above.page - 1;
  const least = high - pagesFor(above.first - id, above, size);
  // Without a page below, ids go on as they are, unless that leaves no room for them: then they start at 0.
  if (below === undefined) return least > 0 ? least : high * ratio(id, above.first);
  const even = low + (high - low) * ratio(id - below.last, above.first - below.last);
  return least <= most ? Math.min(Math.max(even, least), most) : even;
}

/**
 * The page to read next for `id`, within the bracket: where the id would stand if ids were spread evenly, as far as that
 * leaves enough reads to find it by halving if they are not.
 * @param size records on a full page
 * @param readsLeft how many reads, this one among them, may be needed at most; `Infinity` while the list's end is unknown
 */
export function nextPage(id: bigint, bracket: Bracket, size: number, readsLeft: number): number {
  const { from, to, below, above } = bracket;
  const known = below !== undefined || above !== undefined;
  // With an end but no ids the middle tells most: the first guess has just proved to lie beyond it.
  if (Number.isFinite(to) && !known) return Math.floor((from + to) / 2);
  if (!known && id > LARGEST_COUNTED_ID) return 1;
  // Half a record keeps an exact position from being rounded down to the page before.
  const guess = Math.floor(interpolated(id, bracket, size) + 0.5 / size) + 1;
  // An endless list is approached by doubling, unless nothing speaks against counted ids.
  const furthest = known && to === Infinity ? from * 2 : to;
  if (to === Infinity) return Math.max(from, Math.min(guess, furthest));
  // Whichever side of the page the id is on, halving what is left must need no more reads than there are.
  const side = 2 ** (readsLeft - 1) - 1;
  return Math.max(from, to - side, Math.min(guess, furthest, from + side));
}

/** How many reads find an id among so many pages by halving. */
export function readsFor(pages: number): number {
  return Math.ceil(Math.log2(pages + 1));
}
