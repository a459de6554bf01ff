/**
 * Runs `work` for every item in order, at most `atOnce` concurrently. Rejects with the first failure; running work is not
 * cancelled.
 */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  async function runWorker(): Promise<void> {
    for (const item of queue) await work(item);
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, runWorker));
}
