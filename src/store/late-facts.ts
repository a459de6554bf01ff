import type { MarketAlert } from '#src/alerts/alert.ts';
import type { FeedRecord, locationKeysOf } from '#src/alerts/feed-record.ts';
import { isMarketAlert } from '#src/alerts/kinds/registry.ts';
import { isPerson } from '#src/alerts/target.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import { alertJson, deleteUnusedAlert, findAlert, marketAlertJson } from './alerts.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { inChunks } from './database/lists.ts';
import { lockQueueOrder } from './database/locks.ts';
import { dropDetectedAlert } from './detected-alerts.ts';
import { recordsAtChainPositions, recordsOfAlerts, recordsOfKeys } from './feed-records.ts';
import type { Ingestion } from './ingestion.ts';

import type { GivenUpAlert, RevisedAlert, UndecidedAlert } from './model/undecided.ts';
import { missingDetailsJson, putUndecided } from './undecided.ts';

/** Beyond this number, the oldest undecided alerts are abandoned early. */
export const MAX_UNDECIDED = 5_000;

/** Returns the day of a time in epoch ms, as days since 1970, UTC. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** Finds the alerts with these keys, in order, without unknown ones and notices. */
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
 * Counts an event that could not be decided for these channels, except those with a delivery of it. Users are left out,
 * because nobody sees their counts.
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
  // Like an ingestion, so that no delivery is added to an alert that is deleted here.
  await lockQueueOrder(transaction);
  for (const { key, channelIds } of alerts) {
    const found = await findAlert(transaction, key);
    await dropDetectedAlert(transaction, key, 'undecided');
    if (found === null) continue;
    await countUndecided(transaction, found.id, channelIds, at);
    await putUndecided(transaction, found.id, null, { since: at, at });
    await deleteUnusedAlert(transaction, found.id);
  }
}

/** Creates the store of facts that the marketplace reports after an event was ingested. */
export function createLateFactsStore(database: Database, ingestion: Ingestion) {
  return {
    /** Resolves to the stored record for each of these keys, in order; `null` if there is none. */
    recordsOfKeys: (keys: readonly string[]): Promise<readonly (FeedRecord | null)[]> =>
      database.read('recordsOfKeys', (queries) => recordsOfKeys(queries, keys)),

    /**
     * Resolves to the stored records that share a position (`locationKeysOf`) with any of these, without duplicates.
     */
    recordsAtChainPositions: (
      positions: readonly ReturnType<typeof locationKeysOf>[],
    ): Promise<readonly FeedRecord[]> =>
      database.read('recordsAtChainPositions', (queries) => recordsAtChainPositions(queries, positions)),

    /** Resolves to the stored records of each of these alerts, in chronological order. */
    recordsOfAlerts: (alertKeys: readonly string[]): Promise<readonly (readonly FeedRecord[])[]> =>
      database.read('recordsOfAlerts', (queries) => recordsOfAlerts(queries, alertKeys)),

    /** Resolves to the stored alerts with these keys. */
    storedAlerts: (keys: readonly string[]): Promise<readonly MarketAlert[]> =>
      database.read('storedAlerts', (queries) => findMarketAlerts(queries, keys)),

    /**
     * Resolves to the time of the oldest event with facts that the feed has yet to report, epoch seconds; `null` for
     * none.
     */
    awaitedSince: (): Promise<number | null> =>
      database.read('awaitedSince', async (queries) => {
        const [oldest] = await selectAwaitedSince(queries, {});
        return oldest?.since ?? null;
      }),

    /**
     * Resolves to alerts with a pending lookup whose last attempt was at `triedBefore` (epoch ms) or earlier, longest
     * ago first.
     */
    dueLookups: (triedBefore: number, limit: number): Promise<readonly UndecidedAlert[]> =>
      database.read('dueLookups', async (queries) => {
        const rows = await selectDueLookups(queries, { triedBefore, limit });
        return rows.map(readUndecided);
      }),

    /**
     * Resolves to undecided alerts ingested before `before` or after `after` (epoch ms), and those beyond the limit.
     */
    overdue: (before: number, after: number, limit: number): Promise<readonly UndecidedAlert[]> =>
      database.read('overdue', async (queries) => {
        const rows = await selectOverdue(queries, { before, after, limit });
        return rows.map(readUndecided);
      }),

    /**
     * Writes rebuilt alerts in one transaction: messages that show them become stale, and matching channels without
     * them get a delivery. Resolves to the channels with something new to post or to edit.
     */
    rebuildAlerts: ({
      at,
      revised,
    }: {
      readonly at: number;
      readonly revised: readonly RevisedAlert[];
    }): Promise<readonly string[]> =>
      ingestion.ingest('rebuildAlerts', async () => ({ at, alerts: [], topics: [], revised })),

    /**
     * Abandons these alerts. Counts each for those of its channels to which no other rule delivered it.
     * @param at epoch ms
     */
    giveUpUndecided: (alerts: readonly GivenUpAlert[], at: number): Promise<void> =>
      database.transaction('giveUpUndecided', (transaction) => giveUp(transaction, alerts, at)),
  };
}

export type LateFactsStore = ReturnType<typeof createLateFactsStore>;
