import type { ChannelType } from 'discord-api-types/v10';

/** A permission overwrite of a channel, for a role or a member. */
export interface Overwrite {
  /** Of the role or the member. */
  readonly id: string;
  readonly allow: bigint;
  readonly deny: bigint;
}

/** A role of a server. @everyone has the server's id. */
export interface Role {
  readonly id: string;
  readonly name: string;
  readonly permissions: bigint;
  readonly isMentionable: boolean;
}

/** What only threads have. */
export interface ThreadState {
  readonly isLocked: boolean;
  /** Whether the bot is a member of it. */
  readonly isJoined: boolean;
}

/** A channel, category or active thread of a server. */
export interface Channel {
  readonly id: string;
  readonly type: ChannelType;
  readonly name: string;
  /** The category of a channel, the channel of a thread; `null` for none. */
  readonly parentId: string | null;
  /** Position among the server's channels; 0 for a thread. */
  readonly position: number;
  /** Empty for a thread, which has those of its channel. */
  readonly overwrites: readonly Overwrite[];
  /** `null` unless it is a thread. */
  readonly thread: ThreadState | null;
}

/** The bot as a member of a server. */
export interface OwnMember {
  readonly roleIds: readonly string[];
  /** Until when a moderator timed it out, epoch ms; `null` for not. */
  readonly timedOutUntil: number | null;
}

/**
 * A server, reduced to what the bot reads: permissions, names, order, and the channels that alerts can be posted in.
 */
export interface Guild {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  /** Where Discord greets new members; `null` for nowhere. */
  readonly systemChannelId: string | null;
  readonly roles: ReadonlyMap<string, Role>;
  /** Channels, categories and active threads. */
  readonly channels: ReadonlyMap<string, Channel>;
  /** `null` while the gateway has not said. */
  readonly self: OwnMember | null;
}
