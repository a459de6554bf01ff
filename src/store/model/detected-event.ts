import type { Alert, MarketAlert } from '#src/alerts/alert.ts';
import type { MissingDetails } from '#src/alerts/missing-details.ts';
import type { Rule } from '#src/alerts/subscription.ts';

/**
 * Why an event was not matched against rules, or not until it was decided. `stale`: older than six hours when it was
 * seen. `late`: the feed reported its facts after ten minutes. `undecided`: facts for filters were still missing then.
 * `reverted`: the marketplace reverted it.
 */
export const DROP_REASONS = ['stale', 'late', 'undecided', 'reverted'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** An event as it was detected, whether or not a rule matched it. */
export interface DetectedEvent {
  /** With the details that were looked up. */
  readonly alert: MarketAlert;
  /** Details that could not be looked up; `null` if none were, because no rule could match it. */
  readonly missingDetails: MissingDetails | null;
  /** Whether every rule was decided. */
  readonly isDecided: boolean;
  readonly dropped: DropReason | null;
}

/** A stored event. */
export interface StoredEvent {
  readonly id: number;
  readonly key: string;
  /** `null` if it was too large to be kept. */
  readonly alert: MarketAlert | null;
  readonly missingDetails: MissingDetails | null;
  readonly dropped: DropReason | null;
  /** Epoch seconds. */
  readonly occurredAt: number;
  /** By the database's clock, as the versions of rules; epoch ms. */
  readonly detectedAt: number;
  /** `null` while a rule is undecided. */
  readonly decidedAt: number | null;
}

/** What identifies events: a transaction, a token (`tokenKey`), a live message (an auction), or the key of an alert. */
export type EventSearch =
  | { readonly by: 'transaction'; readonly txHash: string }
  | { readonly by: 'token'; readonly token: string }
  | { readonly by: 'live'; readonly liveKey: string }
  | { readonly by: 'key'; readonly key: string };

/** A channel's rule as it was from a time on. */
export interface RuleVersion extends Pick<Rule, 'topics' | 'filter'> {
  readonly subscriptionId: number;
  /** By the database's clock, epoch ms. */
  readonly fromAt: number;
  /** Epoch ms; `null` for no end. */
  readonly endsAt: number | null;
  readonly isPaused: boolean;
  readonly isRemoved: boolean;
}

/** The delivery of an event to a channel, with its message. */
export interface EventDelivery {
  readonly key: string;
  readonly topic: string;
  /** Rules that matched, ascending. */
  readonly ruleIds: readonly number[];
  readonly state: 'pending' | 'posting' | 'sent' | 'expired' | 'dead' | 'dropped';
  readonly isAwaitingEdit: boolean;
  /** The silence for which it was dropped; `null` for none. */
  readonly silenceId: number | null;
  /** When the alert was stored, epoch ms. */
  readonly createdAt: number;
  /** Epoch seconds. */
  readonly occurredAt: number;
  /** `null` without a message. */
  readonly post: {
    readonly id: number;
    readonly state: 'sending' | 'ambiguous' | 'sent' | 'dead' | 'released';
    readonly layout: 'card' | 'text' | 'summary';
    readonly attempts: number;
    readonly firstTryAt: number;
    readonly lastTryAt: number;
    readonly settledAt: number | null;
    readonly messageId: string | null;
    readonly deadReason: 'refused' | 'unverifiable' | null;
    /** The code with which Discord refused it for good; 0 without a code, `null` for 5xx or no refusal. */
    readonly refusalCode: number | null;
  } | null;
}

/** A delivery in the log of its channel. */
export interface LoggedDelivery extends EventDelivery {
  readonly id: number;
  readonly alert: Alert;
}

/** A delivery in the log, and how often its alert was posted again in the channel. */
export interface LogEntry {
  readonly delivery: LoggedDelivery;
  readonly timesAgain: number;
}
