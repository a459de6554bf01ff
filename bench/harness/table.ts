import type { Goal } from './bench.ts';
import type { Summary } from './summary.ts';

const HEAD = ['figure', 'parameters', 'median', 'spread', 'goal', ''] as const;
/** Columns that are aligned to the right. */
const RIGHT_ALIGNED: ReadonlySet<number> = new Set([2, 3]);

/** Formats a number with three significant digits and grouped thousands: `0.0123`, `12.3`, `1 234`. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size === 0) return '0';
  const decimals = size >= 100 ? 0 : Math.min(6, 2 - Math.floor(Math.log10(size)));
  const fixed = Number.isInteger(value) ? String(value) : value.toFixed(decimals);
  const [whole = '', fraction] = fixed.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/gu, ' ');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function formatGoal(goal: Goal | null): string {
  if (goal === null) return '';
  return 'atMost' in goal ? `≤ ${formatNumber(goal.atMost)}` : `≥ ${formatNumber(goal.atLeast)}`;
}

function cells({ name, unit, parameters, value, spread, goal, met }: Summary): readonly string[] {
  return [
    name,
    Object.entries(parameters)
      .map(([key, one]) => `${key} ${typeof one === 'number' ? formatNumber(one) : one}`)
      .join(', '),
    `${formatNumber(value)} ${unit}`,
    spread.repeats > 1 ? `${formatNumber(spread.min)} – ${formatNumber(spread.max)}` : '',
    formatGoal(goal),
    met === null ? '' : met ? 'met' : 'MISSED',
  ];
}

/** A text table with a header and one line for each figure. */
export function table(summaries: readonly Summary[]): string {
  const rows = [HEAD, ...summaries.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return RIGHT_ALIGNED.has(column) ? cell.padStart(width) : cell.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
