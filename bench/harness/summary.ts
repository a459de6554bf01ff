import type { Figure, Goal } from './bench.ts';
import { median } from './statistics.ts';

/** A figure over all its repeats. */
export interface Summary {
  readonly name: string;
  readonly unit: string;
  readonly parameters: Figure['parameters'];
  /** The median. */
  readonly value: number;
  readonly spread: { readonly min: number; readonly max: number; readonly repeats: number };
  readonly goal: Goal | null;
  /** `null` without a goal. */
  readonly met: boolean | null;
}

function reaches(value: number, goal: Goal): boolean {
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
}

function summaryOf(first: Figure, repeats: readonly Figure[]): Summary {
  const values = repeats.map(({ value }) => value);
  const value = median(values);
  const goal = first.goal ?? null;
  return {
    name: first.name,
    unit: first.unit,
    parameters: first.parameters,
    value,
    spread: { min: Math.min(...values), max: Math.max(...values), repeats: values.length },
    goal,
    met: goal === null ? null : reaches(value, goal),
  };
}

/** Combines repeats with the same name, unit and parameters, in the order of their first measurement. */
export function summarise(figures: readonly Figure[]): readonly Summary[] {
  const groups = Map.groupBy(figures, ({ name, unit, parameters }) =>
    JSON.stringify([name, unit, parameters]),
  );
  return [...groups.values()].flatMap((repeats) => {
    const [first] = repeats;
    return first === undefined ? [] : [summaryOf(first, repeats)];
  });
}
