import type { TokenId } from '../domain/token-id.ts';
import type { TokenWindow } from './token-memory.ts';

/** Which of the two neighbours by token id. */
export type Side = 'next' | 'previous';

/** The neighbour, `null` at the list's end, or the page that has to be read to know it. */
export type Beside = { readonly tokenId: TokenId | null } | { readonly page: number };

/** The id nearest to `id` on that side, whatever order the ids are in. */
export function nearestOf(ids: readonly TokenId[], id: bigint, side: Side): TokenId | null {
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
 * What stands beside `id` in a sorted list. The id need not be in it: then it is what would stand beside it.
 * @param windows pages that were read, in order, without empty ones, the page where `id` stands or would stand among them
 * @param lastPage no page after this one has records; `Infinity` while unknown
 */
export function besideIn(id: bigint, windows: readonly TokenWindow[], lastPage: number, side: Side): Beside {
  const isNext = side === 'next';
  const home = isNext
    ? windows.findLast((window) => window.first <= id)
    : windows.find((window) => window.last >= id);
  const onSamePage = home === undefined ? null : nearestOf(home.ids, id, side);
  if (onSamePage !== null) return { tokenId: onSamePage };
  const pastTheEnd = Math.min(lastPage, windows.at(-1)?.page ?? 0) + 1;
  const page = isNext ? (home?.page ?? 0) + 1 : (home?.page ?? pastTheEnd) - 1;
  if (page < 1 || page > lastPage) return { tokenId: null };
  const neighbour = windows.find((window) => window.page === page);
  return neighbour === undefined ? { page } : { tokenId: nearestOf(neighbour.ids, id, side) };
}
