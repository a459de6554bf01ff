import { personTarget } from '#src/alerts/target.ts';
import type { Queries } from './database/database.ts';
import { literal } from './database/lists.ts';
import { countLateQueues } from './late-queues.ts';
import type { OutboxFigures } from './model/health.ts';

/** Pattern for user targets. */
const ALL_PEOPLE = personTarget('%');

/** Counts by channel first, in the order of the index, so that the rows of long queues are not read. */
async function countWaiting(
  queries: Queries,
): Promise<Pick<OutboxFigures, 'waiting' | 'oldestWaitingSince' | 'waitingInStopped'>> {
  const byChannel = queries
    .selectFrom('deliveries')
    .select(({ fn }) => [
      'deliveries.channelId',
      fn.countAll<number>().as('count'),
      fn.min('deliveries.occurredAt').as('oldest'),
    ])
    .where('deliveries.state', '=', literal('pending'))
    .groupBy('deliveries.channelId')
    .as('waiting');
  const rows = await queries
    .selectFrom(byChannel)
    .innerJoin('channelQueues', 'channelQueues.channelId', 'waiting.channelId')
    .select(({ fn }) => [
      'channelQueues.state',
      fn.sum<number>('waiting.count').as('count'),
      fn.min('waiting.oldest').as('oldest'),
    ])
    .groupBy('channelQueues.state')
    .execute();
  const open = rows.find(({ state }) => state === 'open');
  return {
    waiting: open?.count ?? 0,
    oldestWaitingSince: open?.oldest ?? null,
    waitingInStopped: rows.filter(({ state }) => state !== 'open').reduce((sum, { count }) => sum + count, 0),
  };
}

async function countUnsettled(queries: Queries): Promise<Pick<OutboxFigures, 'sending' | 'ambiguous'>> {
  const rows = await queries
    .selectFrom('posts')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('settledAt', 'is', null)
    .groupBy('state')
    .execute();
  const countOf = (wanted: string) => rows.find(({ state }) => state === wanted)?.count ?? 0;
  return { sending: countOf('sending'), ambiguous: countOf('ambiguous') };
}

/** Counts stopped queues, without those whose last rule was removed. */
async function countStopped(queries: Queries): Promise<OutboxFigures['stopped']> {
  const rows = await queries
    .selectFrom('channelQueues')
    .select(({ fn }) => ['state', 'problemCode', fn.countAll<number>().as('queues')])
    .where('state', '<>', 'open')
    .where('isAbandoned', '=', false)
    // Closed direct messages of users are no failure.
    .where('channelId', 'not like', ALL_PEOPLE)
    .groupBy(['state', 'problemCode'])
    .orderBy('state')
    .orderBy('problemCode')
    .execute();
  return rows.flatMap(({ state, problemCode: code, queues }) =>
    state === 'open' || code === null ? [] : [{ state, code, queues }],
  );
}

async function countStale(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('staleSince', 'is not', null)
    .where('settledAt', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

async function countRules(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('channelId', 'not like', ALL_PEOPLE)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns figures on all queues, for metrics. */
export async function findOutboxFigures(queries: Queries): Promise<OutboxFigures> {
  return {
    ...(await countWaiting(queries)),
    ...(await countUnsettled(queries)),
    late: await countLateQueues(queries),
    toEdit: await countStale(queries),
    stopped: await countStopped(queries),
    rules: await countRules(queries),
  };
}
