import type { ChannelQueueRun } from './channel-queue-deps.ts';
import type { SendOutcome } from './posting.ts';

type Stopped = Extract<SendOutcome, { readonly type: 'stopped' }>;

/** Stops the channel queue, logs it and has the authors of its rules notified. */
export async function stopQueue(
  { outbox, channelId, log, onStopped }: ChannelQueueRun,
  why: Stopped,
): Promise<void> {
  const { state, code, detail } = why;
  await outbox.stopQueue(channelId, { state, code });
  log.warn({ code, state, detail }, 'Discord does not accept messages in the channel; its alerts wait');
  onStopped();
}
