import type { Goal } from './bench.ts';
import type { Summary } from './summary.ts';

const HEAD = ['figure', 'parameters', 'median', 'spread', 'goal', ''] as const;
/** Columns of numbers stand to the right. */
const TO_THE_RIGHT: ReadonlySet<number> = new Set([2, 3]);

/** Three figures that mean something, with thousands apart: `0.0123`, `12.3`, `1 234`. */
export function shownNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size === 0) return '0';
  const decimals = size >= 100 ? 0 : Math.min(6, 2 - Math.floor(Math.log10(size)));
  const fixed = Number.isInteger(value) ? String(value) : value.toFixed(decimals);
  const [whole = '', fraction] = fixed.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/gu, ' ');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function shownGoal(goal: Goal | null): string {
  if (goal === null) return '';
  return 'atMost' in goal ? `≤ ${shownNumber(goal.atMost)}` : `≥ ${shownNumber(goal.atLeast)}`;
}

function cells({ name, unit, parameters, value, spread, goal, met }: Summary): readonly string[] {
  return [
    name,
    Object.entries(parameters)
      .map(([key, one]) => `${key} ${typeof one === 'number' ? shownNumber(one) : one}`)
      .join(', '),
    `${shownNumber(value)} ${unit}`,
    spread.repeats > 1 ? `${shownNumber(spread.min)} – ${shownNumber(spread.max)}` : '',
    shownGoal(goal),
    met === null ? '' : met ? 'met' : 'MISSED',
  ];
}

/** One line for each figure, under a head; columns are as wide as they must be. */
export function table(summaries: readonly Summary[]): string {
  const rows = [HEAD, ...summaries.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return TO_THE_RIGHT.has(column) ? cell.padStart(width) : cell.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
