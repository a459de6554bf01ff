import type { AlertFilter } from './alert-filter.ts';
import type { AlertKind } from './alert-kind.ts';

/** How long before an auction's end a rule may ask to be told, minutes. */
export const ENDING_LEADS = [60, 30, 10, 5] as const;
export type EndingLead = (typeof ENDING_LEADS)[number];

/** What a channel wants to be told. */
export interface Rule {
  /** At least one; in the order of `ALERT_KINDS`, each once. */
  readonly kinds: readonly AlertKind[];
  readonly filter: AlertFilter;
  /** For `auction_ending`. */
  readonly endingLead: EndingLead;
}

/** A channel's rule, as an admin sets it up. */
export interface NewSubscription extends Rule {
  readonly guildId: string;
  readonly channelId: string;
  /** The Discord user who set it up. */
  readonly createdBy: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** A rule that is kept. */
export interface Subscription extends NewSubscription {
  readonly id: number;
  /** When an admin paused it, epoch ms; `null` while it is in force. */
  readonly pausedAt: number | null;
  /** When something last fitted it, epoch ms. */
  readonly lastMatchAt: number | null;
}

/** A set-up that waits for its confirmation, by the person who began it. */
export interface Draft extends Rule {
  /** Random, at most 12 characters of a-z, A-Z, 0-9, `-` and `_`. */
  readonly id: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
  /** The subscription that it would change; `null` for a new one. */
  readonly changes: number | null;
  /** Epoch ms. */
  readonly createdAt: number;
}
