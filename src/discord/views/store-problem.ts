import type { Messages } from '#src/messages/messages.ts';
import type { StoreProblem } from '#src/store/model/health.ts';

/** Explains why nothing new is posted although the marketplace and Discord work; `null` without a problem. */
export function storeProblemText(problem: StoreProblem | null, { status }: Messages): string | null {
  if (problem === null) return null;
  if (problem === 'file lost') return status.databaseFileLost;
  const reasons: Readonly<Record<typeof problem, string>> = {
    'disk full': status.diskFull,
    locked: status.databaseLocked,
    'not writable': status.databaseNotWritable,
  };
  return status.storeProblem(reasons[problem]);
}
