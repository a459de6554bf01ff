import { threadTimeMs } from './thread-time.ts';

/**
 * Runs the work and measures for how long it held the event loop at most: the processor time of this thread in one turn, ms.
 */
export async function longestTurnMs<R>(
  work: () => Promise<R>,
): Promise<{ readonly result: R; readonly ms: number }> {
  let longest = 0;
  let since = threadTimeMs();
  let isOver = false;

  function countTurn(): void {
    const now = threadTimeMs();
    longest = Math.max(longest, now - since);
    since = now;
    if (!isOver) setImmediate(countTurn);
  }

  setImmediate(countTurn);
  const result = await work();
  isOver = true;
  countTurn();
  return { result, ms: longest };
}
