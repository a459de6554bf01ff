import type { Activity } from './activity.ts';
import type { Alert } from './alert.ts';
import type { NewFeedRecord } from './feed-record.ts';
import type { Topic } from './topic.ts';
import type { TrackedAuction } from './tracked-auction.ts';
import type { Trade } from './trade.ts';
import type { RevisedAlert, Undecided } from './undecided.ts';

/** A channel that is to have an alert. */
export interface Addressee {
  readonly channelId: string;
  /** The rules that asked for it. */
  readonly subscriptionIds: readonly number[];
  /** A channel that shows the alert's topic already gets no new message: the one it has is edited. */
  readonly unlessShown: boolean;
}

/** One alert and the channels that are to have it. */
export interface AddressedAlert {
  readonly alert: Alert;
  readonly channels: readonly Addressee[];
  /** Where some rule cannot be decided yet. */
  readonly undecided?: Undecided | null;
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
  /** New records, in the order in which they happened, for what is told of them later. */
  readonly records?: readonly NewFeedRecord[];
  /** Records that were shown again, with more or something else. */
  readonly shownAgain?: readonly { readonly id: number; readonly activity: Activity }[];
  /** What alerts have become by that. */
  readonly revised?: readonly RevisedAlert[];
  /** New states of topics; written after the alerts, so what was just addressed shows them too. */
  readonly topics: readonly Topic[];
  /** Sales to be remembered, whether they are told or not. */
  readonly trades: readonly Trade[];
  /** Remembered sales of which more or something else is told by now. */
  readonly correctedTrades?: readonly Trade[];
  readonly gap: FeedGap | null;
  /**
   * The first look decides it: what happened at that time or before, by the feed's own clock, is history even when a
   * later look shows it for the first time. Epoch seconds; `null` in every later intake.
   */
  readonly newsAfter: number | null;
}

/** What one look at the auctions found, to be written in one transaction. */
export interface AuctionIntake {
  /** Epoch ms. */
  readonly at: number;
  /** Whether this was the first look: from here on auctions are news. */
  readonly baseline: boolean;
  /** New or changed ones. */
  readonly tracked: readonly TrackedAuction[];
  /** Ids of those that are watched no more. */
  readonly dropped: readonly string[];
  readonly alerts: readonly AddressedAlert[];
  readonly topics: readonly Topic[];
}
