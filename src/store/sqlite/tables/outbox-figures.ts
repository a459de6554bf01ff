import type { Database } from 'better-sqlite3';
import type { OutboxFigures } from '../../health-store.ts';
import { readStopped, readUnsettled, readWaiting } from '../../rows/outbox-figures.ts';
import { readNumber } from '../../rows/row-mapper.ts';
import type { LateQueues } from './late-queues.ts';

/** Groups by channel first, in the order of the index, so that the rows of long queues are not read. */
export const COUNT_WAITING = `
  SELECT sum(iif(lanes.state = 'open', waiting.deliveries, 0)) AS open,
         sum(iif(lanes.state = 'open', 0, waiting.deliveries)) AS stopped,
         min(iif(lanes.state = 'open', waiting.oldest, NULL)) AS oldest
    FROM (SELECT channel_id, count(*) AS deliveries, min(occurred_at) AS oldest
            FROM deliveries WHERE state = 'pending' GROUP BY channel_id) AS waiting
    JOIN lanes ON lanes.channel_id = waiting.channel_id`;

export const COUNT_UNSETTLED = `
  SELECT sum(state = 'sending') AS sending, sum(state = 'ambiguous') AS ambiguous
    FROM posts WHERE settled_at IS NULL`;

/** Leaves out queues whose last rule was removed. */
const STOPPED_BY_CODE = `
  SELECT state, problem_code AS code, count(*) AS queues FROM lanes
   WHERE state <> 'open' AND abandoned = 0 GROUP BY state, problem_code`;

/**
 * Figures over all queues, for metrics.
 * @param now epoch ms
 */
export function createOutboxFigures(
  db: Database,
  { lateQueues, now }: { readonly lateQueues: LateQueues; readonly now: () => number },
): () => OutboxFigures {
  const waiting = db.prepare<[]>(COUNT_WAITING);
  const unsettled = db.prepare<[]>(COUNT_UNSETTLED);
  const stopped = db.prepare<[]>(STOPPED_BY_CODE);
  const stale = db.prepare<[]>('SELECT count(*) FROM cards WHERE stale_since IS NOT NULL').pluck();
  const rules = db.prepare<[]>('SELECT count(*) FROM subscriptions').pluck();

  return () => {
    const queue = readWaiting(waiting.get());
    return {
      waiting: queue.open,
      oldestWaitingSince: queue.oldest,
      waitingInStopped: queue.stopped,
      ...readUnsettled(unsettled.get()),
      late: lateQueues.count(now()),
      toEdit: readNumber(stale.get()),
      stopped: stopped.all().map(readStopped),
      rules: readNumber(rules.get()),
    };
  };
}
