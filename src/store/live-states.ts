import type { MarketAlert } from '#src/alerts/alert.ts';
import { marketAlertJson } from './alerts.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Queries, Transaction } from './database/database.ts';
import type { LiveState } from './model/live-state.ts';

/** A state with its revision, which increases with every change. */
export interface StoredLiveState {
  readonly state: MarketAlert;
  readonly revision: number;
}

/**
 * Writes the state. Resolves to `false` if it has not changed.
 * @param at epoch ms
 */
export async function writeLiveState(
  transaction: Transaction,
  { key, state }: LiveState,
  at: number,
): Promise<boolean> {
  const written = await transaction
    .insertInto('liveStates')
    .values({
      key,
      revision: 1,
      payload: marketAlertJson.write(state),
      occurredAt: state.occurredAt,
      changedAt: at,
    })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(({ eb, ref }) => ({
          revision: eb('liveStates.revision', '+', 1),
          payload: ref('excluded.payload'),
          occurredAt: ref('excluded.occurredAt'),
          changedAt: ref('excluded.changedAt'),
        }))
        .whereRef('liveStates.payload', '<>', 'excluded.payload'),
    )
    .returning('revision')
    .executeTakeFirst();
  return written !== undefined;
}

const findState = compiledQuery((queries: Queries, { key }: Parameters<{ key: string }>) =>
  queries.selectFrom('liveStates').select(['payload', 'revision']).where('key', '=', key),
);

/** Finds the latest state; `null` if none was written. */
export async function findLiveState(queries: Queries, key: string): Promise<StoredLiveState | null> {
  const [found] = await findState(queries, { key });
  return found === undefined
    ? null
    : { state: marketAlertJson.read(found.payload), revision: found.revision };
}

const findStatesBetween = compiledQuery(
  (queries: Queries, { from, to, since }: Parameters<{ from: string; to: string; since: number }>) =>
    queries
      .selectFrom('liveStates')
      .select('payload')
      .where('key', '>=', from)
      .where('key', '<', to)
      .where('occurredAt', '>=', since)
      .orderBy('occurredAt', 'desc'),
);

/** Returns states whose keys begin with `prefix`, for events at `since` (epoch seconds) or later, latest first. */
export async function liveStatesBeginningWith(
  queries: Queries,
  prefix: string,
  since: number,
): Promise<readonly MarketAlert[]> {
  // Above every text with this prefix, in byte order.
  const to = `${prefix}\u{10ffff}`;
  const rows = await findStatesBetween(queries, { from: prefix, to, since });
  return rows.map(({ payload }) => marketAlertJson.read(payload));
}
