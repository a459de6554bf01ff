import type { Reader } from '#src/alerts/description.ts';

/** Facts about a channel that the sender needs, recorded by the holder of the channel's shard. */
export interface ChannelFacts {
  /** English names of the permissions that the bot needs to post an alert and lacks there. */
  readonly missingPermissions: readonly string[];
  readonly isHistoryReadable: boolean;
  /** Whether it is an announcement channel, whose messages can be published. */
  readonly isPublishing: boolean;
  /** Whether the bot may attach files, such as charts. */
  readonly isAttachingFiles: boolean;
  /** Roles that rules or settings ping there and that were deleted. */
  readonly missingRoleIds: readonly string[];
}

/** Facts as they are stored. */
export interface RecordedFacts extends ChannelFacts {
  /** Since when they are valid, epoch ms; a new value for every change. */
  readonly checkedAt: number;
}

/** The target of a queue. */
export interface QueueTarget {
  /** Server of a channel, `null` if unknown. For a user with watches, their target id. */
  readonly guildId: string | null;
  /** `null` if the gateway has not reported the channel, or no longer does, and for a user. */
  readonly facts: RecordedFacts | null;
  /** The user whose direct messages these are; `null` for a channel. */
  readonly person: PersonTarget | null;
}

/** A user as the target of a queue. */
export interface PersonTarget {
  /** Discord's user id. */
  readonly userId: string;
  /** `null` until it is opened. */
  readonly directChannelId: string | null;
  /** When it was opened, epoch ms. */
  readonly openedAt: number | null;
  /** The wallets that their messages are about. */
  readonly reader: Reader;
  /** Whether they removed all their watches. */
  readonly watchesNothing: boolean;
}

/** A target without known facts. */
export const UNKNOWN_TARGET: QueueTarget = { guildId: null, facts: null, person: null };

/** A channel with a queue, for a check of its facts. */
export interface CheckedChannel {
  readonly channelId: string;
  readonly guildId: string;
  /** Roles pinged by its rules or its settings. */
  readonly pingRoleIds: readonly string[];
  /** `null` for none. */
  readonly recorded: RecordedFacts | null;
}

/** A change of a channel's facts. */
export interface FactsChange {
  readonly channelId: string;
  readonly guildId: string;
  /** `null` if the channel is no longer known. */
  readonly facts: ChannelFacts | null;
}
