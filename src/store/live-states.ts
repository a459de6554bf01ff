import type { MarketAlert } from '../alerts/alert.ts';
import { marketAlertJson } from './alerts.ts';
import type { Queries, Transaction } from './database/database.ts';
import type { LiveState } from './model/live-state.ts';

/** A state with its revision, which grows with every change. */
export interface StoredLiveState {
  readonly state: MarketAlert;
  readonly revision: number;
}

/** Writes the state; resolves to `false` when it has not changed. @param at epoch ms */
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

/** The latest state; `null` where none was written. */
export async function findLiveState(queries: Queries, key: string): Promise<StoredLiveState | null> {
  const found = await queries
    .selectFrom('liveStates')
    .select(['payload', 'revision'])
    .where('key', '=', key)
    .executeTakeFirst();
  return found === undefined
    ? null
    : { state: marketAlertJson.read(found.payload), revision: found.revision };
}

/** States whose keys begin with `prefix`, of events at `since` (epoch seconds) or later, the latest first. */
export async function liveStatesBeginningWith(
  queries: Queries,
  prefix: string,
  since: number,
): Promise<readonly MarketAlert[]> {
  const rows = await queries
    .selectFrom('liveStates')
    .select('payload')
    .where('key', '>=', prefix)
    // Above every text that begins with the prefix, in the order of bytes.
    .where('key', '<', `${prefix}\u{10ffff}`)
    .where('occurredAt', '>=', since)
    .orderBy('occurredAt', 'desc')
    .execute();
  return rows.map(({ payload }) => marketAlertJson.read(payload));
}
