import type { Tables } from '../database/tables.ts';

/**
 * The order in which tables are copied, so that referenced tables come first. `null` for tables that are not copied:
 * data of processes and their connections (leases, reports, versions of cached changes), and the database's own
 * history.
 */
const ORDER: Readonly<Record<keyof Tables, number | null>> = {
  feedState: 0,
  seenKeys: 0,
  feedGaps: 0,
  feedRecords: 0,
  feedRecordKeys: 1,
  alerts: 0,
  undecidedAlerts: 1,
  undecidedCounts: 0,
  pendingRecipients: 1,
  channelQueues: 0,
  channelFacts: 0,
  posts: 1,
  deliveries: 2,
  liveStates: 0,
  liveMessages: 3,
  subscriptions: 1,
  savedInputs: 0,
  people: 0,
  // Discord counts per bot, regardless of the database.
  directMessageOpenings: 0,
  guildSettings: 0,
  channelSettings: 0,
  tickers: 0,
  silences: 0,
  templates: 0,
  rolePings: 0,
  auctions: 0,
  auctionState: 0,
  trades: 0,
  burns: 0,
  detectedAlerts: 0,
  detectedTokens: 1,
  ruleVersions: 0,
  highestTrades: 0,
  collections: 0,
  marketDays: 0,
  floorStates: 2,
  identifyBudget: 0,
  databaseHistory: null,
  changeCounter: null,
  guildChanges: null,
  handledInteractions: null,
  identifySlots: null,
  processes: null,
  roleReports: null,
  shardGuilds: null,
  shardPlan: null,
  shardSessions: null,
  leases: null,
  transactionTokens: null,
};

const inSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);

/** The tables that a move copies, by their database names, in order. */
export const MOVED_TABLES: readonly string[] = Object.entries(ORDER)
  .flatMap(([table, order]) => (order === null ? [] : [{ table: inSnakeCase(table), order }]))
  .toSorted((one, other) => one.order - other.order)
  .map(({ table }) => table);
