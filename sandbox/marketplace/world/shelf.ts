/** A set that can also be read by position, so that a random member costs one step. */
export interface Shelf<T> {
  readonly items: readonly T[];
  /** Adding what is there already changes nothing. */
  add(item: T): void;
  /** Removing what is not there changes nothing. */
  remove(item: T): void;
}

export function createShelf<T>(): Shelf<T> {
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
