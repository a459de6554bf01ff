/** State of the polls of one list. Times are epoch ms. */
export interface PollReport {
  /** `null` before the first success. */
  readonly lastSuccessAt: number | null;
  /** Consecutive failures. */
  readonly failures: number;
  /** Since when almost no record can be decoded; `null` if records can be decoded. */
  readonly unreadableSince: number | null;
  /** How long the poll in progress has been running, ms; `null` if there is none. */
  readonly pollingForMs: number | null;
}

/** Irregularities of the marketplace's feed. Times are epoch ms. */
export interface FeedRemarks {
  /** `oldest first, one page`: there is no other page, so new events cannot be read. */
  readonly order: 'newest first' | 'oldest first' | 'oldest first, one page';
  /** When a record with the id of another event was last read; `null` for never. */
  readonly idsRepeatedAt: number | null;
  /** When the feed last had fewer records than before; `null` for never. */
  readonly shrankAt: number | null;
}

/** Report of the poller. Times are epoch ms. */
export interface PollerReport {
  readonly feed: PollReport & {
    /** When it was last read; `null` before the first time. */
    readonly readAt: number | null;
    /** `null` if no event had a time. */
    readonly newestEventAt: number | null;
    /** Time from the newest event until it was first read, ms; `null` until there is one. */
    readonly lagMs: number | null;
    /** The coin that most prices name, if it is not the chain's own; else `null`. */
    readonly namedCoin?: string | null | undefined;
    /** Absent for a process with an older version. */
    readonly remarks?: FeedRemarks | undefined;
  };
  readonly auctions: PollReport & {
    /** Number of auctions beyond the limit, which are not tracked. */
    readonly leftOut: number;
    /** Number of auctions that were skipped because they are too large to be read. */
    readonly tooLarge: number;
  };
}

/** Report of a shard's holder. */
export interface ShardReport {
  readonly id: number;
  /** Whether it receives events. */
  readonly isReady: boolean;
  /** `null` before the first heartbeat. */
  readonly latencyMs: number | null;
}

/** Report on the registration of the commands. */
export interface HousekeeperReport {
  /** Whether Discord has the commands of this version: not yet, or it refused them and still has the previous ones. */
  readonly commands: 'not registered' | 'registered' | 'refused';
  /** Discord's command ids, by name. */
  readonly ids: Readonly<Record<string, string>>;
}

/** A currently held role with its latest report. */
export interface HeldRoleState {
  readonly role: string;
  /** Id of the process. */
  readonly holder: string;
  /** How long it has been held, ms. */
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
  /** Number of shards; `null` before the bot was connected. */
  readonly shardCount: number | null;
  /** How long no shard may log in, because most logins of the day are used, ms; `null` if they may. */
  readonly loginsRefusedForMs: number | null;
}
