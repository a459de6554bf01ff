import { numberFormat } from '#src/chain/number-format.ts';
import type { Chart } from '../chart.ts';
import type { ValueScale } from './value-scale.ts';

/** Longer labels use a shorter notation if there is one. */
const MAX_LENGTH = 8;
/** Maximum decimal places that `Intl` supports. */
const MAX_DECIMALS = 100;

type Numeric = `${number}`;
const isNumeric = (text: string): text is Numeric => /^-?\d+e-\d+$/.test(text);

/**
 * Formats the ticks of an axis with the language's numbers and without a unit: `0.05`, `12.5K`, `1E20`.
 * @param decimals decimal places of one coin; 0 for counts
 */
export function valueLabels(
  { ticks, step }: Pick<ValueScale, 'ticks' | 'step'>,
  decimals: number,
  language: string,
): readonly string[] {
  // Decimal places of the step: 0.05 has two.
  const zeros = step.toString().length - 1;
  const places = Math.min(MAX_DECIMALS, Math.max(0, decimals - zeros));
  const styles: readonly Intl.NumberFormatOptions[] = [
    { minimumFractionDigits: places, maximumFractionDigits: places },
    { notation: 'compact', maximumFractionDigits: 2 },
    { notation: 'scientific', maximumFractionDigits: 2 },
  ];
  const written = styles.map((style) =>
    ticks.map((tick) => {
      // Write `0` instead of `0E0`.
      if (tick === 0n && style.notation === 'scientific') return numberFormat(language, {}).format(0);
      const text = `${tick}e-${decimals}`;
      return numberFormat(language, style).format(isNumeric(text) ? text : tick);
    }),
  );
  const fits = (labels: readonly string[]): boolean =>
    new Set(labels).size === labels.length && labels.every(({ length }) => length <= MAX_LENGTH);
  const [, , scientific = []] = written;
  return written.find(fits) ?? scientific;
}

/** Returns the decimal places of the values of a chart. */
export const decimalsOf = (unit: Chart['unit'], decimals: number): number =>
  unit === 'count' ? 0 : decimals;
