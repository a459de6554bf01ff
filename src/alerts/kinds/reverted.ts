import type { DescribeContext, Description, MarketDescription } from '../description.ts';
import type { AlertBase } from './alert-base.ts';
import { fact } from './facts.ts';

/**
 * What an alert shows once the marketplace took its event back; unchanged for every other alert. Prices of reverted
 * events add nothing to the totals of a summary.
 */
export function withReversal<D extends Description>(
  alert: AlertBase,
  description: D,
  { messages }: DescribeContext,
): D | MarketDescription {
  if (alert.reverted !== true || description.layout !== 'any') return description;
  const { reverted } = messages.kinds;
  const { headline, label, facts, price } = description;
  return {
    ...description,
    colour: 'cancelled',
    group: { key: 'reverted', sign: '↩️', countWords: reverted.events, pricesAddUp: false },
    label: reverted.label(label),
    headline: reverted.headline(headline),
    price: { ...price, amount: null },
    facts: [...fact('state', 'reverted', reverted.noLongerCounts), ...facts],
  };
}
