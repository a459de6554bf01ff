/** Runs only the newest waiting work of a key. For work that was replaced before it started, `drop` runs instead. */
export interface LatestOnly {
  /**
   * @param key identifies a user; one work per key runs at a time, and at most one waits
   * @param work rejections go to the caller
   */
  (key: string, work: () => Promise<void>, drop: () => Promise<void>): Promise<void>;
}

/** Runs the work of each key sequentially, and only the newest of the waiting work. */
export function createLatestOnly(): LatestOnly {
  /** Keys with running work, and how to replace their waiting work; `null` if none is waiting. */
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
