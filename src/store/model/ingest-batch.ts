import type { Alert } from '#src/alerts/alert.ts';
import type { TrackedAuction } from '#src/alerts/auctions/tracked-auction.ts';
import type { Burn } from '#src/alerts/burn.ts';
import type { NewFeedRecord } from '#src/alerts/feed-record.ts';
import type { FloorState } from '#src/alerts/kinds/floor/state.ts';
import type { Trade } from '#src/alerts/trade.ts';
import type { UnreadCounts } from '#src/alerts/unread-reason.ts';
import type { Address } from '#src/chain/address.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { DetectedEvent } from './detected-event.ts';
import type { LiveState } from './live-state.ts';
import type { Recipient, SilencedRecipient } from './recipient.ts';
import type { RevisedAlert, Undecided } from './undecided.ts';

/** One alert and the channels that receive it. */
export interface AddressedAlert {
  readonly alert: Alert;
  readonly channels: readonly Recipient[];
  /** Channels for which a silence leaves it out. */
  readonly silenced?: readonly SilencedRecipient[];
  /** Set if some rule cannot be decided yet. */
  readonly undecided?: Undecided | null;
}

/** A part of the feed that could not be read; its events were missed. */
export interface FeedGap {
  /** Epoch ms. */
  readonly noticedAt: number;
  /** Time of the oldest record that could be read, epoch seconds; the gap is before it. */
  readonly oldestReadAt: number | null;
}

/** Returns the end of the last gap in a period, epoch seconds, before which records are missing; `null` for none. */
export function missedBefore(
  gaps: readonly FeedGap[],
  { from, to }: { readonly from: number; readonly to: number },
): number | null {
  const ends = gaps.flatMap(({ oldestReadAt }) =>
    oldestReadAt !== null && oldestReadAt > from && oldestReadAt <= to ? [oldestReadAt] : [],
  );
  return ends.length === 0 ? null : Math.max(...ends);
}

/** `blank`: the feed was never read. `empty`: it was, but no records are stored. */
export type FeedState = 'blank' | 'empty' | 'filled';

/** Number of new records, and how many of them were unreadable. */
export interface RecordCounts {
  readonly records: number;
  readonly unread: UnreadCounts;
}

/** Result of one poll of the feed, saved in one transaction. */
export interface FeedBatch {
  /** Epoch ms. */
  readonly at: number;
  /** Keys of all records that were not known before. */
  readonly seen: readonly string[];
  readonly alerts: readonly AddressedAlert[];
  /** All events, posted or not. */
  readonly detected?: readonly DetectedEvent[];
  /** New records in chronological order, stored because the marketplace may change them later. */
  readonly records?: readonly NewFeedRecord[];
  /** Known records that were shown again with new or changed values. */
  readonly changedRecords?: readonly { readonly id: number; readonly activity: Activity }[];
  /** Alerts changed by these records. */
  readonly revised?: readonly RevisedAlert[];
  /** New states for live messages; saved after the alerts, so that the new messages show them too. */
  readonly topics: readonly LiveState[];
  /** Trades to save, whether or not they are posted. */
  readonly trades: readonly Trade[];
  /** Saved trades with new or changed values. */
  readonly correctedTrades?: readonly Trade[];
  /** Keys of saved trades whose records were reverted. */
  readonly revokedTrades?: readonly string[];
  /** Burns to save, whether or not they are posted, except those with a known key. */
  readonly burns?: readonly Burn[];
  /** Keys of saved burns to remove first, because their records were reverted or changed. */
  readonly removedBurns?: readonly string[];
  readonly counts?: RecordCounts;
  readonly gap: FeedGap | null;
  /**
   * Set by the first poll: events at or before this time, by the feed's own clock, are history even if a later poll
   * shows them for the first time. Epoch seconds; `null` in every later poll.
   */
  readonly newRecordsAfter: number | null;
}

/** State of a rule for the floor of a collection. */
export interface KnownFloor {
  readonly subscriptionId: number;
  readonly collection: Address;
  readonly state: FloorState;
}

/** Changes of one floor reading, saved in one transaction. */
export interface FloorBatch {
  /** Epoch ms. */
  readonly at: number;
  readonly states: readonly KnownFloor[];
  /** Alerts, each made for one rule. */
  readonly alerts: readonly AddressedAlert[];
}

/** Result of one poll of the auctions, or a part of it, saved in one transaction. */
export interface AuctionBatch {
  /** Epoch ms. */
  readonly at: number;
  /** Whether this was the first poll, so that events are reported from the next poll on. */
  readonly baseline: boolean;
  /** Whether further parts of the poll follow; the first poll only ends with its last part. */
  readonly isPart?: boolean;
  /** New or changed auctions. */
  readonly tracked: readonly TrackedAuction[];
  /** Ids of auctions that are no longer tracked. */
  readonly dropped: readonly string[];
  readonly alerts: readonly AddressedAlert[];
  /** All events, posted or not. */
  readonly detected?: readonly DetectedEvent[];
  readonly topics: readonly LiveState[];
}

/** Reports alerts whose deliveries were committed to the outbox. */
export interface AlertsDue {
  readonly type: 'due';
  readonly alerts: readonly AddressedAlert[];
}
