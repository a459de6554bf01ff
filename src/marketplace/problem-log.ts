import type { Logger } from 'pino';

const QUIET_MS = 600_000;
const MAX_SAMPLE_LENGTH = 500;
/** Maximum kinds of problems, because a hostile server could cause any number. */
const MAX_KINDS = 200;

/** Rate-limited log of problems in answers. */
export interface ProblemLog {
  /** Logs `problem` at most once in ten minutes, with a sample and the count since the last warning. */
  report(problem: string, count: number, sample: unknown): void;
}

function sampleText(sample: unknown): string {
  try {
    return (JSON.stringify(sample) ?? String(sample)).slice(0, MAX_SAMPLE_LENGTH);
  } catch (error) {
    return `(cannot be written: ${String(error)})`;
  }
}

export function createProblemLog(deps: { log: Logger; now: () => number }): ProblemLog {
  const { log, now } = deps;
  const seen = new Map<string, { count: number; quietUntil: number }>();

  return {
    report(problem, count, sample) {
      if (!seen.has(problem) && seen.size >= MAX_KINDS) return;
      const past = seen.get(problem) ?? { count: 0, quietUntil: Number.NEGATIVE_INFINITY };
      const total = past.count + count;
      if (now() < past.quietUntil) {
        seen.set(problem, { count: total, quietUntil: past.quietUntil });
        return;
      }
      seen.set(problem, { count: 0, quietUntil: now() + QUIET_MS });
      log.warn({ problem, count: total, sample: sampleText(sample) }, 'unexpected data from the marketplace');
    },
  };
}
