import { sql } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/chain/durations.ts';
import { selectChannelsWithWork } from './channels-with-work.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Transaction } from './database/database.ts';

/**
 * Waits before a stopped queue is retried automatically, by its number of previous stops; then `HOUR_MS`. For a user,
 * `DAY_MS`.
 */
const RETRY_WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];

const IS_PERSON = sql`(target_type = 'person' or channel_id like 'dm:%')`;

/**
 * SQL expression for when a queue that stops now is retried.
 * @param at epoch ms
 */
export const nextRetry = (at: number) => sql<number>`cast(${at} as double precision) + case
  when ${IS_PERSON} then ${sql.lit(DAY_MS)}
  ${sql.join(
    RETRY_WAITS_MS.map((waitMs, retries) => sql`when retries = ${sql.lit(retries)} then ${sql.lit(waitMs)}`),
    sql` `,
  )}
  else ${sql.lit(HOUR_MS)} end`;

const endWrongWaits = compiledQuery(
  (
    transaction: Transaction,
    { now, inADay, inAnHour }: Parameters<{ now: number; inADay: number; inAnHour: number }>,
  ) =>
    transaction
      .updateTable('channelQueues')
      .set({
        // Do not retry immediately for a user who has just refused.
        retryAt: sql<number>`case when ${IS_PERSON} then cast(${inADay} as double precision) else cast(${now} as double precision) end`,
      })
      .where(
        'retryAt',
        '>',
        sql<number>`case when ${IS_PERSON} then cast(${inADay} as double precision) else cast(${inAnHour} as double precision) end`,
      ),
);

const selectDue = compiledQuery(
  (transaction: Transaction, { now, limit }: Parameters<{ now: number; limit: number }>) =>
    selectChannelsWithWork(transaction, 'paused')
      .where('retryAt', '<=', now)
      .where(({ not, exists, selectFrom, eb }) =>
        not(
          exists(
            selectFrom('channelFacts')
              .select(eb.lit(1).as('one'))
              .whereRef('channelFacts.channelId', '=', 'channelQueues.channelId')
              .where('channelFacts.missingPermissions', '<>', '[]'),
          ),
        ),
      )
      .orderBy('retryAt')
      .limit(limit),
);

/**
 * Opens stopped queues that are due for a retry and have something to send; each stops again at the next refusal.
 * Queues with a missing permission according to the gateway wait for that.
 * @param at epoch ms. A time further ahead than any wait was written with a wrong clock: it counts as over for a
 * channel, and as a day for a user
 */
export async function openForRetry(
  transaction: Transaction,
  at: number,
  limit: number,
): Promise<readonly string[]> {
  const inADay = at + DAY_MS;
  await endWrongWaits(transaction, { now: at, inADay, inAnHour: at + HOUR_MS });
  const due = await selectDue(transaction, { now: at, limit });
  if (due.length === 0) return [];
  const opened = await transaction
    .updateTable('channelQueues')
    .set({ state: 'open', problemCode: null, stoppedAt: null, retryAt: null })
    .where(
      'channelId',
      'in',
      due.map(({ channelId }) => channelId),
    )
    .where('state', '=', 'paused')
    .returning('channelId')
    .execute();
  return opened.map(({ channelId }) => channelId);
}
