import type { Generated } from 'kysely';

/*
 * The tables by which processes on one database share its work. Conventions: `tables.ts`.
 */

/** Which process plays which role. */
interface LeasesTable {
  /** The role: `poller`, `sender`, `housekeeper`, or `shard:` and a number. */
  role: string;
  /** The process. */
  holder: string;
  /** Grows with every new holder. */
  fence: number;
  takenAt: Generated<number>;
  renewedAt: number;
  expiresAt: number;
}

/** The last transaction of each connection that was committed; on PostgreSQL only. */
interface TransactionTokensTable {
  connection: string;
  token: number;
  usedAt: number;
}

/** The running processes, and those that ended without a word. */
interface ProcessesTable {
  /** `host:pid:random`: the holder of leases. */
  id: string;
  /** For people. */
  name: string;
  /** Of the program. */
  version: string;
  /** JSON array: the roles that it may play. */
  roles: string;
  startedAt: number;
  seenAt: number;
}

/**
 * One row, from the first change on. Raised within each transaction that changes rules or settings; the lock on it
 * makes versions come in the order of commits.
 */
interface ChangeCounterTable {
  id: 1;
  version: number;
}

/** Servers whose rules or settings changed within the last day. */
interface GuildChangesTable {
  guildId: string;
  /** Of the counter. */
  version: number;
  changedAt: number;
}

/** What the holder of a role last said of its work. */
interface RoleReportsTable {
  role: string;
  holder: string;
  /** Of the holder's lease. */
  fence: number;
  /** JSON. */
  report: string;
  reportedAt: number;
}

/** One row, from the first connection on: into how many shards the connection to Discord is split. */
interface ShardPlanTable {
  id: 1;
  shardCount: number;
  /** While the number changes: the one that is being connected. */
  nextShardCount: number | null;
  changedAt: number;
}

/** The servers of a shard whose session another process may resume: Discord does not send them again. */
interface ShardGuildsTable {
  shardCount: number;
  shardId: number;
  guildId: string;
  isAvailable: boolean;
  /** As its holder packs servers, in base64; `null` for one that was not received yet. */
  packed: string | null;
}

/** By which a shard's connection is resumed. */
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

/** One row: identifies that Discord allows in a day. */
interface IdentifyBudgetTable {
  id: 1;
  total: number;
  used: number;
  resetsAt: number;
}

/** Interactions that a process has begun to answer. */
interface HandledInteractionsTable {
  /** Discord's. */
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
