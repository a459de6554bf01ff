import { HOUR_SECONDS } from '#src/chain/durations.ts';
import type { Alert } from './alert.ts';
import { kindOf } from './kinds/registry.ts';

/** Older events are counted but not announced: after a long downtime they are of no interest. */
export const STALE_AFTER_SECONDS = 6 * HOUR_SECONDS;

/** Returns when an alert that is still waiting expires, epoch ms. */
export function expiryOf(alert: Alert): number {
  const seconds = kindOf(alert).postableSeconds?.(alert) ?? STALE_AFTER_SECONDS;
  return (alert.occurredAt + seconds) * 1_000;
}
