/** Who goes first among those that wait for a turn. Of the same rank, who came first. */
export type Rank = 'urgent' | 'message' | 'touch-up';

const RANKS: readonly Rank[] = ['urgent', 'message', 'touch-up'];

/** Runs a request when it is its turn. */
export type InTurn = <T>(rank: Rank, request: () => Promise<T>) => Promise<T>;

/**
 * Lets `atOnce` requests run at a time. What is urgent does not wait behind a backlog of other messages, and edits wait for
 * messages: both are few against the requests of a second, so nobody waits for ever.
 */
export function createTurns(atOnce: number): InTurn {
  const waiting: Readonly<Record<Rank, (() => void)[]>> = { urgent: [], message: [], 'touch-up': [] };
  let free = atOnce;

  async function turn(rank: Rank): Promise<void> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting[rank].push(resolve));
  }

  /** Hands the place on, so that nobody who comes later can take it. */
  function pass(): void {
    const rank = RANKS.find((name) => waiting[name].length > 0);
    const next = rank === undefined ? undefined : waiting[rank].shift();
    if (next === undefined) free += 1;
    else next();
  }

  return async (rank, request) => {
    await turn(rank);
    try {
      return await request();
    } finally {
      pass();
    }
  };
}
