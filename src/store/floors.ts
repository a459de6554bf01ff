import { floorState } from '#src/alerts/kinds/floor/state.ts';
import { address } from '#src/chain/codecs.ts';
import { dialectOf } from './database/adapters.ts';
import type { Database, Transaction } from './database/database.ts';
import { versionedJson } from './database/json.ts';
import { inChunks } from './database/lists.ts';
import type { Ingestion } from './ingestion.ts';
import type { FloorBatch, KnownFloor } from './model/ingest-batch.ts';

const stateJson = versionedJson('the state of a floor', 1, floorState);

/** Those of the rules that are active, which stay until the end of the transaction. */
async function activeRules(transaction: Transaction, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (const chunk of inChunks([...new Set(ids)].toSorted((one, other) => one - other))) {
    const rows = await transaction
      .selectFrom('subscriptions')
      .select('id')
      .where('id', 'in', chunk)
      .where('pausedAt', 'is', null)
      .orderBy('id')
      .$if(dialectOf(transaction) === 'postgres', (query) => query.forUpdate())
      .execute();
    for (const { id } of rows) found.add(id);
  }
  return found;
}

/** The transactions of floor alerts. */
export function createFloorStore(database: Database, ingestion: Ingestion) {
  return {
    /** What every rule knows, of rules that have been paused too; by rule and collection. */
    floorStates: (): Promise<readonly KnownFloor[]> =>
      database.read('floorStates', async (queries) => {
        const rows = await queries
          .selectFrom('floorStates')
          .selectAll()
          .orderBy('subscriptionId')
          .orderBy('collection')
          .execute();
        return rows.map(({ subscriptionId, collection, state }) => ({
          subscriptionId,
          collection: address.parse(collection),
          state: stateJson.read(state),
        }));
      }),

    /**
     * Like `FeedStore.ingest`: one transaction, each alert once; resolves to the channels with something new. What is
     * about a rule that was removed or paused meanwhile is left out.
     */
    ingestFloors: ({ at, states, alerts }: FloorBatch): Promise<readonly string[]> =>
      ingestion.ingest('ingestFloors', async (transaction) => {
        const addressed = alerts.flatMap(({ channels }) => channels.flatMap((one) => one.subscriptionIds));
        const active = await activeRules(transaction, [
          ...states.map(({ subscriptionId }) => subscriptionId),
          ...addressed,
        ]);
        for (const chunk of inChunks(states.filter(({ subscriptionId }) => active.has(subscriptionId)))) {
          await transaction
            .insertInto('floorStates')
            .values(chunk.map((one) => ({ ...one, state: stateJson.write(one.state) })))
            .onConflict((conflict) =>
              conflict
                .columns(['subscriptionId', 'collection'])
                .doUpdateSet(({ ref }) => ({ state: ref('excluded.state') })),
            )
            .execute();
        }
        const wanted = alerts.filter(({ channels }) =>
          channels.some(({ subscriptionIds }) => subscriptionIds.some((id) => active.has(id))),
        );
        return wanted.length === 0 ? null : { at, alerts: wanted, topics: [] };
      }),
  };
}

export type FloorStore = ReturnType<typeof createFloorStore>;
