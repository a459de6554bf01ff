import type { TokenId } from '#src/chain/token-id.ts';
import type { TokenPage } from './token-page-cache.ts';

/** One of the two neighbours by token id. */
export type Side = 'next' | 'previous';

/** The neighbour, `null` at the list's end, or the page that must be read first. */
export type NeighbourResult = { readonly tokenId: TokenId | null } | { readonly page: number };

/** Returns the id nearest to `id` on that side; `ids` may be in any order. */
export function nearestId(ids: readonly TokenId[], id: bigint, side: Side): TokenId | null {
  let nearest: bigint | null = null;
  for (const text of ids) {
    const other = BigInt(text);
    const isBeside = side === 'next' ? other > id : other < id;
    const isNearer = nearest === null || (side === 'next' ? other < nearest : other > nearest);
    if (isBeside && isNearer) nearest = other;
  }
  return nearest === null ? null : nearest.toString();
}

/**
 * Finds the neighbour of `id` in a sorted list. The id itself need not be in the list.
 * @param windows the pages read so far, in order, without empty ones, including the one that contains `id` or would
 * @param lastPage no page after this one has records; `Infinity` while unknown
 */
export function neighbourIn(
  id: bigint,
  windows: readonly TokenPage[],
  lastPage: number,
  side: Side,
): NeighbourResult {
  const isNext = side === 'next';
  const homePage = isNext
    ? windows.findLast((window) => window.first <= id)
    : windows.find((window) => window.last >= id);
  const onSamePage = homePage === undefined ? null : nearestId(homePage.ids, id, side);
  if (onSamePage !== null) return { tokenId: onSamePage };
  const pastTheEnd = Math.min(lastPage, windows.at(-1)?.page ?? 0) + 1;
  const page = isNext ? (homePage?.page ?? 0) + 1 : (homePage?.page ?? pastTheEnd) - 1;
  if (page < 1 || page > lastPage) return { tokenId: null };
  const neighbour = windows.find((window) => window.page === page);
  return neighbour === undefined ? { page } : { tokenId: nearestId(neighbour.ids, id, side) };
}
