import type { Generated } from 'kysely';

/*
 * The tables of people who have watches. Conventions: `tables.ts`.
 */

/** People who have, or had, watches or wallets. Their rules, settings and queues are those of the target `dm:` and their id. */
interface PeopleTable {
  userId: string;
  /** Their direct message channel with the bot, once it was opened. */
  directChannelId: string | null;
  openedAt: number | null;
  /** When the bot last tried to open it. */
  openingTriedAt: number | null;
  /** Since when Discord refuses messages to them. */
  refusedSince: number | null;
  refusalCode: number | null;
  /** They were told so. */
  isRefusalTold: Generated<boolean>;
  /** JSON array: the addresses that they call theirs. */
  wallets: Generated<string>;
  createdAt: number;
  lastUseAt: number;
}

export interface PeopleTables {
  people: PeopleTable;
}
