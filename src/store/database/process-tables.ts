import type { Generated } from 'kysely';

/* Tables for sharing work between the processes on one database. Conventions: `tables.ts`. */

/** Which process holds which role. */
interface LeasesTable {
  /** The role: `poller`, `sender`, `housekeeper`, or `shard:` with a number. */
  role: string;
  /** Id of the process. */
  holder: string;
  /** Increases with every new holder. */
  fence: number;
  takenAt: Generated<number>;
  renewedAt: number;
  expiresAt: number;
}

/** The last committed transaction of each connection; only on PostgreSQL. */
interface TransactionTokensTable {
  connection: string;
  token: number;
  usedAt: number;
}

/** The running processes, and those that ended without signing off. */
interface ProcessesTable {
  /** `host:pid:random`: the holder of leases. */
  id: string;
  /** Display name. */
  name: string;
  /** Version of the program. */
  version: string;
  /** JSON array: the roles that it may play. */
  roles: string;
  startedAt: number;
  seenAt: number;
}

/**
 * One row, created by the first change. It is increased in each transaction that changes rules or settings; its lock
 * makes versions follow the order of commits.
 */
interface ChangeCounterTable {
  id: 1;
  version: number;
}

/** Servers whose rules or settings changed within the last day. */
interface GuildChangesTable {
  guildId: string;
  /** Version of the counter. */
  version: number;
  changedAt: number;
}

/** The latest report of a role's holder. */
interface RoleReportsTable {
  role: string;
  holder: string;
  /** Fence of the holder's lease. */
  fence: number;
  /** JSON. */
  report: string;
  reportedAt: number;
}

/** One row, created by the first connection: the number of shards of the connection to Discord. */
interface ShardPlanTable {
  id: 1;
  shardCount: number;
  /** The number being set up, while it changes. */
  nextShardCount: number | null;
  changedAt: number;
}

/** Servers of a shard whose session another process may resume, because Discord does not send them again then. */
interface ShardGuildsTable {
  shardCount: number;
  shardId: number;
  guildId: string;
  isAvailable: boolean;
  /** Packed by its holder, in base64; `null` if it was not received yet. */
  packed: string | null;
}

/** Sessions with which shards can be resumed. */
interface ShardSessionsTable {
  shardId: number;
  shardCount: number;
  /** JSON, see the gateway. */
  session: string;
  savedAt: number;
}

/** When a shard of this bucket (shard id modulo `max_concurrency`) may identify. */
interface IdentifySlotsTable {
  bucket: number;
  freeAt: number;
}

/** One row: the identifies that Discord allows per day. */
interface IdentifyBudgetTable {
  id: 1;
  total: number;
  used: number;
  resetsAt: number;
}

/** Interactions that a process has started to answer. */
interface HandledInteractionsTable {
  /** Discord's id. */
  id: string;
  handledAt: number;
}

export interface ProcessTables {
  changeCounter: ChangeCounterTable;
  guildChanges: GuildChangesTable;
  handledInteractions: HandledInteractionsTable;
  identifyBudget: IdentifyBudgetTable;
  identifySlots: IdentifySlotsTable;
  leases: LeasesTable;
  processes: ProcessesTable;
  roleReports: RoleReportsTable;
  shardGuilds: ShardGuildsTable;
  shardPlan: ShardPlanTable;
  shardSessions: ShardSessionsTable;
  transactionTokens: TransactionTokensTable;
}
