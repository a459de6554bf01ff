import { type Expression, sql } from 'kysely';
import { personTarget } from '#src/alerts/target.ts';
import type { Queries } from './database/database.ts';
import { literal } from './database/lists.ts';

/**
 * Returns channels with an open queue that have something to send, settle, edit or publish, and users whose direct
 * messages must be opened. Checks each open queue by index, so the cost depends on the number of queues, not on their
 * length.
 */
export async function channelsWithWork(queries: Queries): Promise<readonly string[]> {
  const rows = await selectChannelsWithWork(queries).orderBy('channelId').execute();
  return rows.map(({ channelId }) => channelId);
}

const PREFIX = personTarget('');

/** SQL expression for the Discord id of a user target; null for a channel. */
const userIdOf = (target: Expression<string>) =>
  sql<string>`case when substr(${target}, 1, ${sql.lit(PREFIX.length)}) = ${sql.lit(PREFIX)}
    then substr(${target}, ${sql.lit(PREFIX.length + 1)}) end`;

/** Builds the query for these channels, or for those with a stopped queue. */
export const selectChannelsWithWork = (queries: Queries, state: 'open' | 'paused' = 'open') =>
  queries
    .selectFrom('channelQueues')
    .select('channelId')
    .where('state', '=', literal(state))
    .where(({ or, exists, selectFrom, eb, ref }) =>
      or([
        exists(
          selectFrom('deliveries')
            .select('deliveries.id')
            .whereRef('deliveries.channelId', '=', 'channelQueues.channelId')
            .where('deliveries.state', '=', literal('pending')),
        ),
        exists(
          selectFrom('posts')
            .select('posts.id')
            .whereRef('posts.channelId', '=', 'channelQueues.channelId')
            .where('posts.settledAt', 'is', null),
        ),
        exists(
          selectFrom('posts')
            .select('posts.id')
            .whereRef('posts.channelId', '=', 'channelQueues.channelId')
            .where('posts.publish', '=', literal('wanted')),
        ),
        exists(
          selectFrom('posts')
            .select('posts.id')
            .whereRef('posts.channelId', '=', 'channelQueues.channelId')
            .where('posts.staleSince', 'is not', null),
        ),
        exists(
          selectFrom('people')
            .innerJoin('subscriptions', (join) =>
              join.onRef('subscriptions.channelId', '=', 'channelQueues.channelId'),
            )
            .select(eb.lit(1).as('one'))
            .where('people.userId', '=', userIdOf(ref('channelQueues.channelId')))
            .where('people.directChannelId', 'is', null),
        ),
      ]),
    );
