/** Things in the order of their level, for asking after all up to a level. */
export interface Ladder<Level extends number | bigint, Item> {
  readonly size: number;
  put(level: Level, id: number, item: Item): void;
  /** Takes away what was put there under this level and id. */
  take(level: Level, id: number): void;
  /** Shows every item up to `level`, the lowest first, until one is what is sought; resolves to whether one was. */
  seek(level: Level, isSought: (item: Item) => boolean): boolean;
}

interface Rung<Level, Item> {
  readonly level: Level;
  readonly id: number;
  readonly item: Item;
}

/** A ladder that is sorted once, when it is first asked: a million rules are put in at the start, and few later. */
export function createLadder<Level extends number | bigint, Item>(): Ladder<Level, Item> {
  const rungs: Rung<Level, Item>[] = [];
  let sorted = false;

  function compare(a: { level: Level; id: number }, b: { level: Level; id: number }): number {
    if (a.level === b.level) return a.id - b.id;
    return a.level < b.level ? -1 : 1;
  }

  function sort(): void {
    if (!sorted) rungs.sort(compare);
    sorted = true;
  }

  /** How many rungs come before this one. */
  function placeOf(rung: { level: Level; id: number }): number {
    let low = 0;
    let high = rungs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = rungs[middle];
      if (at !== undefined && compare(at, rung) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    get size() {
      return rungs.length;
    },
    put(level, id, item) {
      const rung = { level, id, item };
      if (sorted) rungs.splice(placeOf(rung), 0, rung);
      else rungs.push(rung);
    },
    take(level, id) {
      sort();
      const place = placeOf({ level, id });
      if (rungs[place]?.id === id) rungs.splice(place, 1);
    },
    seek(level, isSought) {
      sort();
      for (const rung of rungs) {
        if (rung.level > level) return false;
        if (isSought(rung.item)) return true;
      }
      return false;
    },
  };
}
