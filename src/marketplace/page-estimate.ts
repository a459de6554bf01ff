import type { TokenPage } from './token-page-cache.ts';

/** The pages of a sorted list that may contain a token id. */
export interface Bracket {
  /** The nearest known page whose ids are all smaller. */
  readonly below: TokenPage | undefined;
  /** The nearest known page whose ids are all larger. */
  readonly above: TokenPage | undefined;
  /** First and last page that may contain the id; none if `from > to`. */
  readonly from: number;
  /** `Infinity` while the list's end is unknown. */
  readonly to: number;
}

/**
 * Returns the pages that may contain `id`.
 * @param windows the pages read so far, in order, without empty ones
 * @param pages maximum pages of the list; `Infinity` while unknown
 */
export function pageBracket(id: bigint, windows: readonly TokenPage[], pages: number): Bracket {
  const below = windows.findLast((window) => window.last < id);
  const above = windows.find((window) => window.first > id);
  return { below, above, from: (below?.page ?? 0) + 1, to: Math.min(pages, (above?.page ?? Infinity) - 1) };
}

/** Larger ids are hashes or packed numbers, which do not predict their page. */
const MAX_SEQUENTIAL_ID = 200_000n;
const SCALE = 1_000_000_000n;

/** Returns `part / whole` as a float; both may be far beyond 2^53. */
function ratio(part: bigint, whole: bigint): number {
  return whole === 0n ? Infinity : Number((part * SCALE) / whole) / Number(SCALE);
}

/** Returns the number of pages for `distance` ids at the density of `window`; `Infinity` if that is unknown. */
function pagesFor(distance: bigint, window: TokenPage, size: number): number {
  const ids = window.last - window.first;
  return window.records < 2 ? Infinity : ratio(distance * BigInt(window.records - 1), ids * BigInt(size));
}

/* Estimates the position of an id. Positions are in pages from 0: page 1 covers 0 to 1, and a page's last id is at the
end of its records. */
function interpolated(id: bigint, { below, above }: Bracket, size: number): number {
  const low = below === undefined ? 0 : below.page - 1 + (below.records - 1) / size;
  // Ids may be missing in between, so the densities of the two known pages limit the distance.
  const maxPosition = below === undefined ? Infinity : low + pagesFor(id - below.last, below, size);
  if (above === undefined) return below === undefined ? Number(id) / size : maxPosition;
  const high = above.page - 1;
  const minPosition = high - pagesFor(above.first - id, above, size);
  // Without a page below, continue with the density of the page above, unless the list would then start before page 1:
  // then assume that ids start at 0.
  if (below === undefined) return minPosition > 0 ? minPosition : high * ratio(id, above.first);
  const even = low + (high - low) * ratio(id - below.last, above.first - below.last);
  return minPosition <= maxPosition ? Math.min(Math.max(even, minPosition), maxPosition) : even;
}

/**
 * Returns the page to read next for `id`, within the bracket: by interpolation, limited so that the remaining reads are
 * sufficient for a binary search.
 * @param size records on a full page
 * @param readsLeft maximum further reads, including this one; `Infinity` while the list's end is unknown
 */
export function nextPage(id: bigint, bracket: Bracket, size: number, readsLeft: number): number {
  const { from, to, below, above } = bracket;
  const known = below !== undefined || above !== undefined;
  // The end is known but no ids: the first estimate was beyond the end, so take the middle.
  if (Number.isFinite(to) && !known) return Math.floor((from + to) / 2);
  if (!known && id > MAX_SEQUENTIAL_ID) return 1;
  // Add half a record, so that an exact position is not rounded down to the previous page.
  const guess = Math.floor(interpolated(id, bracket, size) + 0.5 / size) + 1;
  // With an unknown end, at most double the page number, unless the ids seem to be sequential.
  const furthest = known && to === Infinity ? from * 2 : to;
  if (to === Infinity) return Math.max(from, Math.min(guess, furthest));
  // On either side of this page, a binary search must not need more than the remaining reads.
  const side = 2 ** (readsLeft - 1) - 1;
  return Math.max(from, to - side, Math.min(guess, furthest, from + side));
}

/** Returns the number of reads that a binary search over `pages` pages needs. */
export function maxReads(pages: number): number {
  return Math.ceil(Math.log2(pages + 1));
}
