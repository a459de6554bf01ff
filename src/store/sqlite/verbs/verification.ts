import type { Alert } from '../../../alerts/alert.ts';
import { kindOf } from '../../../alerts/kinds/registry.ts';
import type { Restoration } from '../../rows/restoration.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
/** By how much the marketplace's clock may be ahead of ours without an old event counting as new. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

/**
 * Decides which alerts need verification. A database restored from a backup does not contain what was posted after the
 * backup. Alerts that may have been posted then are searched for in their channel, by the reference in the message, before
 * they are posted, each in a message of its own.
 */
export interface Verification {
  /** Whether an alert ingested now may have been posted already. */
  needsVerification(alert: Alert): boolean;
  /** The earliest time at which its message may have been posted, epoch ms. @param occurredAt epoch seconds @param at epoch ms */
  searchFrom(occurredAt: number, at: number): number;
}

/**
 * Verification is needed for events before the database was restored, and for alerts dated with the time of their
 * announcement up to an hour later, since they could be posted again with a later time. For the same reason the search
 * starts an hour before the event. The result is always more than an hour ago, so that the nonce is not relied on: the alert
 * may have been part of another message.
 */
export function createVerification(restoration: Restoration | null): Verification {
  return {
    needsVerification(alert) {
      if (restoration === null) return false;
      const tolerance = kindOf(alert).isDatedWhenPosted?.(alert) ? HOUR_MS : CLOCK_TOLERANCE_MS;
      return alert.occurredAt * 1_000 <= restoration.restoredAt + tolerance;
    },
    searchFrom(occurredAt, at) {
      const earliest = Math.max(occurredAt * 1_000 - HOUR_MS, restoration?.backedUpAt ?? 0);
      return Math.min(earliest, at - HOUR_MS);
    },
  };
}
