import type { Logger } from 'pino';

const QUIET_MS = 600_000;
const LONGEST_SAMPLE = 500;
/** More kinds of problem than there are means that somebody makes them up. */
const MOST_KINDS = 200;

/** Tells the operator of problems that would otherwise fill the log. */
export interface ProblemLog {
  /** Warns of `problem` at most once in ten minutes, with one sample and how many there were since the last. */
  report(problem: string, count: number, sample: unknown): void;
}

function sampleText(sample: unknown): string {
  try {
    return (JSON.stringify(sample) ?? String(sample)).slice(0, LONGEST_SAMPLE);
  } catch (error) {
    return `(cannot be written: ${String(error)})`;
  }
}

export function createProblemLog(deps: { log: Logger; now: () => number }): ProblemLog {
  const { log, now } = deps;
  const seen = new Map<string, { count: number; quietUntil: number }>();

  return {
    report(problem, count, sample) {
      if (!seen.has(problem) && seen.size >= MOST_KINDS) return;
      const past = seen.get(problem) ?? { count: 0, quietUntil: Number.NEGATIVE_INFINITY };
      const total = past.count + count;
      if (now() < past.quietUntil) {
        seen.set(problem, { count: total, quietUntil: past.quietUntil });
        return;
      }
      seen.set(problem, { count: 0, quietUntil: now() + QUIET_MS });
      log.warn(
        { problem, count: total, sample: sampleText(sample) },
        'The marketplace sent something unexpected.',
      );
    },
  };
}
