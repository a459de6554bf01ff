/** Nobody repeats more questions than this. */
const MOST_ANSWERS = 8;
/** Characters of all answers together; the largest page of a feed has a quarter of this. */
const MOST_CHARACTERS = 4 * 1_024 * 1_024;
/** How long a server is believed that nothing has changed: one with a wrong ETag must not silence the feed. */
const BELIEVED_MS = 60_000;

interface Remembered {
  readonly etag: string;
  readonly body: unknown;
  readonly characters: number;
  readonly since: number;
}

/** The last answers that came with an ETag, for `If-None-Match`. */
export interface AnswerMemory {
  recall(path: string): { readonly etag: string; readonly body: unknown } | null;
  /**
   * Replaces what is known of `path`; without an `etag`, or when it is too long to be kept, it is forgotten.
   * @param characters of the text that `body` was
   */
  keep(path: string, etag: string | null, body: unknown, characters: number): void;
}

/** @param deps.now epoch milliseconds */
export function createAnswerMemory(deps: { now: () => number }): AnswerMemory {
  const { now } = deps;
  const answers = new Map<string, Remembered>();
  let total = 0;

  function forget(path: string): void {
    total -= answers.get(path)?.characters ?? 0;
    answers.delete(path);
  }

  return {
    recall(path) {
      const answer = answers.get(path);
      return answer !== undefined && now() - answer.since < BELIEVED_MS ? answer : null;
    },
    keep(path, etag, body, characters) {
      forget(path);
      if (etag === null || etag === '' || characters > MOST_CHARACTERS) return;
      answers.set(path, { etag, body, characters, since: now() });
      total += characters;
      for (const oldest of answers.keys()) {
        if (answers.size <= MOST_ANSWERS && total <= MOST_CHARACTERS) return;
        forget(oldest);
      }
    },
  };
}
