/** Maximum named statements per connection, because the server keeps each of them in memory. */
const MAX_NAMES = 300;
/** Maximum statement texts that are remembered after their first use. */
const MAX_SEEN = 2_000;

/** Codes for a statement whose name already exists, or no longer exists, on the connection to the server. */
const NAME_ERRORS: readonly string[] = ['42P05', '26000'];

/** Names frequent statements, which the server then parses and plans only once per connection. */
export interface StatementNames {
  /** Returns the name for a text; `undefined` for a text that runs without one. */
  nameOf(text: string): string | undefined;
  /**
   * Returns whether the error was about a name. Call this with the code of every error. Some poolers assign their
   * connections to other clients after each transaction and lose the names; statements then get no names any more.
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
      // Most statements with lists are used only once.
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
