import type { ChannelSettings, GuildSettings } from '#src/alerts/settings.ts';
import type { Subscription } from '#src/alerts/subscription.ts';
import type { Address } from '#src/chain/address.ts';

/** The right to try now, which was counted, or when to ask for it again, epoch ms. */
export type OpeningTurn = { readonly type: 'granted' } | { readonly type: 'later'; readonly at: number };

/** Somebody who has, or had, watches or wallets. Times in epoch ms. */
export interface Person {
  /** Discord's. */
  readonly userId: string;
  /** Their direct message channel with the bot; `null` until it is opened. */
  readonly directChannelId: string | null;
  readonly openedAt: number | null;
  /** Since when, and with which code, Discord refuses messages to them; `null` while it does not. */
  readonly refusedSince: number | null;
  readonly refusalCode: number | null;
  /** They were told that. */
  readonly isRefusalReported: boolean;
  /** The addresses that they call theirs, in the order in which they were given. */
  readonly wallets: readonly Address[];
  readonly createdAt: number;
  /** When they last changed anything. */
  readonly lastUseAt: number;
}

/** What a person is told once: Discord refuses messages to them. */
export interface RefusalToTell {
  /** Discord's, such as 50007. */
  readonly code: number;
  /** Epoch ms. */
  readonly since: number;
  /** How many of their watches wait for that; those that they paused themselves not counted. */
  readonly pausedWatches: number;
}

/**
 * Whether somebody's direct messages may be opened now: once a minute for one person counts, however often it is
 * repeated.
 */
export type OpeningClaim =
  | OpeningTurn
  /** Somebody who is not known (any more). */
  | { readonly type: 'unknown' };

/** A message about what a person watches, as it is kept. Times in epoch ms. */
export interface KeptDelivery {
  /** The alert's: `sale`, `auction.bid` … */
  readonly topic: string;
  readonly alertKey: string;
  readonly state: 'pending' | 'posting' | 'sent' | 'expired' | 'dead' | 'dropped';
  /** When it happened. */
  readonly occurredAt: number;
  /** Of the message in their direct messages; `null` where there is none. */
  readonly messageId: string | null;
  readonly settledAt: number | null;
}

/** A kind of saved inputs. */
export interface InputKind {
  readonly name: 'draft' | 'import' | 'submission' | 'subject';
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

/** All that is kept of a person. Amounts in it are bigints. */
export interface PersonExport {
  /** `null` where only settings or inputs are kept. */
  readonly person: Person | null;
  readonly watches: readonly Subscription[];
  /** In any server, oldest first. */
  readonly inputs: readonly KeptInput[];
  /** Time zone, language and display of currencies; `null` where they chose nothing. */
  readonly settings: GuildSettings | null;
  /** Quiet hours and limits; `null` where they chose nothing. */
  readonly messages: ChannelSettings | null;
  /** Oldest first. */
  readonly deliveries: readonly KeptDelivery[];
  /** When it was last tried to open their direct messages. */
  readonly openingTriedAt: number | null;
}
