/** The log of one history: a line for everything that happened, the same for the same seed. */
export interface HistoryLog {
  add(line: string): void;
  readonly isKept: boolean;
  text(): string;
}

/**
 * @param now ms since the start of the history
 * @param isKept whether anybody is to read it; otherwise it stays empty
 */
export function createHistoryLog(now: () => number, isKept: boolean): HistoryLog {
  const lines: string[] = [];
  return {
    isKept,
    add: (line) => {
      if (isKept) lines.push(`${(now() / 1_000).toFixed(3).padStart(9)}  ${line}`);
    },
    text: () => `${lines.join('\n')}\n`,
  };
}
