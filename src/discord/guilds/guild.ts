import type { ChannelType } from 'discord-api-types/v10';

/** A permission overwrite of a channel, for a role or a member. */
export interface Overwrite {
  /** Id of the role or member. */
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

/** Additional state of threads. */
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
  /** Empty for a thread, which uses those of its channel. */
  readonly overwrites: readonly Overwrite[];
  /** `null` unless it is a thread. */
  readonly thread: ThreadState | null;
}

/** The bot as a member of a server. */
export interface OwnMember {
  readonly roleIds: readonly string[];
  /** End of its time-out by a moderator, epoch ms; `null` without one. */
  readonly timedOutUntil: number | null;
}

/**
 * A server, reduced to the data that the bot uses: permissions, names, order, and the channels in which alerts can be
 * posted.
 */
export interface Guild {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  /** When the bot joined it, epoch ms; `null` if that is unknown. */
  readonly joinedAt: number | null;
  /** Channel in which Discord greets new members; `null` for none. */
  readonly systemChannelId: string | null;
  readonly roles: ReadonlyMap<string, Role>;
  /** Channels, categories and active threads. */
  readonly channels: ReadonlyMap<string, Channel>;
  /** `null` until the gateway has reported it. */
  readonly self: OwnMember | null;
}
