import type { ChannelSettings, GuildSettings } from '#src/alerts/settings.ts';
import type { Silence } from '#src/alerts/silences/silence.ts';
import type { Subscription } from '#src/alerts/subscription.ts';
import type { Address } from '#src/chain/address.ts';

/** The right to try now, which is already counted, or when to ask again, epoch ms. */
export type OpeningTurn = { readonly type: 'granted' } | { readonly type: 'later'; readonly at: number };

/** A user who has, or had, watches or wallets. Times in epoch ms. */
export interface Person {
  /** Discord's user id. */
  readonly userId: string;
  /** Their direct message channel with the bot; `null` until it is opened. */
  readonly directChannelId: string | null;
  readonly openedAt: number | null;
  /** Start and code of Discord's refusals of messages to them; `null` without one. */
  readonly refusedSince: number | null;
  readonly refusalCode: number | null;
  /** Whether they were informed of it. */
  readonly isRefusalReported: boolean;
  /** Addresses of their own wallets, in the order in which they were added. */
  readonly wallets: readonly Address[];
  readonly createdAt: number;
  /** Time of their last change. */
  readonly lastUseAt: number;
}

/** Facts for informing a user, once, that Discord refuses messages to them. */
export interface RefusalToTell {
  /** Discord's code, such as 50007. */
  readonly code: number;
  /** Epoch ms. */
  readonly since: number;
  /** Number of their watches on hold because of it, without those that they paused. */
  readonly pausedWatches: number;
}

/** Whether a user's direct messages may be opened now. Repeated attempts for one user within a minute count as one. */
export type OpeningClaim =
  | OpeningTurn
  /** The user is unknown, or their data was deleted. */
  | { readonly type: 'unknown' };

/** A stored message about a user's watches. Times in epoch ms. */
export interface KeptDelivery {
  /** Topic of the alert: `sale`, `auction.bid` … */
  readonly topic: string;
  readonly alertKey: string;
  readonly state: 'pending' | 'posting' | 'sent' | 'expired' | 'dead' | 'dropped';
  /** Time of the event. */
  readonly occurredAt: number;
  /** Id of the message in their direct messages; `null` without one. */
  readonly messageId: string | null;
  readonly settledAt: number | null;
}

/** A kind of saved inputs. */
export interface InputKind {
  readonly name: 'draft' | 'import' | 'submission' | 'subject' | 'template';
  /** ms */
  readonly keptFor: number;
  /** Of a person in a server; beyond it the oldest goes. */
  readonly limit: number;
}

/** What a person typed, chose or uploaded, until they press a button. */
export interface KeptInput {
  readonly id: string;
  /** Name of its kind. */
  readonly kind: string;
  /** Of the server, or `dm:` and their id. */
  readonly guildId: string;
  /** The channel that it is about; `null` for none. */
  readonly channelId: string | null;
  readonly content: object;
  readonly createdAt: number;
}

/** All stored data of a user. Amounts are bigints. */
export interface PersonExport {
  /** `null` where only settings or inputs are kept. */
  readonly person: Person | null;
  readonly watches: readonly Subscription[];
  /** Of their watches, oldest first. */
  readonly silences: readonly Silence[];
  /** In any server, oldest first. */
  readonly inputs: readonly KeptInput[];
  /** Time zone, language and currency display; `null` for the defaults. */
  readonly settings: GuildSettings | null;
  /** Quiet hours and limits; `null` for the defaults. */
  readonly messages: ChannelSettings | null;
  /** Oldest first. */
  readonly deliveries: readonly KeptDelivery[];
  /** When the bot last tried to open their direct messages. */
  readonly openingTriedAt: number | null;
}
