/**
 * Work in small steps, so that the caller can yield to the event loop between them. The duration of a step does not
 * depend on the amount of work, except when memory is copied at once.
 */
export type StepGenerator<T> = Generator<void, T, void>;

/** Runs all steps without interruption. */
export function runSteps<T>(steps: StepGenerator<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Calls `use` with each item, a fixed number of times per step. */
export function* eachInSteps<T>(
  items: Iterable<T>,
  perStep: number,
  use: (item: T) => void,
): StepGenerator<void> {
  let done = 0;
  for (const item of items) {
    use(item);
    done += 1;
    if (done % perStep === 0) yield;
  }
}

/** Merges neighbouring sorted runs of `width` items into runs of twice the width. */
function* mergeNeighbours<T extends object>(
  from: readonly T[],
  width: number,
  compare: (a: T, b: T) => number,
): StepGenerator<readonly T[]> {
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

/** Sorts like `toSorted` (stable), with one comparison per step. */
export function* sortInSteps<T extends object>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): StepGenerator<readonly T[]> {
  let sorted = items;
  for (let width = 1; width < items.length; width *= 2) {
    sorted = yield* mergeNeighbours(sorted, width, compare);
  }
  return sorted;
}
