import type { ExpressionBuilder } from 'kysely';
import { now } from './database/adapters.ts';
import type { Queries } from './database/database.ts';
import { inChunks, literal } from './database/lists.ts';
import { LATE_AFTER_MS, type LateQueue, type LateReason } from './model/channel-queue.ts';

/**
 * Selects the open queues with their first due alert: of the message in flight, otherwise of the pending ones.
 * Deliveries marked for a summary become due later (quiet hours, hourly limit), unless Discord asked to wait. Searches
 * each queue by index, so that the cost depends on the number of queues.
 */
const selectDue = (queries: Queries, at: number) =>
  queries
    .selectFrom('channelQueues')
    .leftJoin('posts', (join) =>
      join.onRef('posts.channelId', '=', 'channelQueues.channelId').on('posts.settledAt', 'is', null),
    )
    .select(({ eb, or, fn, ref, val, selectFrom }) => {
      const pending = selectFrom('deliveries')
        .select('deliveries.alertId')
        .whereRef('deliveries.channelId', '=', 'channelQueues.channelId')
        .where('deliveries.state', '=', literal('pending'))
        .orderBy('deliveries.id')
        .limit(1);
      const dueAfter = eb
        .case()
        .when('channelQueues.notBefore', '>', at)
        .then(val(0))
        .else(ref('channelQueues.summarisedUpTo'))
        .end();
      return [
        'channelQueues.channelId',
        'channelQueues.notBefore',
        'channelQueues.refusalCode',
        'posts.id as postId',
        'posts.layout',
        'posts.attempts',
        eb
          .case()
          .when(or([eb('posts.state', '=', 'ambiguous'), eb('posts.attempts', '>', 1)]))
          .then(literal<LateReason>('unanswered'))
          .when('channelQueues.refusalCode', 'is not', null)
          .then(literal<LateReason>('refused'))
          .when('channelQueues.notBefore', '>', at)
          .then(literal<LateReason>('limited'))
          .else(literal<LateReason>('queue'))
          .end()
          .as('reason'),
        eb
          .case()
          .when('posts.id', 'is not', null)
          .then(
            selectFrom('deliveries')
              .select('deliveries.alertId')
              .whereRef('deliveries.postId', '=', 'posts.id')
              .orderBy('deliveries.isUrgent', 'desc')
              .orderBy('deliveries.id')
              .limit(1),
          )
          .else(
            fn.coalesce(
              pending.where('deliveries.isUrgent', '=', true),
              pending.where('deliveries.isUrgent', '=', false).where('deliveries.id', '>', dueAfter),
            ),
          )
          .end()
          .as('alertId'),
      ];
    })
    .where('channelQueues.state', '=', literal('open'));

/**
 * Returns whether the alert has been waiting for too long. If its time is in the future, the clock was set back, so its
 * waiting time is unknown; a smaller difference may be that between two machines. If Discord does not accept the alert,
 * it counts from its event, which the bot may have learned about late.
 */
const isLate = (
  {
    and,
    or,
    eb,
  }: ExpressionBuilder<
    { due: { reason: LateReason }; alerts: { createdAt: number; occurredAt: number } },
    'due' | 'alerts'
  >,
  at: number,
) =>
  or([
    eb('alerts.createdAt', '<', at - LATE_AFTER_MS),
    eb('alerts.createdAt', '>', at + LATE_AFTER_MS),
    and([
      eb('due.reason', '<>', literal<LateReason>('queue')),
      eb('alerts.occurredAt', '<', (at - LATE_AFTER_MS) / 1_000),
    ]),
  ]);

/** Counts the late open queues, by reason. */
export async function countLateQueues(queries: Queries): Promise<Readonly<Record<LateReason, number>>> {
  const at = now(queries);
  const rows = await queries
    .selectFrom(selectDue(queries, at).as('due'))
    .innerJoin('alerts', 'alerts.id', 'due.alertId')
    .select(({ fn }) => ['due.reason', fn.countAll<number>().as('queues')])
    .where((where) => isLate(where, at))
    .groupBy('due.reason')
    .execute();
  const counts = { unanswered: 0, refused: 0, limited: 0, queue: 0 };
  for (const { reason, queues } of rows) counts[reason] = queues;
  return counts;
}

/** Returns the late ones of these queues, in the order of `channelIds`. */
export async function findLateQueues(
  queries: Queries,
  channelIds: readonly string[],
): Promise<readonly LateQueue[]> {
  const at = now(queries);
  const found = new Map<string, LateQueue>();
  for (const chunk of inChunks(channelIds)) {
    const rows = await queries
      .selectFrom(selectDue(queries, at).where('channelQueues.channelId', 'in', chunk).as('due'))
      .innerJoin('alerts', 'alerts.id', 'due.alertId')
      .select(({ fn, selectFrom }) => [
        'due.channelId',
        'due.notBefore',
        'due.refusalCode',
        'due.layout',
        'due.attempts',
        'due.reason',
        'alerts.createdAt',
        'alerts.occurredAt',
        selectFrom('deliveries')
          .select(fn.countAll<number>().as('count'))
          .whereRef('deliveries.channelId', '=', 'due.channelId')
          .where('deliveries.state', '=', literal('pending'))
          .$asScalar()
          .as('pending'),
        selectFrom('deliveries')
          .select(fn.countAll<number>().as('count'))
          .whereRef('deliveries.postId', '=', 'due.postId')
          .where('deliveries.state', '=', 'posting')
          .$asScalar()
          .as('posting'),
      ])
      .where((where) => isLate(where, at))
      .execute();
    for (const row of rows) {
      const { channelId, notBefore, refusalCode, layout, attempts, reason } = row;
      const { createdAt, occurredAt, pending, posting } = row;
      found.set(channelId, {
        channelId,
        alerts: (pending ?? 0) + (posting ?? 0),
        since: Math.min(reason === 'queue' ? createdAt : occurredAt * 1_000, createdAt, at),
        reason,
        notBefore,
        refusalCode,
        layout,
        tries: attempts ?? 0,
      });
    }
  }
  return channelIds.flatMap((channelId) => found.get(channelId) ?? []);
}
