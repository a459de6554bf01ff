import { numberFormat } from '#src/chain/number-format.ts';
import { formatAmount, formatExact } from '#src/chain/wei.ts';
import type { Messages } from '#src/messages/messages.ts';
import type { Chart, ChartStyle } from './chart.ts';

/** Names of the series of a chart. */
export interface SeriesNames {
  readonly line: string;
  readonly dots: string;
  readonly bars: string;
  readonly mark: string;
}

export function seriesNames({ shows }: Pick<Chart, 'shows'>, { charts }: Messages): SeriesNames {
  const { line, dots, bars, mark } = charts;
  switch (shows) {
    case 'owners':
      return { line: line.owners, dots: dots.sales, bars, mark };
    case 'bids':
      return { line: line.bids, dots: dots.bids, bars, mark };
    case 'floor':
    case 'sales':
    case 'volume':
    case 'prices':
      return { line: line.floor, dots: dots.sales, bars, mark };
    default:
      return shows satisfies never;
  }
}

/** Number of digits of an amount, fewest first: `12.3K ETH`, `12,345 ETH`, `12345.678 ETH`. */
export const DIGITS = ['few', 'usual', 'all'] as const;
export type Digits = (typeof DIGITS)[number];

/** Formats a value of the chart with its unit: `12.5 ETH`, `1,234`. */
export function valueText(
  value: bigint,
  { unit }: Pick<Chart, 'unit'>,
  { currency, language }: Pick<ChartStyle, 'currency' | 'language'>,
  digits: Digits = 'few',
): string {
  if (unit === 'count') return numberFormat(language, {}).format(value);
  const write = digits === 'all' ? formatExact : formatAmount;
  const currencyDisplay = digits === 'few' ? 'short' : 'after';
  return write(value, currency, { language, currencyDisplay }).trim();
}
