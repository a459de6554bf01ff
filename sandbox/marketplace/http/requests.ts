/** Request counts of the read API. */
export interface RequestCounts {
  readonly total: number;
  /** Requests by path, without the query. */
  readonly byPath: ReadonlyMap<string, number>;
}

/** The outcome of a request to the read API. */
export interface Answered {
  /** Without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly status: number;
  /** Epoch ms. */
  readonly askedAtMs: number;
}

/** Counts requests and notifies listeners. */
export interface RequestCounter extends RequestCounts {
  count(path: string): void;
  answered(answer: Answered): void;
  /** Returns a function that unsubscribes. */
  onAnswer(listener: (answer: Answered) => void): () => void;
}

export function createRequestCounter(): RequestCounter {
  const byPath = new Map<string, number>();
  const listeners = new Set<(answer: Answered) => void>();
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
    answered(answer) {
      for (const listener of listeners) listener(answer);
    },
    onAnswer(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
