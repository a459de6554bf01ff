/** Destination of a notice. */
export interface NoticeTarget {
  /** A channel of the server that the notice is about, or a user's direct message channel. */
  readonly channelId: string;
  /** Id of the user; `null` for a channel. */
  readonly userId: string | null;
}

/** A stopped channel whose users have not been notified. */
export interface DueNotice {
  readonly guildId: string;
  readonly channelId: string;
  /** Discord's error code. */
  readonly code: number;
  /** Epoch ms. */
  readonly stoppedAt: number;
  /** The creators of its active rules, or of all its rules if none is active; without duplicates. */
  readonly askers: readonly string[];
  readonly waiting: number;
  /** Whether the channel is a ticker, which Discord does not rename. */
  readonly isTicker?: boolean;
}

/** A notice that none of its target channels accepted. */
export interface RefusedNotice {
  readonly alertId: number;
  /** Server of the channel that the notice is about. */
  readonly guildId: string;
  readonly channelId: string;
}
