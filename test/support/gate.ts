import type { DatabaseEdge } from './database-edge.ts';

/** Holds one statement until it is opened. */
export interface Gate {
  readonly edge: DatabaseEdge;
  /** Resolves when the statement has come. */
  readonly reached: Promise<void>;
  open(): void;
}

/** A gate for the first statement of exactly this text, on whatever connection of PostgreSQL. */
export function gateAt(text: string): Gate {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  let isUsed = false;
  return {
    edge: {
      async around({ sql }, _client, run) {
        if (!isUsed && sql === text) {
          isUsed = true;
          reached.resolve();
          await opened.promise;
        }
        return run();
      },
    },
    reached: reached.promise,
    open: () => opened.resolve(),
  };
}
