/**
 * Work in small steps, after each of which whoever does it may do something else first. No step takes longer because there is
 * more to be done, except by what copies memory in one go.
 */
export type Steps<T> = Generator<void, T, void>;

/** Does all of it at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Merges neighbours of `width` sorted items each into sorted ones of twice as many. */
function* mergeNeighbours<T extends object>(
  from: readonly T[],
  width: number,
  compare: (a: T, b: T) => number,
): Steps<readonly T[]> {
  const merged: T[] = [];
  for (let start = 0; start < from.length; start += 2 * width) {
    const middle = Math.min(start + width, from.length);
    const end = Math.min(middle + width, from.length);
    let [left, right] = [start, middle];
    while (left < middle || right < end) {
      const [one, other] = [left < middle ? from[left] : undefined, right < end ? from[right] : undefined];
      if (other !== undefined && (one === undefined || compare(other, one) < 0)) {
        merged.push(other);
        right += 1;
      } else {
        if (one !== undefined) merged.push(one);
        left += 1;
      }
      yield;
    }
  }
  return merged;
}

/** What `toSorted` gives, with one comparison in a step: equals keep their order. */
export function* sortInSteps<T extends object>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Steps<readonly T[]> {
  let sorted = items;
  for (let width = 1; width < items.length; width *= 2) {
    sorted = yield* mergeNeighbours(sorted, width, compare);
  }
  return sorted;
}
