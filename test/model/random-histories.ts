import fc from 'fast-check';
import { INITIAL, type ModelState, type Rule, type Step, stepsOf } from './delivery-model.ts';
import { createReplay, isRepeatable } from './replay.ts';
import { isSettled } from './search.ts';

/** More steps without a fault than any message needs. */
const ENOUGH = 200;
/** The order within a state is the model's, so a choice is a number. One of three is a fault. */
const anyChoices = fc.array(
  fc.record({ isFault: fc.nat(2).map((one) => one === 0), number: fc.nat(1_000) }),
  {
    minLength: 10,
    maxLength: 40,
    size: 'max',
  },
);

type Keeps = (rule: Rule) => boolean;

/** A path through the model that the replay can repeat, up to the end of its message. */
function anyHistory(keeps: Keeps): fc.Arbitrary<readonly Step[]> {
  const stepsIn = (state: ModelState): readonly Step[] => stepsOf(state, keeps).filter(isRepeatable);

  function settlingSteps(from: ModelState): readonly Step[] {
    const steps: Step[] = [];
    for (let state = from; !isSettled(state) && steps.length < ENOUGH; ) {
      const step = stepsIn(state).find(({ isFault }) => !isFault);
      if (step === undefined) break;
      steps.push(step);
      state = step.next;
    }
    return steps;
  }

  return anyChoices.map((choices) => {
    const steps: Step[] = [];
    let state = INITIAL;
    for (const { isFault, number } of choices) {
      const possible = stepsIn(state);
      const wanted = possible.filter((step) => step.isFault === isFault);
      const step = wanted[number % wanted.length] ?? possible[number % possible.length];
      if (step === undefined) break;
      steps.push(step);
      state = step.next;
    }
    return [...steps, ...settlingSteps(state)];
  });
}

/** What happened in replayed histories. */
interface Replayed {
  /** Kinds of steps, by name. */
  readonly steps: ReadonlySet<string>;
  /** Histories at whose end the message was settled. */
  readonly settled: number;
}

/**
 * Replays random histories of the model with two real senders. Rejects with the first step after which they differ.
 * @param options.keeps whether the model follows a rule; by default it follows all. `seed`: of the histories, that of all
 * property tests by default
 */
export async function replayRandomHistories(
  numRuns: number,
  { keeps = () => true, seed }: { readonly keeps?: Keeps; readonly seed?: number } = {},
): Promise<Replayed> {
  await using replay = await createReplay();
  const steps = new Set<string>();
  let settled = 0;
  await fc.assert(
    fc.asyncProperty(anyHistory(keeps), async (history) => {
      await replay.repeat(history);
      for (const step of history) steps.add(step.what);
      const end = history.at(-1)?.next;
      if (end !== undefined && isSettled(end)) settled += 1;
    }),
    // The bots of a history that differs go on, so a shorter one cannot be looked for.
    { numRuns, endOnFailure: true, ...(seed === undefined ? {} : { seed }) },
  );
  return { steps, settled };
}
