import type { History } from './history.ts';

/** Histories that are tried at most. */
const MAX_TRIES = 400;

/**
 * The shortest history found that still fails: steps are dropped, many at a time first, while it does.
 * @param fails whether a history still fails in the same way
 */
export async function shrink(
  history: History,
  fails: (shorter: History) => Promise<boolean>,
): Promise<History> {
  let current = history;
  let tries = 0;
  for (
    let size = Math.ceil(history.steps.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < current.steps.length && tries < MAX_TRIES; ) {
      const steps = current.steps.filter((_, position) => position < from || position >= from + size);
      const shorter = { ...current, steps };
      tries += 1;
      if (await fails(shorter)) current = shorter;
      else from += size;
    }
  }
  return current;
}
