import { sql } from 'kysely';
import { selectChannelsWithWork } from './channels-with-work.ts';
import { clockParameter, timeOf } from './database/adapters.ts';
import type { Database } from './database/database.ts';

/** Work that other processes added to the outbox. */
export interface FoundWork {
  /** Channels with an open queue that have something to do. */
  readonly withWork: readonly string[];
  /** Those of them with new work, although their queue may be waiting. */
  readonly withNew: readonly string[];
  /** Position for the next poll. */
  readonly seen: OutboxPosition;
}

/** Position of a poll. */
export interface OutboxPosition {
  /** Highest delivery id so far. */
  readonly deliveryId: number;
  /** Epoch ms, by the clock of the database. */
  readonly at: number;
}

/** An edit may be committed up to this long after it became due. */
const SLACK_MS = 2_000;

/**
 * Finds new work in the outbox with a single statement. Deliveries are committed in the order of their ids
 * (`database/locks.ts`), so none with a lower id can appear later.
 * @param seen position of the previous poll; `null` for the first
 */
export function findWork(database: Database, seen: OutboxPosition | null): Promise<FoundWork> {
  return database.readOne('lookIntoOutbox', async (queries) => {
    const { rows } = await sql<{ channelId: string | null; deliveryId: number | null; at: number | null }>`
      select channel_id, cast(null as bigint) as delivery_id, cast(null as double precision) as at from (${selectChannelsWithWork(queries)}) as work
      union all
      select channel_id, max(id), null from deliveries where id > ${seen?.deliveryId ?? 0} group by channel_id
      union all
      select channel_id, 0, null from posts where stale_since >= ${(seen?.at ?? 0) - SLACK_MS} group by channel_id
      union all
      select null, null, ${timeOf(queries, sql`${clockParameter(queries)}`)}`.execute(queries);
    const ofChannels = rows.flatMap(({ channelId, deliveryId }) =>
      channelId === null ? [] : [{ channelId, deliveryId }],
    );
    const isNew = ofChannels.filter(({ deliveryId }) => deliveryId !== null);
    return {
      withWork: ofChannels.flatMap(({ channelId, deliveryId }) => (deliveryId === null ? [channelId] : [])),
      withNew: [...new Set(isNew.map(({ channelId }) => channelId))],
      seen: {
        deliveryId: isNew.reduce(
          (highest, row) => Math.max(highest, row.deliveryId ?? 0),
          seen?.deliveryId ?? 0,
        ),
        at: rows.find(({ at }) => at !== null)?.at ?? 0,
      },
    };
  });
}
