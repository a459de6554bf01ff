import type { FilterValues } from './filters/index.ts';
import type { Topic } from './kinds/registry.ts';

/** What a rule has besides its topics, conditions and roles. Two rules that differ only in it are the same rule. */
export interface RuleExtras {
  /** Shown instead of its number, at most `MAX_NAME_LENGTH` characters; `null` for none. */
  readonly name: string | null;
  /** Later events do not match, epoch ms; `null` for no end. */
  readonly endsAt: number | null;
  /** Whether it posts one alert, and is then paused. */
  readonly isOnce?: boolean | undefined;
}

/** A rule without any. */
export const NO_EXTRAS: RuleExtras = { name: null, endsAt: null };

/** Topics and conditions of a channel's alerts. */
export interface Rule {
  /** At least one; in the order of `TOPICS`, without duplicates. */
  readonly topics: readonly Topic[];
  readonly filter: FilterValues;
  /**
   * Roles to ping instead of the channel's role: at most `MAX_PING_ROLES`, sorted, without duplicates; empty for the
   * channel's role.
   */
  readonly pingRoles: readonly string[];
  /** Absent for none. */
  readonly extras?: RuleExtras | undefined;
}

/** A channel's rule as an admin creates it. */
export interface NewSubscription extends Rule {
  readonly guildId: string;
  readonly channelId: string;
  /** Discord id of the user who created it. */
  readonly createdBy: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** A saved rule. */
export interface Subscription extends NewSubscription {
  readonly id: number;
  /** When an admin paused it, epoch ms; `null` if active. */
  readonly pausedAt: number | null;
  /** When an alert last matched it, epoch ms. */
  readonly lastMatchAt: number | null;
  /** When a message with an alert for this rule was last posted, epoch ms. */
  readonly lastPostAt: number | null;
  /** For a rule that posts once: the delivery of its one alert; absent for none. */
  readonly onceDeliveryId?: number | undefined;
}

/** A rule that its user has not confirmed yet. */
export interface Draft extends Rule {
  /** Of the saved input that it is. */
  readonly id: string;
  readonly guildId: string;
  readonly channelId: string;
  /** The subscription that it would change; `null` for a new one. */
  readonly changes: number | null;
}
