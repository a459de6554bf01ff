import { sql } from 'kysely';
import type { Database } from '#src/store/database/database.ts';
import type { Tables } from '#src/store/database/tables.ts';

type Row = Readonly<Record<string, unknown>>;

/** The rows of every table, in a layout in which two databases can be compared. */
export type Dump = Readonly<Record<string, readonly Row[]>>;

/** Which columns hold ids of which table. */
type IdColumns = Readonly<Record<string, keyof Tables>>;

/** `null`: each database has its own rows there, so they are left out. */
const ID_COLUMNS: Readonly<Record<keyof Tables, IdColumns | null>> = {
  alerts: { id: 'alerts' },
  auctionState: {},
  auctions: { id: 'auctions' },
  burns: { id: 'burns' },
  detectedAlerts: { id: 'detectedAlerts' },
  detectedTokens: { eventId: 'detectedAlerts' },
  ruleVersions: { id: 'ruleVersions', subscriptionId: 'subscriptions' },
  changeCounter: null,
  channelFacts: {},
  channelQueues: { summarisedUpTo: 'deliveries' },
  channelSettings: {},
  collections: {},
  databaseHistory: null,
  deliveries: { id: 'deliveries', alertId: 'alerts', postId: 'posts', templateId: 'templates' },
  directMessageOpenings: {},
  savedInputs: {},
  floorStates: { subscriptionId: 'subscriptions' },
  marketDays: {},
  feedGaps: { id: 'feedGaps' },
  feedRecordKeys: { recordId: 'feedRecords' },
  feedRecords: { id: 'feedRecords' },
  feedState: {},
  guildChanges: null,
  guildSettings: {},
  handledInteractions: {},
  highestTrades: {},
  identifyBudget: {},
  identifySlots: {},
  leases: {},
  liveMessages: { deliveryId: 'deliveries', postId: 'posts' },
  liveStates: { id: 'liveStates' },
  people: {},
  pendingRecipients: { id: 'pendingRecipients', alertId: 'alerts' },
  posts: { id: 'posts' },
  processes: {},
  rolePings: {},
  roleReports: {},
  seenKeys: { id: 'seenKeys' },
  shardGuilds: {},
  shardPlan: {},
  shardSessions: {},
  silences: { id: 'silences' },
  templates: { id: 'templates' },
  subscriptions: { id: 'subscriptions' },
  tickers: {},
  trades: { id: 'trades' },
  transactionTokens: null,
  undecidedAlerts: { alertId: 'alerts' },
  undecidedCounts: { id: 'undecidedCounts' },
};

const TABLES = Object.keys(ID_COLUMNS) as readonly (keyof Tables)[];

/**
 * Numbers for ids, because transactions that are rolled back leave ids out on PostgreSQL only. Within a table, ids that
 * are seen for the first time get the next numbers in their order, and keep them.
 */
export interface IdNumbers {
  learn(table: keyof Tables, ids: readonly number[]): void;
  /** `null` for an id that was never seen. */
  numberOf(table: keyof Tables, id: number): number | null;
  /** `null` for a number that was not given. */
  idOf(table: keyof Tables, number: number): number | null;
}

export function createIdNumbers(): IdNumbers {
  const numbers = new Map<keyof Tables, Map<number, number>>();
  const ids = new Map<keyof Tables, number[]>();
  return {
    learn(table, seen) {
      const known = numbers.get(table) ?? new Map<number, number>();
      const inOrder = ids.get(table) ?? [];
      for (const id of seen.toSorted((one, other) => one - other)) {
        if (known.has(id)) continue;
        inOrder.push(id);
        known.set(id, inOrder.length);
      }
      numbers.set(table, known);
      ids.set(table, inOrder);
    },
    numberOf: (table, id) => numbers.get(table)?.get(id) ?? null,
    idOf: (table, number) => ids.get(table)?.[number - 1] ?? null,
  };
}

const inSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);

/** The rules within the list of recipients are ids, too. */
function withNumberedRules(text: unknown, numbers: IdNumbers): unknown {
  if (typeof text !== 'string') return text;
  const recipients = JSON.parse(text) as readonly (readonly [string, number, ...number[]])[];
  return recipients.map(([channelId, flag, ...rules]) => [
    channelId,
    flag,
    ...rules.map((id) => numbers.numberOf('subscriptions', id)),
  ]);
}

function numbered(table: keyof Tables, row: Row, numbers: IdNumbers): Row {
  const columns = ID_COLUMNS[table] ?? {};
  const changed: Record<string, unknown> = { ...row };
  for (const [column, of] of Object.entries(columns)) {
    const id = row[column];
    // 0 is no id.
    if (typeof id === 'number' && id !== 0) changed[column] = numbers.numberOf(of, id);
  }
  if (table === 'pendingRecipients') changed['recipients'] = withNumberedRules(row['recipients'], numbers);
  return changed;
}

/** The state of a database. @param numbers shared by the dumps of one database; new ones number its rows from 1 */
export async function dumpOf(database: Database, numbers: IdNumbers = createIdNumbers()): Promise<Dump> {
  const rows = await database.read('dump', async (queries) => {
    const found = new Map<keyof Tables, readonly Row[]>();
    for (const table of TABLES) {
      if (ID_COLUMNS[table] === null) continue;
      const { rows: all } = await sql<Row>`select * from ${sql.table(inSnakeCase(table))}`.execute(queries);
      found.set(table, all);
    }
    return found;
  });
  for (const [table, all] of rows) {
    const ids = all.flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
    if (ID_COLUMNS[table]?.['id'] !== undefined) numbers.learn(table, ids);
  }
  const dump: Record<string, readonly Row[]> = {};
  for (const [table, all] of rows) {
    dump[table] = all
      .map((row) => numbered(table, row, numbers))
      .map((row) => ({ row, text: JSON.stringify(row) }))
      .toSorted((one, other) => {
        const [a, b] = [Number(one.row['id'] ?? 0), Number(other.row['id'] ?? 0)];
        return a - b || (one.text < other.text ? -1 : Number(one.text > other.text));
      })
      .map(({ row }) => row);
  }
  return dump;
}
