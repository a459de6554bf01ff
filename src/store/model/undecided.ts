import type { MarketAlert } from '#src/alerts/alert.ts';
import type { MissingDetails } from '#src/alerts/missing-details.ts';
import type { DetectedEvent } from './detected-event.ts';
import type { Recipient, SilencedRecipient } from './recipient.ts';

/** How long to wait for missing values, ms. */
export const MAX_DECISION_MS = 10 * 60_000;

/** The missing values that a rule depends on. */
export interface Undecided {
  readonly missingDetails: MissingDetails;
  /** Whether a price or a party is missing in the feed itself. */
  readonly awaitsFeed: boolean;
}

/** An alert for which some rule cannot be decided yet. */
export interface UndecidedAlert extends Undecided {
  readonly alert: MarketAlert;
  /** When it was ingested, epoch ms; newer rules are not considered. */
  readonly since: number;
  /** Increases with every change of the alert. */
  readonly version: number;
}

/** A new version of an alert that was ingested before. */
export interface RevisedAlert {
  readonly alert: MarketAlert;
  /** All channels that match now. A channel that already received it does not get it again. */
  readonly channels: readonly Recipient[];
  /** Channels that match now, and for which a silence leaves it out. */
  readonly silenced?: readonly SilencedRecipient[];
  /** `null` once every rule is decided; omitted if that does not change. */
  readonly undecided?: Undecided | null;
  /** When it was ingested, epoch ms. */
  readonly since: number;
  /** Version of the alert that this is based on; nothing is saved if there is a newer one. `null` for any. */
  readonly version: number | null;
  /** What is recorded of it as a detected event; omitted if that does not change. */
  readonly detected?: Omit<DetectedEvent, 'alert'>;
}

/**
 * An alert that was abandoned because rules of these channels could not be decided and none of their other rules
 * matched.
 */
export interface GivenUpAlert {
  readonly key: string;
  readonly channelIds: readonly string[];
}
