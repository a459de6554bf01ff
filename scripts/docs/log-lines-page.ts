import { EXPLAINED_LEVELS, type LogCall } from './log-calls.ts';
import type { LogExplanation } from './log-explanations.ts';
import { inlineCode, table } from './table.ts';

const HEAD = `# Log lines

What the bot logs at \`warn\` and above, what each line means, and what you can do. \`…\` stands for a variable part.
Details are in the other fields of a line; \`err\` is the error that caused it. How to read the log:
[monitoring](monitoring.md#logs).

This page is written by \`npm run docs\` from the source and \`scripts/docs/log-explanations.ts\`.`;

/** Levels as pino writes them. */
const NUMBERS = { fatal: 60, error: 50, warn: 40 };

/** Not a literal in the source, so it has no text of its own. */
const shown = (message: string): string =>
  message === 'error.message' ? '*the reason, as a sentence*' : inlineCode(message);

/**
 * The page about the log lines, as Markdown.
 * @throws Error for a message without explanation
 */
export function logLinesPage(
  calls: readonly LogCall[],
  explanations: Readonly<Record<string, LogExplanation>>,
): string {
  const sections = EXPLAINED_LEVELS.map((level) => {
    const messages = new Set(calls.filter((call) => call.level === level).map(({ message }) => message));
    const rows = [...messages]
      .toSorted((a, b) => a.localeCompare(b, 'en'))
      .map((message) => {
        const explanation = explanations[message];
        if (explanation === undefined)
          throw new Error(
            `scripts/docs/log-explanations.ts does not explain “${message}”, logged at ${level}.`,
          );
        return [shown(message), explanation.meaning, explanation.remedy];
      });
    return `## ${level} (${NUMBERS[level]})\n\n${table(['message', 'meaning', 'remedy'], rows)}`;
  });
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}
