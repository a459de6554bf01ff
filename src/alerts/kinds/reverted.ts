import type { DescribeContext, Description, MarketDescription } from '../description.ts';
import type { AlertBase } from './alert-base.ts';
import { fact } from './facts.ts';

/**
 * Changes a description once the marketplace reverted the event; returns every other one unchanged. Prices of reverted
 * events do not count in the totals of a summary.
 */
export function withReversal<D extends Description>(
  alert: AlertBase,
  description: D,
  { messages }: DescribeContext,
): D | MarketDescription {
  if (alert.reverted !== true || description.layout !== 'any') return description;
  const { reverted } = messages.kinds;
  const { headline, label, facts, price } = description;
  const sign = '↩️';
  return {
    ...description,
    ...(description.sign === undefined ? {} : { sign }),
    colour: 'cancelled',
    group: { key: 'reverted', sign, countWords: reverted.events, pricesAddUp: false },
    label: reverted.label(label),
    headline: reverted.headline(headline),
    price: { ...price, amount: null },
    facts: [...fact('state', 'reverted', reverted.noLongerCounts), ...facts],
  };
}
