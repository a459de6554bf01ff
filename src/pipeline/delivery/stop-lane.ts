import type { SendOutcome } from '../../domain/posting.ts';
import type { LaneRun } from './lane-deps.ts';

type Stopped = Extract<SendOutcome, { readonly type: 'stopped' }>;

/** Stops the lane, says so in the log, and lets its people be told. */
export async function stopLane({ outbox, channelId, log, onStopped }: LaneRun, why: Stopped): Promise<void> {
  const { state, code, detail } = why;
  await outbox.stopLane(channelId, { state, code });
  log.warn({ code, state, detail }, 'the channel takes no messages; its alerts wait');
  onStopped();
}
