/** State of the polls of one list. Times are epoch ms. */
export interface PollReport {
  /** `null` before the first success. */
  readonly lastSuccessAt: number | null;
  /** In a row. */
  readonly failures: number;
  /** Since when almost no record can be decoded; `null` if it can. */
  readonly unreadableSince: number | null;
  /** For how long the poll in progress has run, ms; `null` if there is none. */
  readonly pollingForMs: number | null;
}

/** What is odd about the marketplace's feed. Times are epoch ms. */
export interface FeedRemarks {
  /** `oldest first, one page`: and it shows no other page, so new events cannot be read. */
  readonly order: 'newest first' | 'oldest first' | 'oldest first, one page';
  /** When a record was read last that has the id of another event; `null` for never. */
  readonly idsRepeatedAt: number | null;
  /** When the feed showed fewer records than before last; `null` for never. */
  readonly shrankAt: number | null;
}

/** What whoever polls the marketplace says of it. Times are epoch ms. */
export interface PollerReport {
  readonly feed: PollReport & {
    /** When it was last read; `null` before the first time. */
    readonly readAt: number | null;
    /** `null` if no event had a time. */
    readonly newestEventAt: number | null;
    /** Time from the newest event until it was first read, ms; `null` until there is one. */
    readonly lagMs: number | null;
    /** Another coin than the chain's own that most prices name; `null` if there is none. */
    readonly namedCoin?: string | null | undefined;
    /** Absent from a process of an older version. */
    readonly remarks?: FeedRemarks | undefined;
  };
  readonly auctions: PollReport & {
    /** Number of auctions beyond the limit, which are not tracked. */
    readonly leftOut: number;
    /** Number of auctions that were skipped because they are too large to be read. */
    readonly tooLarge: number;
  };
}

/** What whoever holds a shard says of it. */
export interface ShardReport {
  readonly id: number;
  /** Whether it receives events. */
  readonly isReady: boolean;
  /** `null` before the first heartbeat. */
  readonly latencyMs: number | null;
}

/** What whoever registers the commands says of that. */
export interface HousekeeperReport {
  /** Whether Discord has the commands of this version: not yet, or it refused them and has those from before. */
  readonly commands: 'not registered' | 'registered' | 'refused';
  /** Discord's ids of the commands, by name. */
  readonly ids: Readonly<Record<string, string>>;
}

/** A role that a process holds now, with what it last said of it. */
export interface HeldRoleState {
  readonly role: string;
  /** The process. */
  readonly holder: string;
  /** For how long, ms. */
  readonly heldForMs: number;
  /** `null` before the first report, and for roles that report nothing. */
  readonly report: {
    /** JSON. */
    readonly text: string;
    readonly ageMs: number;
  } | null;
}

/** All roles of the bot. */
export interface RoleBoard {
  readonly held: readonly HeldRoleState[];
  /** Into how many shards the bot is split; `null` before it was connected. */
  readonly shardCount: number | null;
  /** For how long no shard may log in anew, because most logins of the day are used, ms; `null` while they may. */
  readonly loginsRefusedForMs: number | null;
}
