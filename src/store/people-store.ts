import type { ChannelSettings, GuildSettings } from '#src/alerts/settings.ts';
import type { Draft, Subscription } from '#src/alerts/subscription.ts';
import type { Address } from '#src/chain/address.ts';
import type { OpeningTurn } from './openings.ts';

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

/** Whether somebody's direct messages may be opened now: once a minute for one person counts, however often it is repeated. */
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

/** What a person typed into a modal that was refused, or chose, until they press a button. */
export interface KeptInput {
  /** Of the server, or `dm:` and their id. */
  readonly guildId: string;
  readonly content: unknown;
  readonly createdAt: number;
}

/** All that is kept of a person. Amounts in it are bigints. */
export interface PersonExport {
  /** `null` where only settings or drafts are kept. */
  readonly person: Person | null;
  readonly watches: readonly Subscription[];
  /** Rules that they did not confirm, and what they typed; in any server, oldest first. */
  readonly drafts: readonly Draft[];
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

/**
 * People who are told alone what they watch. Their watches are rules, their settings those of a server and of a channel, and their
 * messages deliveries of the target `personTarget(userId)`. Ids are Discord's, times epoch ms.
 */
export interface PeopleStore {
  /** `null` for somebody who has no watches or wallets, and had none since they were last forgotten. */
  find(userId: string): Promise<Person | null>;
  /** The addresses that these people call theirs; of those who are known. */
  walletsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, readonly Address[]>>;
  /** Replaces the addresses that a person calls theirs. Nothing is proven by them. */
  setWallets(userId: string, wallets: readonly Address[], at: number): Promise<void>;
  /** The right to try to open a person's direct messages now: 10 people in any minute, whichever process asked. */
  claimOpening(userId: string, at: number): Promise<OpeningClaim>;
  /** The same right, counted with the others, for a notice to somebody who may have no watches. */
  claimNoticeOpening(userId: string, at: number): Promise<OpeningTurn>;
  /** Their direct message channel was opened. Does nothing for somebody who was forgotten meanwhile. */
  noteOpened(userId: string, directChannelId: string, at: number): Promise<void>;
  /** The direct message channel is not there any more: it is opened again before the next message. */
  noteClosed(userId: string, directChannelId: string): Promise<void>;
  /** Nothing is sent to them before this time: Discord asked to wait. */
  holdUntil(userId: string, notBefore: number): Promise<void>;
  /**
   * Whether Discord refuses messages to them and they were not told. One statement, because it is asked after every use of the bot,
   * by whomever.
   */
  hasRefusalToTell(userId: string): Promise<boolean>;
  /** What a person is to be told about a refusal, once for each; `null` for nothing. */
  takeRefusalToTell(userId: string): Promise<RefusalToTell | null>;
  /** They could not be told what was taken: it is told at their next use, unless that refusal is over. */
  returnRefusalToTell(userId: string, refusal: Pick<RefusalToTell, 'since'>): Promise<void>;
  /**
   * Messages to them are tried again, from the next one that waits. Resolves to whether they have, or had, a watch; without one
   * there is nothing to resume.
   */
  resume(userId: string): Promise<boolean>;
  /**
   * Deletes everything of a person in one transaction: wallets, watches, settings, all messages that were or were to be sent, and
   * drafts and inputs in any server. Messages at Discord stay, and so do alerts of servers that they set up. On SQLite it cannot be
   * read from the disk afterwards; on PostgreSQL it can until VACUUM.
   */
  forget(userId: string): Promise<void>;
  /** All that is kept of a person, for them alone. */
  exportOf(userId: string): Promise<PersonExport>;
  /** People to whom messages have been refused since before then, at most `limit`. */
  refusedSince(before: number, limit: number): Promise<readonly string[]>;
}
