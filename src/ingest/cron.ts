import { createTask } from 'node-cron';
import type { Clock } from '#src/chain/clock.ts';

const SECOND_MS = 1_000;
/** Times missed while the process was blocked lead to one run; older ones are skipped. */
const MAX_CATCH_UP_MS = 60_000;
/** Longest sleep. It limits how long a change of the system clock stays unnoticed. */
const MAX_SLEEP_MS = 10 * SECOND_MS;

/**
 * Runs `work` at the times of a cron expression of six fields, one run at a time; times during a run are skipped.
 * It looks at most ten seconds ahead. node-cron's own timer plans one time ahead and would sleep for hours if the clock
 * was set ahead and back.
 * @param options.spreadMs maximum random delay of each run, so that many bots do not send requests at the same moment
 * @param options.work must never reject
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

  /** Returns whether the expression matches a second after `from` and up to `to`, both epoch ms at whole seconds. */
  function isDue(from: number, to: number): boolean {
    for (let at = Math.max(from, to - MAX_CATCH_UP_MS) + SECOND_MS; at <= to; at += SECOND_MS) {
      if (plan.match(new Date(at))) return true;
    }
    return false;
  }

  /** Returns the first matching second after `from`, or the last one that a sleep may reach. */
  function nextAfter(from: number): { readonly at: number; readonly matches: boolean } {
    const last = from + MAX_SLEEP_MS;
    for (let at = from + SECOND_MS; ; at += SECOND_MS) {
      const matches = plan.match(new Date(at));
      if (matches || at >= last) return { at, matches };
    }
  }

  let seen = secondOf(clock.now());
  while (!signal.aborted) {
    const next = nextAfter(seen);
    await clock.sleep(Math.min(next.at - clock.now(), MAX_SLEEP_MS), signal);
    const now = secondOf(clock.now());
    // `matches` covers only the target second, so a late wake-up checks the seconds before it too.
    const due = now === next.at ? next.matches : isDue(seen, now);
    seen = now;
    if (!due || signal.aborted) continue;
    await clock.sleep(Math.floor(random() * spreadMs), signal);
    if (signal.aborted) return;
    await work();
    seen = secondOf(clock.now());
  }
}
