/** A set with access by position, so that a random member is found in constant time. */
export interface IndexedSet<T> {
  readonly items: readonly T[];
  /** Adding a member again changes nothing. */
  add(item: T): void;
  /** Removing an absent value changes nothing. */
  remove(item: T): void;
}

export function createIndexedSet<T>(): IndexedSet<T> {
  const items: T[] = [];
  const positions = new Map<T, number>();
  return {
    items,
    add(item) {
      if (positions.has(item)) return;
      positions.set(item, items.length);
      items.push(item);
    },
    remove(item) {
      const position = positions.get(item);
      if (position === undefined) return;
      const last = items.pop();
      positions.delete(item);
      if (last === undefined || last === item) return;
      items[position] = last;
      positions.set(last, position);
    },
  };
}
