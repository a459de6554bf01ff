import type { MarketAlert } from '#src/alerts/alert.ts';
import { isMarketAlert } from '#src/alerts/kinds/registry.ts';
import { isPerson } from '#src/alerts/target.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import { alertJson, deleteUnusedAlert, findAlert, marketAlertJson } from './alerts.ts';
import { inChunks } from './database/chunks.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { lockQueueOrder } from './database/queue-order.ts';
import { recordsAtChainPositions, recordsOfAlerts, recordsOfKeys } from './feed-records.ts';
import type { Ingestion } from './ingestion.ts';
import type { LateFactsStore } from './late-facts-store.ts';
import type { GivenUpAlert, UndecidedAlert } from './model/undecided.ts';
import { missingDetailsJson, putUndecided } from './undecided.ts';

/** Beyond this number the oldest undecided alerts are given up early. */
export const MAX_UNDECIDED = 5_000;

/** The day of a time in epoch ms, as days since 1970, UTC. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** The alerts with these keys, in their order; unknown ones and notices left out. */
async function findMarketAlerts(queries: Queries, keys: readonly string[]): Promise<readonly MarketAlert[]> {
  const found = new Map<string, MarketAlert>();
  for (const chunk of inChunks([...new Set(keys)])) {
    const rows = await queries
      .selectFrom('alerts')
      .select(['key', 'payload'])
      .where('key', 'in', chunk)
      .execute();
    for (const { key, payload } of rows) {
      const alert = alertJson.read(payload);
      if (isMarketAlert(alert)) found.set(key, alert);
    }
  }
  return keys.flatMap((key) => found.get(key) ?? []);
}

const selectUndecided = (queries: Queries) =>
  queries
    .selectFrom('undecidedAlerts')
    .innerJoin('alerts', 'alerts.id', 'undecidedAlerts.alertId')
    .select([
      'alerts.payload',
      'alerts.version',
      'undecidedAlerts.missingDetails',
      'undecidedAlerts.isAwaitingFeed',
      'undecidedAlerts.since',
    ]);

const selectDueLookups = compiledQuery(
  (queries: Queries, { triedBefore, limit }: Parameters<{ triedBefore: number; limit: number }>) =>
    selectUndecided(queries)
      .where(({ ref }) => ref('undecidedAlerts.isToLookUp'))
      .where('undecidedAlerts.triedAt', '<=', triedBefore)
      .orderBy('undecidedAlerts.triedAt')
      .orderBy('undecidedAlerts.alertId')
      .limit(limit),
);

const selectOverdue = compiledQuery(
  (
    queries: Queries,
    { before, after, limit }: Parameters<{ before: number; after: number; limit: number }>,
  ) =>
    selectUndecided(queries)
      .where(({ eb, or, selectFrom }) =>
        or([
          eb('undecidedAlerts.since', '<', before),
          eb('undecidedAlerts.since', '>', after),
          eb(
            'undecidedAlerts.alertId',
            '<=',
            selectFrom('undecidedAlerts as newer')
              .select('newer.alertId')
              .orderBy('newer.alertId', 'desc')
              .limit(1)
              .offset(MAX_UNDECIDED),
          ),
        ]),
      )
      .orderBy('undecidedAlerts.alertId')
      .limit(limit),
);

const selectAwaitedSince = compiledQuery((queries: Queries) =>
  queries
    .selectFrom('undecidedAlerts')
    .innerJoin('alerts', 'alerts.id', 'undecidedAlerts.alertId')
    .select(({ fn }) => fn.min<number | null>('alerts.occurredAt').as('since'))
    .where('undecidedAlerts.isAwaitingFeed', '=', true),
);

type UndecidedRow = Awaited<ReturnType<ReturnType<typeof selectUndecided>['execute']>>[number];

const readUndecided = ({
  payload,
  version,
  missingDetails,
  isAwaitingFeed,
  since,
}: UndecidedRow): UndecidedAlert => ({
  alert: marketAlertJson.read(payload),
  version,
  missingDetails: missingDetailsJson.read(missingDetails),
  awaitsFeed: isAwaitingFeed,
  since,
});

/**
 * Counts an event that could not be decided for these channels, without those that have a delivery of it. Nobody is shown such counts
 * of people.
 */
async function countUndecided(
  transaction: Transaction,
  alertId: number,
  channelIds: readonly string[],
  at: number,
): Promise<void> {
  for (const chunk of inChunks([...new Set(channelIds)])) {
    const delivered = await transaction
      .selectFrom('deliveries')
      .select('channelId')
      .where('alertId', '=', alertId)
      .where('channelId', 'in', chunk)
      .execute();
    const known = new Set(delivered.map(({ channelId }) => channelId));
    const rows = chunk
      .filter((channelId) => !known.has(channelId) && !isPerson(channelId))
      .map((channelId) => ({ channelId, day: dayOf(at), count: 1, lastAt: at }));
    if (rows.length === 0) continue;
    await transaction
      .insertInto('undecidedCounts')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['channelId', 'day']).doUpdateSet(({ eb, ref }) => ({
          count: eb('undecidedCounts.count', '+', 1),
          lastAt: ref('excluded.lastAt'),
        })),
      )
      .execute();
  }
}

async function giveUp(transaction: Transaction, alerts: readonly GivenUpAlert[], at: number): Promise<void> {
  // Like an ingestion: no delivery is added to an alert that is deleted here.
  await lockQueueOrder(transaction);
  for (const { key, channelIds } of alerts) {
    const found = await findAlert(transaction, key);
    if (found === null) continue;
    await countUndecided(transaction, found.id, channelIds, at);
    await putUndecided(transaction, found.id, null, { since: at, at });
    await deleteUnusedAlert(transaction, found.id);
  }
}

/** Facts that the marketplace reports after an event was ingested. */
export function createLateFactsStore(database: Database, ingestion: Ingestion): LateFactsStore {
  return {
    recordsOfKeys: (keys) => database.read('recordsOfKeys', (queries) => recordsOfKeys(queries, keys)),

    recordsAtChainPositions: (positions) =>
      database.read('recordsAtChainPositions', (queries) => recordsAtChainPositions(queries, positions)),

    recordsOfAlerts: (alertKeys) =>
      database.read('recordsOfAlerts', (queries) => recordsOfAlerts(queries, alertKeys)),

    storedAlerts: (keys) => database.read('storedAlerts', (queries) => findMarketAlerts(queries, keys)),

    awaitedSince: () =>
      database.read('awaitedSince', async (queries) => {
        const [oldest] = await selectAwaitedSince(queries, {});
        return oldest?.since ?? null;
      }),

    dueLookups: (triedBefore, limit) =>
      database.read('dueLookups', async (queries) => {
        const rows = await selectDueLookups(queries, { triedBefore, limit });
        return rows.map(readUndecided);
      }),

    overdue: (before, after, limit) =>
      database.read('overdue', async (queries) => {
        const rows = await selectOverdue(queries, { before, after, limit });
        return rows.map(readUndecided);
      }),

    rebuildAlerts: ({ at, revised }) =>
      ingestion.ingest('rebuildAlerts', async () => ({ at, alerts: [], topics: [], revised })),

    giveUpUndecided: (alerts, at) =>
      database.transaction('giveUpUndecided', (transaction) => giveUp(transaction, alerts, at)),
  };
}
