/** Only a few paths are requested repeatedly. */
const MAX_ANSWERS = 8;
/** Total characters of all kept answers; the largest page of a feed is half of this. */
const MAX_CHARACTERS = 2 * 1_024 * 1_024;
/** Longest reuse of an answer by its ETag, because a wrong ETag must not stop the feed. */
const MAX_REUSE_MS = 60_000;

interface Remembered {
  readonly etag: string | null;
  readonly body: unknown;
  readonly text: string;
  readonly since: number;
}

/** The latest answers to repeated requests. */
export interface AnswerCache {
  /** Returns the answer that came with an ETag, for `If-None-Match`. */
  get(path: string): { readonly etag: string; readonly body: unknown } | null;
  /** Returns the body parsed from the same text; `null` if the last answer was different. */
  same(path: string, text: string): unknown;
  /** Replaces the answer for `path`. An answer that is too long is not kept. */
  set(path: string, answer: Omit<Remembered, 'since'>): void;
}

/** @param deps.now monotonic, ms */
export function createAnswerMemory(deps: { now: () => number }): AnswerCache {
  const { now } = deps;
  const answers = new Map<string, Remembered>();
  let total = 0;

  function remove(path: string): void {
    total -= answers.get(path)?.text.length ?? 0;
    answers.delete(path);
  }

  return {
    get(path) {
      const { etag, body, since } = answers.get(path) ?? { etag: null, body: null, since: 0 };
      return etag !== null && now() - since < MAX_REUSE_MS ? { etag, body } : null;
    },
    same(path, text) {
      const known = answers.get(path);
      return known !== undefined && known.text === text ? known.body : null;
    },
    set(path, { etag, body, text }) {
      remove(path);
      if (text.length > MAX_CHARACTERS) return;
      answers.set(path, { etag: etag === '' ? null : etag, body, text, since: now() });
      total += text.length;
      for (const oldest of answers.keys()) {
        if (answers.size <= MAX_ANSWERS && total <= MAX_CHARACTERS) return;
        remove(oldest);
      }
    },
  };
}
