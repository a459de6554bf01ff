import type { Alert } from './alert.ts';

/** One alert and the channels that are to have it. */
export interface AddressedAlert {
  readonly alert: Alert;
  readonly channelIds: readonly string[];
}

/** A stretch of the feed that could not be read: whatever happened in it was missed. */
export interface FeedGap {
  /** Epoch ms. */
  readonly noticedAt: number;
  /** Time of the oldest record that could still be read, epoch seconds; the gap lies before it. */
  readonly oldestReadAt: number | null;
}

/** How much of the feed is remembered. */
export type FeedMemory = 'blank' | 'empty' | 'filled';

/** What one look at the feed found, to be written in one transaction. */
export interface Intake {
  /** Epoch ms. */
  readonly at: number;
  /** Keys of every record that was read and not known before. */
  readonly seen: readonly string[];
  readonly alerts: readonly AddressedAlert[];
  readonly gap: FeedGap | null;
  /**
   * The first look decides it: what happened at that time or before, by the feed's own clock, is history even when a
   * later look shows it for the first time. Epoch seconds; `null` in every later intake.
   */
  readonly newsAfter: number | null;
}
