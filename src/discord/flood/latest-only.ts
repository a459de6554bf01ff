/** Work that a newer one of the same key has replaced is not begun; its `drop` runs instead. */
export interface LatestOnly {
  /**
   * @param key of a person: at a time, one work of each runs and one waits
   * @param work rejections go to the caller
   */
  (key: string, work: () => Promise<void>, drop: () => Promise<void>): Promise<void>;
}

/** Runs the work of each key one after the other, and of what waits only the newest. */
export function createLatestOnly(): LatestOnly {
  /** The keys at work, with what replaces the work that waits; `null` while none does. */
  const busy = new Map<string, ((isNext: boolean) => void) | null>();

  async function turn(key: string): Promise<boolean> {
    const waiting = busy.get(key);
    if (waiting === undefined) {
      busy.set(key, null);
      return true;
    }
    waiting?.(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    busy.set(key, resolve);
    return promise;
  }

  return async (key, work, drop) => {
    if (!(await turn(key))) return drop();
    try {
      await work();
    } finally {
      const next = busy.get(key) ?? null;
      if (next === null) busy.delete(key);
      else {
        busy.set(key, null);
        next(true);
      }
    }
  };
}
