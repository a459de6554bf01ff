import { floorState } from '#src/alerts/kinds/floor/state.ts';
import { address } from '#src/chain/codecs.ts';
import { dialectOf } from './database/adapters.ts';
import type { Database, Transaction } from './database/database.ts';
import { versionedJson } from './database/json.ts';
import { inChunks } from './database/lists.ts';
import type { Ingestion } from './ingestion.ts';
import type { AddressedAlert, FloorBatch, KnownFloor } from './model/ingest-batch.ts';

const stateJson = versionedJson('the state of a floor', 1, floorState);

/** Returns the active rules among these, which cannot change until the end of the transaction. */
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

/** Returns the rules for which an alert is posted, or left out by a silence. */
const recipientRules = ({ channels, silenced = [] }: AddressedAlert): readonly number[] =>
  [...channels, ...silenced].flatMap(({ subscriptionIds }) => subscriptionIds);

/** Creates the transactions of floor alerts. */
export function createFloorStore(database: Database, ingestion: Ingestion) {
  return {
    /** Resolves to the states of all rules, including paused ones, by rule and collection. */
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
     * Ingests a reading like `FeedStore.ingest`: one transaction, each alert once. Resolves to the channels with
     * changes. Data of rules that were removed or paused in the meantime is left out.
     */
    ingestFloors: ({ at, states, alerts }: FloorBatch): Promise<readonly string[]> =>
      ingestion.ingest('ingestFloors', async (transaction) => {
        const addressed = alerts.flatMap(recipientRules);
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
        const wanted = alerts.filter((one) => recipientRules(one).some((id) => active.has(id)));
        return wanted.length === 0 ? null : { at, alerts: wanted, topics: [] };
      }),
  };
}

export type FloorStore = ReturnType<typeof createFloorStore>;
