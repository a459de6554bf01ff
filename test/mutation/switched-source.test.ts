import { afterEach, describe, expect, it } from 'vitest';
import { mutantsOf, mutate } from './mutants.ts';
import { withSwitches } from './switched-source.ts';

/** What a function with this text returns for each of some numbers. */
function resultsOf(source: string): readonly unknown[] {
  // oxlint-disable-next-line no-eval -- what the text computes is what is compared
  const run: unknown = globalThis.eval(source);
  return typeof run === 'function' ? [0, 1, 2, 5].map((a): unknown => run(a)) : [];
}

describe('a source with switches', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'gavelIsMutant');
  });

  it.each([
    '(a) => { if (a > 1 && a < 5) return 1; return 2; }',
    '(a) => { const all = [1]; if (a) all.push(a + 1); all.push(3); return all.length; }',
    '(a) => { return [a === 5, !true || a - 1 > 0 ? 7 : 8]; }',
    '(a) => { let b = 0; for (; b < a; ) { b += 1; } return `${b} of ${a}`; }',
  ])('computes what it did, or what the mutant does that is switched on: %s', (source) => {
    const mutants = mutantsOf('a.ts', source);
    const switched = withSwitches(
      source,
      mutants.map((mutant, number) => ({ mutant, number })),
    );
    let current = -1;
    Object.assign(globalThis, { gavelIsMutant: (number: number) => number === current });
    expect(resultsOf(switched)).toEqual(resultsOf(source));
    for (const [number, mutant] of mutants.entries()) {
      current = number;
      expect(resultsOf(switched)).toEqual(resultsOf(mutate(source, mutant)));
    }
  });
});
