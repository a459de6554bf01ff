import type { SortedPage } from '../domain/page.ts';

/** What an item is ordered by; `null` where it does not tell. */
type SortKey = bigint | number | string | null;

/** An order that was asked for. */
export interface AskedOrder<T> {
  /** `null` when the items do not tell what they are ordered by. */
  readonly keyOf: ((item: T) => SortKey) | null;
  /** marketplace-api: Common query parameters, where `desc` is the default. */
  readonly direction: 'asc' | 'desc';
}

function compare(a: SortKey, b: SortKey): number {
  if (a === null || b === null || a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Looks whether a page is in the order that was asked for, and puts it in order where the server ignored that. Items
 * that do not tell their place prove nothing, and go last.
 * @param order `null` when no order was asked for
 * @param whole the page is the whole list, so that putting it in order is all there is to do
 */
export function inAskedOrder<T>(
  items: readonly T[],
  order: AskedOrder<T> | null,
  whole: boolean,
): Pick<SortedPage<T>, 'items' | 'sorted'> {
  if (order === null || order.keyOf === null) return { items, sorted: null };
  const { keyOf } = order;
  const sign = order.direction === 'asc' ? 1 : -1;
  const keyed = items.map((item) => ({ item, key: keyOf(item) }));
  const telling = keyed.filter(({ key }) => key !== null);
  if (telling.length === 0 && items.length > 0) return { items, sorted: null };
  const kept = telling.every(({ key }, index) => {
    const before = telling[index - 1]?.key ?? null;
    return sign * compare(before, key) <= 0;
  });
  if (kept) return { items, sorted: true };
  const rest = keyed.filter(({ key }) => key === null);
  const ordered = telling.toSorted((a, b) => sign * compare(a.key, b.key));
  return { items: [...ordered, ...rest].map(({ item }) => item), sorted: whole };
}
