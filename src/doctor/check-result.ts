import type { SubscribedChannel } from '#src/store/database/sqlite/examine.ts';

const pluralise = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** Prints each result as it arrives, and a summary at the end. Resolves to whether there are no problems. */
export async function printResults(check: Check, printLine: (line: string) => void): Promise<boolean> {
  const counts = { good: 0, warning: 0, bad: 0 };
  for await (const result of check) {
    counts[result.verdict] += 1;
    for (const line of formatResult(result)) printLine(line);
  }
  const warnings =
    counts.warning === 0
      ? ''
      : ` ${pluralise(counts.warning, 'thing is', 'things are')} to be looked at (!).`;
  if (counts.bad === 0) printLine(`Nothing is wrong.${warnings}`);
  else
    printLine(
      `${pluralise(counts.bad, 'thing is', 'things are')} wrong (✗); the remedy is below each.${warnings}`,
    );
  return counts.bad === 0;
}

/** Facts about the database that later checks need. */
export interface KnownDatabase {
  /** Whether a bot is using it. */
  readonly running: boolean;
  /** Channels with active rules; `null` if they cannot be read. */
  readonly channels: readonly SubscribedChannel[] | null;
}

/** Result of one check. */
export interface CheckResult {
  /** `warning`: the bot works, but the operator should know. */
  readonly verdict: 'good' | 'warning' | 'bad';
  /** One plain sentence. */
  readonly message: string;
  /** What the operator can do; `null` if nothing is necessary. */
  readonly remedy: string | null;
  /** Details, one line each. */
  readonly details: readonly string[];
}

/** Yields results, and returns facts for later checks. */
export type Check<T = void> = AsyncGenerator<CheckResult, T>;

const SIGNS = { good: '✓', warning: '!', bad: '✗' } as const;

export const good = (message: string, details: readonly string[] = []): CheckResult => ({
  verdict: 'good',
  message,
  remedy: null,
  details,
});

export const warning = (message: string, remedy: string, details: readonly string[] = []): CheckResult => ({
  verdict: 'warning',
  message,
  remedy,
  details,
});

export const bad = (message: string, remedy: string, details: readonly string[] = []): CheckResult => ({
  verdict: 'bad',
  message,
  remedy,
  details,
});

/** Formats a result for the terminal. */
function formatResult({ verdict, message, remedy, details }: CheckResult): readonly string[] {
  return [
    `${SIGNS[verdict]} ${message}`,
    ...details.map((line) => `    ${line}`),
    ...(remedy === null ? [] : [`  → ${remedy}`]),
  ];
}

/**
 * Reports an error of the check itself as a result, so that the other checks still run.
 * @param what subject of the check, as the beginning of a sentence
 */
export async function* runCheck<T>(what: string, check: Check<T>): Check<T | null> {
  try {
    return yield* check;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    yield bad(`${what} could not be checked: ${reason}`, 'Fix that, or report it as a bug of the doctor.');
    return null;
  }
}
