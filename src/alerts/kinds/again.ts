import type { DescribeContext, Description, MarketDescription } from '../description.ts';
import type { AlertBase } from './alert-base.ts';
import { fact } from './facts.ts';

/**
 * The sign of an alert that was posted again. The ledger checks read it, so that what was asked for does not count as
 * posted twice.
 */
const SIGN = '🔁';
const PREFIX = 'again:';

/** How often one alert can be posted again in a channel. */
export const MAX_AGAIN = 9;

/** Returns the key of the alert as it was posted first. */
export function firstKey(key: string): string {
  return key.startsWith(PREFIX) ? key.slice(key.indexOf(':', PREFIX.length) + 1) : key;
}

/**
 * Returns the key under which an alert is posted again for the `times`th time. Nonce and delivery mark follow from the
 * key, so each has its own.
 */
export const againKey = (key: string, times: number): string => `${PREFIX}${times}:${firstKey(key)}`;

/** Says in a description that the alert was posted again; returns every other one unchanged. */
export function withAgain<D extends Description>(
  alert: AlertBase,
  description: D,
  { messages }: DescribeContext,
): D | MarketDescription {
  if (alert.again !== true || description.layout !== 'any') return description;
  const { again } = messages.kinds;
  return {
    ...description,
    group: { key: 'again', sign: SIGN, countWords: again.alerts, pricesAddUp: false },
    facts: [...fact('state', 'again', again.asked(SIGN)), ...description.facts],
  };
}
