import type { Random } from '../../sandbox/marketplace/random/random.ts';
import { pick } from '../../sandbox/marketplace/random/random.ts';
import { FIRST_STEP_AT, type History, type Step } from './history.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const GUESTS_SHARE = 0.15;
const TICKER_SHARE = 0.08;

const withSteps = (history: History, steps: readonly Step[]): History => ({
  ...history,
  steps: [...history.steps, ...steps].toSorted((one, other) => one.at - other.at),
});

/** A time at which something else happens, or soon after it. */
const someTime = (random: Random, { steps }: History): number =>
  Math.max(FIRST_STEP_AT, pick(random, steps).at) + random.below(5 * SECOND);

/** The history, or one in which other servers invite the bot; some remove it and invite it again. */
export function withSomeGuests(random: Random, history: History): History {
  if (!random.chance(GUESTS_SHARE)) return history;
  const guests = Array.from({ length: random.between(1, 4) }, (_, guest) => guest);
  const steps = guests.flatMap((guest): readonly Step[] => {
    const at = someTime(random, history);
    if (random.chance(0.6)) return [{ at, do: 'invite', guest }];
    const removedAt = at + random.between(1, 240) * SECOND;
    const again: Step = { at: removedAt + random.between(1, 120) * SECOND, do: 'invite', guest };
    return [
      { at, do: 'invite', guest },
      { at: removedAt, do: 'remove bot', guest },
      ...(random.chance(0.8) ? [again] : []),
    ];
  });
  return withSteps(history, steps);
}

const FLOORS = [50, 75, 100, 125, 480, 12_300] as const;

/** The history, or one with a ticker, whose floor changes more often than its channel may be renamed. */
export function withSomeTicker(random: Random, history: History): History {
  if (!random.chance(TICKER_SHARE)) return history;
  // Not the collection whose floor a rule announces, so that its alerts stay what they were.
  const announced = history.auctionRules?.find(({ floorAbove }) => floorAbove !== undefined)?.collection ?? 0;
  const collection = (announced + random.between(1, 3)) % 4;
  const lastAt = history.steps.at(-1)?.at ?? FIRST_STEP_AT;
  const floors = Array.from(
    { length: random.between(2, 7) },
    (): Step => ({
      at: random.between(FIRST_STEP_AT, lastAt),
      do: 'floor',
      collection,
      floor: pick(random, FLOORS),
      wrongForMs: random.chance(0.3) ? random.between(30, 240) * SECOND : null,
    }),
  );
  const setUp: Step = {
    at: FIRST_STEP_AT + random.below(2 * MINUTE),
    do: 'set up ticker',
    collection,
  };
  return withSteps(history, [setUp, ...floors]);
}
