/** Things in the order of their level, for asking after all up to a level. Plain data: a large index has a million of them. */
export interface Ladder<Level extends number | bigint, Item extends Ranked> {
  readonly rungs: Rung<Level, Item>[];
  /** It is sorted once, when it is first asked: a million rules are put in at the start, and few later. */
  sorted: boolean;
}

interface Ranked {
  readonly id: number;
}

interface Rung<Level, Item> {
  readonly level: Level;
  readonly item: Item;
}

/** A ladder with nothing on it. */
export function createLadder<Level extends number | bigint, Item extends Ranked>(): Ladder<Level, Item> {
  return { rungs: [], sorted: false };
}

function compare(a: Rung<number | bigint, Ranked>, b: Rung<number | bigint, Ranked>): number {
  if (a.level === b.level) return a.item.id - b.item.id;
  return a.level < b.level ? -1 : 1;
}

function sort(ladder: Ladder<number | bigint, Ranked>): void {
  if (!ladder.sorted) ladder.rungs.sort(compare);
  ladder.sorted = true;
}

/** How many rungs come before this one. */
function placeOf(
  rungs: readonly Rung<number | bigint, Ranked>[],
  rung: Rung<number | bigint, Ranked>,
): number {
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

/** Puts something on the ladder at its level. */
export function putOn<Level extends number | bigint, Item extends Ranked>(
  { rungs, sorted }: Ladder<Level, Item>,
  level: Level,
  item: Item,
): void {
  const rung = { level, item };
  if (sorted) rungs.splice(placeOf(rungs, rung), 0, rung);
  else rungs.push(rung);
}

/** Takes away what was put there at this level and with this id. */
export function takeOff<Level extends number | bigint, Item extends Ranked>(
  ladder: Ladder<Level, Item>,
  level: Level,
  item: Item,
): void {
  sort(ladder);
  const place = placeOf(ladder.rungs, { level, item });
  const found = ladder.rungs[place];
  if (found?.level === level && found.item.id === item.id) ladder.rungs.splice(place, 1);
}

/** Shows every item up to `level`, the lowest first, until one is what is sought; says whether one was. */
export function seekUpTo<Level extends number | bigint, Item extends Ranked>(
  ladder: Ladder<Level, Item>,
  level: Level,
  isSought: (item: Item) => boolean,
): boolean {
  sort(ladder);
  for (const rung of ladder.rungs) {
    if (rung.level > level) return false;
    if (isSought(rung.item)) return true;
  }
  return false;
}

/** Shows every item, the lowest first, until one is what is sought; says whether one was. */
export function seekAll<Level extends number | bigint, Item extends Ranked>(
  ladder: Ladder<Level, Item>,
  isSought: (item: Item) => boolean,
): boolean {
  sort(ladder);
  return ladder.rungs.some((rung) => isSought(rung.item));
}
