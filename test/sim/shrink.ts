import type { History } from './history.ts';

/** How long is searched at most, ms. */
const MAX_MS = 60_000;

/**
 * The shortest history found within a minute that still fails: steps are dropped, many at a time first, while it does.
 * @param search.fails whether a history still fails in the same way
 * @param search.now time of the machine, ms
 * @returns the history, and whether the search came to its end
 */
export async function shrink(
  history: History,
  { fails, now }: { readonly fails: (shorter: History) => Promise<boolean>; readonly now: () => number },
): Promise<{ readonly shortest: History; readonly isComplete: boolean }> {
  const endsAt = now() + MAX_MS;
  let current = history;
  for (
    let size = Math.ceil(history.steps.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < current.steps.length && now() < endsAt; ) {
      const steps = current.steps.filter((_, position) => position < from || position >= from + size);
      const shorter = { ...current, steps };
      if (await fails(shorter)) current = shorter;
      else from += size;
    }
  }
  return { shortest: current, isComplete: now() < endsAt };
}
