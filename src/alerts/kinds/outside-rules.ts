import type { Description } from '../description.ts';
import type { AlertBase } from './alert-base.ts';
import type { Kind } from './kind.ts';

/** Returns what all kinds have in common that rules cannot select, and filters never see. */
export function outsideRules<A extends AlertBase>() {
  return {
    topics: [],
    usesFloor: false,
    tokens: () => [],
    parties: () => [],
    subjects: () => [],
    prices: () => [],
    pricePending: () => false,
    price: () => null,
    isDatedWhenPosted: () => true,
    withDetails: (alert: A) => alert,
    keepDetails: (alert: A) => alert,
  } satisfies Omit<Kind<A, Description>, 'kind' | 'schema' | 'describe'>;
}
