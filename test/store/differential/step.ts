import * as fc from 'fast-check';
import type { Call, Pair, View } from './pair.ts';

/** What happens next in a history. The calls depend on what there is by then; none when it is impossible. */
export interface Step {
  readonly label: string;
  /** Time that passes before, ms. */
  readonly waitMs?: number;
  calls(view: View): readonly Call[];
}

/** Random arguments, and the calls that follow from them. */
export function stepOf<T>(
  name: string,
  given: fc.Arbitrary<T>,
  calls: (given: T, view: View) => readonly Call[],
): fc.Arbitrary<Step> {
  return given.map((arguments_) => ({
    label: `${name} ${fc.stringify(arguments_)}`,
    calls: (view) => calls(arguments_, view),
  }));
}

/** A step as a command of fast-check. The model is part of the pair. */
class StepCommand implements fc.AsyncCommand<object, Pair> {
  readonly #step: Step;

  constructor(step: Step) {
    this.#step = step;
  }

  check(): boolean {
    return true;
  }

  async run(_model: object, pair: Pair): Promise<void> {
    pair.advance(this.#step.waitMs ?? 0);
    for (const call of this.#step.calls(pair.view())) await pair.call(call);
  }

  toString(): string {
    return this.#step.label;
  }
}

export const commandOf = (step: fc.Arbitrary<Step>): fc.Arbitrary<fc.AsyncCommand<object, Pair>> =>
  step.map((one) => new StepCommand(one));
