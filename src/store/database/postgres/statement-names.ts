/** Statements with a name of their own, on each connection: the server keeps every one of them in memory. */
const MAX_NAMES = 300;
/** Texts of which it is known that they were seen once. */
const MAX_SEEN = 2_000;

/** A statement with the name exists already, or does not exist any more, on the connection to the server. */
const NAME_ERRORS: readonly string[] = ['42P05', '26000'];

/**
 * Names for statements that are run again and again, which the server then parses and plans once for each connection.
 */
export interface StatementNames {
  /** `undefined` for a text that runs without a name. */
  nameOf(text: string): string | undefined;
  /**
   * To be called with the code of every error. Some poolers hand one connection of theirs to another client after each
   * transaction, and forget the names; then no statement gets one any more. Returns whether the error was about a name.
   */
  isRefused(code: string | null): boolean;
}

export function createStatementNames(): StatementNames {
  const seen = new Set<string>();
  const names = new Map<string, string>();
  let isEnabled = true;

  return {
    nameOf(text) {
      if (!isEnabled) return undefined;
      const known = names.get(text);
      if (known !== undefined || names.size >= MAX_NAMES) return known;
      // Most statements with lists are seen once.
      if (!seen.has(text)) {
        if (seen.size < MAX_SEEN) seen.add(text);
        return undefined;
      }
      seen.delete(text);
      const name = `gavel_${names.size + 1}`;
      names.set(text, name);
      return name;
    },
    isRefused(code) {
      if (code === null || !NAME_ERRORS.includes(code)) return false;
      isEnabled = false;
      return true;
    },
  };
}
