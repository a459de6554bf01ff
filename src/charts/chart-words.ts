import { numberFormat } from '../chain/number-format.ts';
import { formatAmount } from '../chain/wei.ts';
import type { Messages } from '../messages/messages.ts';
import type { Chart } from './chart.ts';
import type { ChartStyle } from './chart-style.ts';

/** What the series of a chart are called. */
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

/** A value of the chart with its unit: `12.5 ETH`, `1,234`. */
export function valueText(
  value: bigint,
  { unit }: Pick<Chart, 'unit'>,
  { currency, language }: Pick<ChartStyle, 'currency' | 'language'>,
): string {
  if (unit === 'count') return numberFormat(language, {}).format(value);
  return formatAmount(value, currency, { language, currencyDisplay: 'short' }).trim();
}
