import { sql } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/chain/durations.ts';
import { selectChannelsWithWork } from './channels-with-work.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Transaction } from './database/database.ts';

/**
 * Waits before a stopped queue tries again by itself, by how often it was stopped before; then `HOUR_MS`. A person's:
 * `DAY_MS`.
 */
const RETRY_WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];

const IS_PERSON = sql`(target_type = 'person' or channel_id like 'dm:%')`;

/** When a queue that stops now tries again, as SQL. @param at epoch ms */
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
        // A person who refused a moment ago is not to be written to at once.
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
 * Opens the stopped queues that are to try again now and have something to send: each stops again at the next refusal.
 * Where the gateway shows that a permission is missing, it is waited for.
 * @param at epoch ms; a time that is further ahead than any wait was written by a wrong clock: it is over for a
 * channel, and lasts a day for a person
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
