import type { Machine } from './machine.ts';
import type { Summary } from './summary.ts';

/** One figure as a line of JSON. */
export function jsonLine(bench: string, summary: Summary, machine: Machine): string {
  const { name, value, unit, parameters, spread, goal, met } = summary;
  return JSON.stringify({ bench, name, value, unit, parameters, spread, goal, met, machine });
}
