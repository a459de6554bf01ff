/** Where a notice goes. */
export interface NoticeTarget {
  /** A channel of the server that the notice is about, or the direct message channel of a person. */
  readonly channelId: string;
  /** Of the person; `null` for a channel. */
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
  /** The users who created its active rules, or all its rules when none is active; each once. */
  readonly askers: readonly string[];
  readonly waiting: number;
}

/** A notice that none of its target channels accepted. */
export interface RefusedNotice {
  readonly alertId: number;
  /** Of the channel that the notice is about. */
  readonly guildId: string;
  readonly channelId: string;
}
