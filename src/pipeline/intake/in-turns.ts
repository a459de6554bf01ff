/**
 * Does `work` for every item, at most `atOnce` at a time, in their order. Rejects with the first failure; what has begun by
 * then goes on by itself.
 */
export async function inTurns<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  async function takeTurns(): Promise<void> {
    for (const item of queue) await work(item);
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, takeTurns));
}
