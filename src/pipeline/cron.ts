import { createTask } from 'node-cron';
import type { Clock } from './ports.ts';

const SECOND_MS = 1_000;
/** Times that came while the process could do nothing are made up for by one run; older ones are left out. */
const LONGEST_LOOK_BACK_MS = 60_000;

/**
 * Runs `work` at the times of a cron expression of six fields, one run at a time; a time that comes while it runs is left out.
 * The expression is held against the clock every second. node-cron's own timer would plan one time ahead, and sleep for hours
 * once a clock had leapt ahead and come back.
 * @param options.spreadMs each run begins at random so much later, so that many bots do not ask in the same instant
 * @param options.work never rejects
 */
export async function runByCron(options: {
  readonly expression: string;
  readonly spreadMs: number;
  readonly work: () => Promise<void>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { expression, spreadMs, work, clock, random, signal } = options;
  const plan = createTask(expression, () => undefined);
  const secondOf = (ms: number) => Math.floor(ms / SECOND_MS) * SECOND_MS;

  /** Whether a time of the plan lies after `from` and not after `to`, both whole seconds. */
  function isDue(from: number, to: number): boolean {
    for (let at = Math.max(from, to - LONGEST_LOOK_BACK_MS) + SECOND_MS; at <= to; at += SECOND_MS) {
      if (plan.match(new Date(at))) return true;
    }
    return false;
  }

  let seen = secondOf(clock.now());
  while (!signal.aborted) {
    await clock.sleep(SECOND_MS - (clock.now() % SECOND_MS), signal);
    const now = secondOf(clock.now());
    const due = isDue(seen, now);
    seen = now;
    if (!due || signal.aborted) continue;
    await clock.sleep(Math.floor(random() * spreadMs), signal);
    if (signal.aborted) return;
    await work();
    seen = secondOf(clock.now());
  }
}
