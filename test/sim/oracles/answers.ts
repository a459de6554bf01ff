import type { Oracle } from './context.ts';

/** Discord takes an answer for so long, ms. */
const ANSWERED_WITHIN_MS = 3_000;

/** Every interaction is answered once; while nothing is wrong, none is left without an answer. */
export const answers: Oracle = ({ observation: { bots, disturbances, endedAt } }) =>
  [...(bots?.interactions ?? [])].flatMap(([id, { at, answers: times }]) => {
    const words = `the interaction ${id} at ${Math.round(at / 1_000)} s was answered ${times} times`;
    const isDisturbed = disturbances.some(({ from, to }) => from <= at + ANSWERED_WITHIN_MS && to >= at);
    const mayBeMissed = isDisturbed || at + ANSWERED_WITHIN_MS > endedAt;
    return times === 1 || (times === 0 && mayBeMissed) ? [] : [words];
  });
