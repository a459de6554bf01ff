import type { Generated } from 'kysely';

/* Conventions: `tables.ts`. */

/** Voice channels whose name shows the floor of a collection. */
interface TickersTable {
  channelId: string;
  guildId: string;
  collection: string;
  createdBy: string;
  createdAt: number;
  /** Wei as decimal text; `null` if nothing is listed, or before the first reading. */
  floor: string | null;
  /** When the floor was first read with this value; `null` before the first reading. */
  floorAt: number | null;
  /** Whether the floor may differ from the name. */
  isDue: Generated<boolean>;
  /** The last name that Discord confirmed. */
  shownName: string | null;
  /** The name of a request whose outcome is unknown. */
  askedName: string | null;
  /** Times of the latest request and of the one before it. */
  renamedAt: number | null;
  renamedBefore: number | null;
  /** Time before which nothing is requested. */
  waitUntil: number | null;
  /** When Discord first refused a name, and its error code. */
  stoppedAt: number | null;
  stoppedCode: number | null;
  isNoticeDue: Generated<boolean>;
}

export interface TickerTables {
  tickers: TickersTable;
}
