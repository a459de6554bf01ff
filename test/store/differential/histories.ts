import * as fc from 'fast-check';
import type { BothKinds } from '../database/each-database.ts';
import { FEED_STEPS } from './feed-steps.ts';
import { LOOK_STEPS } from './look-steps.ts';
import type { Method } from './method.ts';
import { createPair, type Pair } from './pair.ts';
import { QUEUE_STEPS } from './queue-steps.ts';
import { RULE_STEPS } from './rule-steps.ts';
import { commandOf } from './step.ts';

/** How many histories, of how many steps at most. */
export interface Histories {
  readonly runs: number;
  readonly steps: number;
  /** What is done to the databases of a history before it begins. */
  readonly prepare?: (urls: Pair['urls']) => Disposable;
}

const STEPS = [...FEED_STEPS, ...QUEUE_STEPS, ...RULE_STEPS, ...LOOK_STEPS].map(commandOf);

/**
 * Lets both databases and the model live through random histories.
 * @returns what fast-check found, and how often each method was called
 */
export async function runHistories(
  kinds: BothKinds,
  { runs, steps, prepare }: Histories,
  options: fc.Parameters<unknown> = {},
): Promise<{ readonly details: fc.RunDetails<unknown>; readonly counts: ReadonlyMap<Method, number> }> {
  const counts = new Map<Method, number>();
  const property = fc.asyncProperty(
    fc.commands(STEPS, { maxCommands: steps, size: 'max' }),
    async (commands) => {
      await using pair = await createPair(kinds, counts, prepare);
      await fc.asyncModelRun(() => ({ model: {}, real: pair }), commands);
    },
  );
  return { details: await fc.check(property, { numRuns: runs, ...options }), counts };
}

/** @throws Error with the shortest history that was found and the difference */
export function requireSame(details: fc.RunDetails<unknown>): void {
  if (details.failed) throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
}
