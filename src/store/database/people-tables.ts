import type { Generated } from 'kysely';

/*
 * The tables of people to whom the bot writes. Conventions: `tables.ts`.
 */

/**
 * People who have, or had, watches or wallets. Their rules, settings and queues are those of the target `dm:` and their
 * id.
 */
interface PeopleTable {
  userId: string;
  /** Their direct message channel with the bot, once it was opened. */
  directChannelId: string | null;
  openedAt: number | null;
  /** Since when Discord refuses messages to them. */
  refusedSince: number | null;
  refusalCode: number | null;
  /** They were told so. */
  isRefusalReported: Generated<boolean>;
  /** JSON array: the addresses that they call theirs. */
  wallets: Generated<string>;
  createdAt: number;
  lastUseAt: number;
}

/** Whose direct messages the bot tried to open within the last minute, for a watch or a notice. */
interface DirectMessageOpeningsTable {
  userId: string;
  triedAt: number;
}

export interface PeopleTables {
  directMessageOpenings: DirectMessageOpeningsTable;
  people: PeopleTable;
}
