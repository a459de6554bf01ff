/** Only a few paths are requested repeatedly. */
const MAX_ANSWERS = 8;
/** Total characters of all cached answers; the largest page of a feed is a quarter of this. */
const MAX_CHARACTERS = 4 * 1_024 * 1_024;
/** Longest reuse of a cached answer: a server with a wrong ETag must not stop the feed. */
const MAX_REUSE_MS = 60_000;

interface Remembered {
  readonly etag: string;
  readonly body: unknown;
  readonly characters: number;
  readonly since: number;
}

/** Cache of the latest answers with an ETag, for `If-None-Match`. */
export interface EtagCache {
  get(path: string): { readonly etag: string; readonly body: unknown } | null;
  /**
   * Replaces the entry of `path`. Without an `etag`, or when the body is too long, the entry is removed.
   * @param characters length of the text from which `body` was parsed
   */
  set(path: string, etag: string | null, body: unknown, characters: number): void;
}

/** @param deps.now epoch milliseconds */
export function createEtagCache(deps: { now: () => number }): EtagCache {
  const { now } = deps;
  const answers = new Map<string, Remembered>();
  let total = 0;

  function remove(path: string): void {
    total -= answers.get(path)?.characters ?? 0;
    answers.delete(path);
  }

  return {
    get(path) {
      const answer = answers.get(path);
      return answer !== undefined && now() - answer.since < MAX_REUSE_MS ? answer : null;
    },
    set(path, etag, body, characters) {
      remove(path);
      if (etag === null || etag === '' || characters > MAX_CHARACTERS) return;
      answers.set(path, { etag, body, characters, since: now() });
      total += characters;
      for (const oldest of answers.keys()) {
        if (answers.size <= MAX_ANSWERS && total <= MAX_CHARACTERS) return;
        remove(oldest);
      }
    },
  };
}
