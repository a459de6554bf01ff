import { type Query, readChoice } from './query.ts';

/** A sort key; null comes last in either order. */
export type SortKey = number | bigint | string | null;

/** Reads `sortBy` (default the first value) and `sortOrder` (default `desc`). Throws a 400 for another value. */
export function readSort<T extends string>(
  query: Query,
  words: readonly [T, ...T[]],
): { readonly sortBy: T; readonly sortOrder: 'asc' | 'desc' } {
  return {
    sortBy: readChoice(query, 'sortBy', words) ?? words[0],
    sortOrder: readChoice(query, 'sortOrder', ['asc', 'desc'] as const) ?? 'desc',
  };
}

/** Orders by a key; ties follow `tie` in the same direction. */
export function sorted<T>(
  items: readonly T[],
  key: (item: T) => SortKey,
  sortOrder: 'asc' | 'desc',
  tie: (left: T, right: T) => number,
): readonly T[] {
  const sign = sortOrder === 'asc' ? 1 : -1;
  return items
    .map((item) => ({ item, key: key(item) }))
    .sort((left, right) => {
      if (left.key === null || right.key === null) {
        if (left.key !== right.key) return left.key === null ? 1 : -1;
      } else if (left.key !== right.key) return left.key < right.key ? -sign : sign;
      return sign * tie(left.item, right.item);
    })
    .map(({ item }) => item);
}

/** Decimal strings without leading zeros compare by length first. */
export function compareIds(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
