import type { Random } from '../../sandbox/marketplace/random/random.ts';
import { FIRST_STEP_AT, type History, type Step } from './history.ts';

/** Events back from the newest about which the command is asked. */
const MAX_BACK = 30;

/** The history with questions why, at any time between its first and its last step. */
export function withWhy(random: Random, history: History): History {
  const lastAt = history.steps.at(-1)?.at ?? FIRST_STEP_AT;
  const channels = history.channels + (history.auctionRules?.length ?? 0);
  const steps = Array.from(
    { length: random.between(3, 6) },
    (): Step => ({
      at: random.between(FIRST_STEP_AT, lastAt),
      do: 'ask why',
      channel: random.below(channels),
      back: random.chance(0.5) ? 0 : random.below(MAX_BACK),
    }),
  );
  return { ...history, steps: [...history.steps, ...steps].toSorted((one, other) => one.at - other.at) };
}
