import type { Mutant } from './mutants.ts';

/** What a switched source asks at each mutant, with its number: whether it is the mutant now. */
const SWITCH = 'globalThis.gavelIsMutant';

interface Numbered {
  readonly number: number;
  readonly mutant: Mutant;
}

/** The source from `start` to `end` with one mutant in it. */
function mutated(source: string, { start, end, text, what, whole }: Mutant): string {
  if (what === 'call') return 'undefined';
  return `${source.slice(whole.start, start)}${text}${source.slice(end, whole.end)}`;
}

function isWithin(inner: Mutant, outer: Mutant): boolean {
  return inner.whole.start >= outer.whole.start && inner.whole.end <= outer.whole.end;
}

/** The text from `from` to `to`, where the mutants are in the order of `ordered`. */
function written(source: string, from: number, to: number, mutants: readonly Numbered[]): string {
  let text = '';
  let at = from;
  let left = mutants;
  for (;;) {
    const [outer, ...rest] = left;
    if (outer === undefined) return text + source.slice(at, to);
    const { start, end } = outer.mutant.whole;
    const inner = rest.filter(({ mutant }) => isWithin(mutant, outer.mutant));
    const original = written(source, start, end, inner);
    text += `${source.slice(at, start)}(${SWITCH}(${outer.number}) ? (${mutated(source, outer.mutant)}) : (${original}))`;
    at = end;
    left = rest.slice(inner.length);
  }
}

/** The source with all mutants in it, of which the one is switched on for which `gavelIsMutant` returns true. */
export function withSwitches(source: string, mutants: readonly Numbered[]): string {
  const ordered = mutants.toSorted(
    (one, other) =>
      one.mutant.whole.start - other.mutant.whole.start || other.mutant.whole.end - one.mutant.whole.end,
  );
  return written(source, 0, source.length, ordered);
}
