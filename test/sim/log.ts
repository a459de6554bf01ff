/** The log of one history: a line for everything that happened, the same for the same seed. */
export interface HistoryLog {
  add(line: string): void;
  readonly lines: readonly string[];
  text(): string;
}

/** @param now ms since the start of the history */
export function createHistoryLog(now: () => number): HistoryLog {
  const lines: string[] = [];
  return {
    lines,
    add: (line) => void lines.push(`${(now() / 1_000).toFixed(3).padStart(9)}  ${line}`),
    text: () => `${lines.join('\n')}\n`,
  };
}
