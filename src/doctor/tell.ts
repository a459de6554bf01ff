import { type Check, shown } from './finding.ts';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Tells each finding as it comes, and a sum at the end. Answers whether nothing is wrong. */
export async function tell(check: Check, say: (line: string) => void): Promise<boolean> {
  const counts = { good: 0, warning: 0, bad: 0 };
  for await (const finding of check) {
    counts[finding.verdict] += 1;
    for (const line of shown(finding)) say(line);
  }
  const warnings =
    counts.warning === 0 ? '' : ` ${counted(counts.warning, 'thing is', 'things are')} worth a look (!).`;
  if (counts.bad === 0) say(`Nothing is wrong.${warnings}`);
  else
    say(
      `${counted(counts.bad, 'thing is', 'things are')} wrong (✗); what to do stands below each.${warnings}`,
    );
  return counts.bad === 0;
}
