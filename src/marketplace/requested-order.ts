import type { Page } from './pagination.ts';

/** A page of a list that can be requested in an order. */
export interface SortedPage<T> extends Page<T> {
  /**
   * Whether the list is in the requested order. `false`: the server ignored it, and only this page was sorted here.
   * `null`: no order was requested, or the items do not contain the sort field.
   */
  readonly sorted: boolean | null;
}

/** Sort key of an item; `null` when the item does not have it. */
type SortKey = bigint | number | string | null;

/** The requested order of a list. */
export interface RequestedOrder<T> {
  /** `null` if the items do not contain the sort key. */
  readonly keyOf: ((item: T) => SortKey) | null;
  /** marketplace-api: Common query parameters, where `desc` is the default. */
  readonly direction: 'asc' | 'desc';
}

function compare(a: SortKey, b: SortKey): number {
  if (a === null || b === null || a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Checks whether a page is in the requested order, and sorts it if the server ignored the order. Items without a sort
 * key are not checked, and are sorted last.
 * @param order `null` if no order was requested
 * @param isComplete whether the page is the whole list, so that sorting the page sorts the list
 */
export function applyRequestedOrder<T>(
  items: readonly T[],
  order: RequestedOrder<T> | null,
  isComplete: boolean,
): Pick<SortedPage<T>, 'items' | 'sorted'> {
  if (order === null || order.keyOf === null) return { items, sorted: null };
  const { keyOf } = order;
  const sign = order.direction === 'asc' ? 1 : -1;
  const keyed = items.map((item) => ({ item, key: keyOf(item) }));
  const withKey = keyed.filter(({ key }) => key !== null);
  if (withKey.length === 0 && items.length > 0) return { items, sorted: null };
  const isOrdered = withKey.every(({ key }, index) => {
    const before = withKey[index - 1]?.key ?? null;
    return sign * compare(before, key) <= 0;
  });
  if (isOrdered) return { items, sorted: true };
  const rest = keyed.filter(({ key }) => key === null);
  const ordered = withKey.toSorted((a, b) => sign * compare(a.key, b.key));
  return { items: [...ordered, ...rest].map(({ item }) => item), sorted: isComplete };
}
