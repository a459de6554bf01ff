import type { Reader } from '#src/alerts/description.ts';

/** What the holder of a channel's shard knows of it, as far as the sender needs it. */
export interface ChannelFacts {
  /** English names of the permissions that posting an alert needs and the bot does not have there. */
  readonly missingPermissions: readonly string[];
  readonly isHistoryReadable: boolean;
  /** Whether it is an announcement channel, whose messages can be published. */
  readonly isPublishing: boolean;
  /** Whether the bot may attach files, such as charts. */
  readonly isAttachingFiles: boolean;
  /** Roles that rules or settings ping there and that the server no longer has. */
  readonly missingRoleIds: readonly string[];
}

/** Facts as they are stored. */
export interface RecordedFacts extends ChannelFacts {
  /** Since when they are true, epoch ms; another value after every change. */
  readonly checkedAt: number;
}

/** What a queue delivers to. */
export interface QueueTarget {
  /** The server of a channel, `null` where it is unknown. Of a person who watches something, their target id. */
  readonly guildId: string | null;
  /** `null` where the gateway has not reported the channel, or no longer does, and for a person. */
  readonly facts: RecordedFacts | null;
  /** Whose direct messages; `null` for a channel. */
  readonly person: PersonTarget | null;
}

/** A person as a queue delivers to them. */
export interface PersonTarget {
  /** Discord's. */
  readonly userId: string;
  /** `null` until it is opened. */
  readonly directChannelId: string | null;
  /** When it was, epoch ms. */
  readonly openedAt: number | null;
  /** Whose wallets their messages are about. */
  readonly reader: Reader;
  /** Whether they removed all that they watched. */
  readonly watchesNothing: boolean;
}

/** A target of which nothing is known. */
export const UNKNOWN_TARGET: QueueTarget = { guildId: null, facts: null, person: null };

/** A channel that a queue delivers to, as its facts are to be checked. */
export interface CheckedChannel {
  readonly channelId: string;
  readonly guildId: string;
  /** Roles that its rules or its settings ping. */
  readonly pingRoleIds: readonly string[];
  /** `null` for none. */
  readonly recorded: RecordedFacts | null;
}

/** What became of a channel's facts. */
export interface FactsChange {
  readonly channelId: string;
  readonly guildId: string;
  /** `null` where nothing is known of the channel any more. */
  readonly facts: ChannelFacts | null;
}
