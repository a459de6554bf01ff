/** Nobody repeats more questions than this. */
const MOST_ANSWERS = 8;
/** How long a server is believed that nothing has changed: one with a wrong ETag must not silence the feed. */
const BELIEVED_MS = 60_000;

interface Remembered {
  readonly etag: string;
  readonly body: unknown;
  readonly since: number;
}

/** The last answers that came with an ETag, for `If-None-Match`. */
export interface AnswerMemory {
  recall(path: string): { readonly etag: string; readonly body: unknown } | null;
  /** Replaces what is known of `path`; without an `etag` it is forgotten. */
  keep(path: string, etag: string | null, body: unknown): void;
}

/** @param deps.now epoch milliseconds */
export function createAnswerMemory(deps: { now: () => number }): AnswerMemory {
  const { now } = deps;
  const answers = new Map<string, Remembered>();

  return {
    recall(path) {
      const answer = answers.get(path);
      return answer !== undefined && now() - answer.since < BELIEVED_MS ? answer : null;
    },
    keep(path, etag, body) {
      answers.delete(path);
      if (etag === null || etag === '') return;
      answers.set(path, { etag, body, since: now() });
      for (const oldest of answers.keys()) {
        if (answers.size <= MOST_ANSWERS) return;
        answers.delete(oldest);
      }
    },
  };
}
