import { type Check, formatResult } from './check-result.ts';

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
