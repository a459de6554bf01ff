/**
 * Runs the work and counts the turns of the event loop until it is done: other work of the process runs in each of them.
 */
export async function countTurns<R>(
  work: () => Promise<R>,
): Promise<{ readonly result: R; readonly turns: number }> {
  let turns = 0;
  let isOver = false;

  function countTurn(): void {
    turns += 1;
    if (!isOver) setImmediate(countTurn);
  }

  setImmediate(countTurn);
  const result = await work();
  isOver = true;
  return { result, turns };
}
