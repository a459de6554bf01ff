import type { Alert } from '../../../domain/alert.ts';
import type { Restoration } from '../../rows/restoration.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
/** The marketplace's clock may be ahead of ours by so much without an old event passing for a new one. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;
/** Alerts that bear the time at which they are told: how soon an auction ends, up to an hour ahead, and notices. */
const TOLD_BY_THE_CLOCK: readonly Alert['kind'][] = ['auction_ending', 'notice'];

/**
 * What a database that was restored from a backup cannot know: whether an alert was told after the backup was made.
 * Such an alert is looked up in its channel before it is told, by itself, by the reference that its message shows.
 */
export interface Doubt {
  /** Whether an alert that comes in now may have been told already. */
  isOf(alert: Pick<Alert, 'kind' | 'occurredAt'>): boolean;
  /** From when on (epoch ms) a message about it may be there. @param occurredAt epoch seconds @param at epoch ms */
  lookFrom(occurredAt: number, at: number): number;
}

/**
 * In doubt is what happened before the database was restored, and what the clock tells within an hour after it, which could
 * be told again with a later time. For the same reason a message is looked for from an hour before its event. It is
 * always more than an hour ago, so that its nonce is not relied on: the message may have been another one, with several
 * alerts.
 */
export function createDoubt(restoration: Restoration | null): Doubt {
  return {
    isOf({ kind, occurredAt }) {
      if (restoration === null) return false;
      const tolerance = TOLD_BY_THE_CLOCK.includes(kind) ? HOUR_MS : CLOCK_TOLERANCE_MS;
      return occurredAt * 1_000 <= restoration.restoredAt + tolerance;
    },
    lookFrom(occurredAt, at) {
      const earliest = Math.max(occurredAt * 1_000 - HOUR_MS, restoration?.backedUpAt ?? 0);
      return Math.min(earliest, at - HOUR_MS);
    },
  };
}
