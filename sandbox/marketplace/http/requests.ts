/** How often the read API was asked. */
export interface RequestCounts {
  readonly total: number;
  /** Requests by path, without the query. */
  readonly byPath: ReadonlyMap<string, number>;
}

/** Counts as it goes. */
export interface RequestCounter extends RequestCounts {
  count(path: string): void;
}

export function createRequestCounter(): RequestCounter {
  const byPath = new Map<string, number>();
  let total = 0;
  return {
    get total() {
      return total;
    },
    byPath,
    count(path) {
      total += 1;
      byPath.set(path, (byPath.get(path) ?? 0) + 1);
    },
  };
}
