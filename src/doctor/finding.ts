/** What the doctor found out about one thing. */
export interface Finding {
  /** `warning`: the bot works, but somebody should know. */
  readonly verdict: 'good' | 'warning' | 'bad';
  /** One plain sentence. */
  readonly says: string;
  /** What the operator does about it; `null` where nothing is to be done. */
  readonly remedy: string | null;
  /** More, a line each. */
  readonly details: readonly string[];
}

/** Findings as they come, and at the end what later checks build upon. */
export type Check<T = void> = AsyncGenerator<Finding, T>;

const SIGNS = { good: '✓', warning: '!', bad: '✗' } as const;

export const good = (says: string, details: readonly string[] = []): Finding => ({
  verdict: 'good',
  says,
  remedy: null,
  details,
});

export const warning = (says: string, remedy: string, details: readonly string[] = []): Finding => ({
  verdict: 'warning',
  says,
  remedy,
  details,
});

export const bad = (says: string, remedy: string, details: readonly string[] = []): Finding => ({
  verdict: 'bad',
  says,
  remedy,
  details,
});

/** A finding as the terminal shows it, a line each. */
export function shown({ verdict, says, remedy, details }: Finding): readonly string[] {
  return [
    `${SIGNS[verdict]} ${says}`,
    ...details.map((line) => `    ${line}`),
    ...(remedy === null ? [] : [`  → ${remedy}`]),
  ];
}

/**
 * Looks on where a check itself fails, so that one surprise does not hide the rest.
 * @param what is looked at, as the beginning of a sentence
 */
export async function* attempt<T>(what: string, check: Check<T>): Check<T | null> {
  try {
    return yield* check;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    yield bad(
      `${what} could not be looked at: ${reason}`,
      'Mend that, or report it as a mistake of the doctor.',
    );
    return null;
  }
}
