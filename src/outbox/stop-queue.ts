import { reached } from '#src/chain/points.ts';
import type { QueueTarget } from '#src/store/model/channel-facts.ts';
import type { ChannelQueueRun } from './channel-queue-deps.ts';
import { stopPersonQueue } from './person-queue.ts';
import type { SendOutcome } from './posting.ts';

type Stopped = Extract<SendOutcome, { readonly type: 'stopped' }>;

/**
 * Stops the channel queue, logs it and has the authors of its rules notified.
 * A paused queue is resumed when a permission is restored; if that happened during the request, it retries at once. A
 * channel that the gateway still reports is paused and retried automatically, even if Discord says that it does not
 * exist.
 * @param target as known when the request was made
 */
export async function stopQueue(queue: ChannelQueueRun, why: Stopped, target: QueueTarget): Promise<void> {
  if (target.person !== null) return stopPersonQueue(queue, why, target.person);
  const { outbox, turn, channelId, log, onStopped } = queue;
  const { code, detail } = why;
  const state = why.state === 'closed' && target.facts !== null ? 'paused' : why.state;
  const seen = state === 'paused' ? { seenFacts: target.facts?.checkedAt ?? null } : {};
  if (!(await turn('request', () => outbox.stopQueue(channelId, { state, code, ...seen })))) {
    reached('a permission came back during the request');
    log.info({ code, detail }, 'message rejected before permissions were restored; retrying');
    return;
  }
  reached('a channel is stopped');
  log.warn({ code, state, detail }, 'channel rejects messages; alerts on hold');
  onStopped();
}
