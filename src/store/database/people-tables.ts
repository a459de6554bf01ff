import type { Generated } from 'kysely';

/* Tables of users who get messages from the bot. Conventions: `tables.ts`. */

/**
 * Users who have, or had, watches or wallets. The target id of their rules, settings and queues is `dm:` with their
 * user id.
 */
interface PeopleTable {
  userId: string;
  /** The user's direct message channel with the bot, once opened. */
  directChannelId: string | null;
  openedAt: number | null;
  /** Start of Discord's refusals of messages to them. */
  refusedSince: number | null;
  refusalCode: number | null;
  /** Whether they were informed of it. */
  isRefusalReported: Generated<boolean>;
  /** JSON array: addresses of their own wallets. */
  wallets: Generated<string>;
  createdAt: number;
  lastUseAt: number;
}

/** Users whose direct messages the bot tried to open within the last minute, for a watch or a notice. */
interface DirectMessageOpeningsTable {
  userId: string;
  triedAt: number;
}

export interface PeopleTables {
  directMessageOpenings: DirectMessageOpeningsTable;
  people: PeopleTable;
}
