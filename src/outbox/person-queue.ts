import { isPerson } from '#src/alerts/target.ts';
import { HOUR_MS } from '#src/chain/durations.ts';
import { reached } from '#src/chain/points.ts';
import type { PersonTarget } from '#src/store/model/channel-facts.ts';
import type { ChannelQueueRun } from './channel-queue-deps.ts';
import type { SendOutcome } from './posting.ts';
import { backoffAfter, retryDelayMs } from './retries.ts';
import type { WakeSignal } from './wake-signal.ts';

/* Discord's error code for a channel that does not exist. */

const UNKNOWN_CHANNEL = 10_003;
/** A direct message channel that disappears sooner than this after it was opened is not reopened automatically. */
const REOPENED_AFTER_MS = HOUR_MS;

type Stopped = Extract<SendOutcome, { readonly type: 'stopped' }>;

/**
 * Handles a refusal of messages to a user: their queue stays stopped until they resume it. A direct message channel
 * that no longer exists is opened again.
 */
export async function stopPersonQueue(
  { outbox, turn, people, channelId, clock, log }: ChannelQueueRun,
  { code, detail }: Stopped,
  { userId, directChannelId, openedAt }: PersonTarget,
): Promise<void> {
  const isOld = openedAt !== null && clock.now() - openedAt >= REOPENED_AFTER_MS;
  if (code === UNKNOWN_CHANNEL && directChannelId !== null && isOld) {
    await people.noteClosed(userId, directChannelId);
    log.info({ detail }, 'direct message channel gone; reopening');
    return;
  }
  await turn('request', () => outbox.stopQueue(channelId, { state: 'paused', code }));
  reached('a person accepts no messages');
  log.info({ code, detail }, 'direct messages rejected; watches on hold');
}

/**
 * Resolves to whether the queue belonged to a user whose data was deleted in the meantime, which explains a failed
 * step. Never rejects.
 */
export async function isOfForgottenPerson({ outbox, turn, channelId }: ChannelQueueRun): Promise<boolean> {
  if (!isPerson(channelId)) return false;
  try {
    return (await turn('read', () => outbox.channelWork(channelId, 1))).target.person === null;
  } catch {
    // Unknown; the caller then logs the error of the step and retries it.
    return false;
  }
}

/**
 * Opens the direct messages of the queue's user, once per call; a failure is retried after a pause.
 * @param wakeSignal notified when something may have become due
 */
export function createPersonOpening(
  queue: ChannelQueueRun,
  wakeSignal: Pick<WakeSignal, 'notified'>,
): (step: { readonly person: PersonTarget; readonly isDue: boolean }) => Promise<void> {
  const { openDirectMessages, people, clock, random, log } = queue;
  let failures = 0;

  return async ({ person, isDue }) => {
    const opening = openDirectMessages(person.userId);
    if (isDue) opening.prioritise();
    else void wakeSignal.notified().then(opening.prioritise);
    const outcome = await opening.outcome;
    switch (outcome?.type) {
      case undefined:
        return;
      case 'opened':
        failures = 0;
        queue.brake.accepted();
        return people.noteOpened(person.userId, outcome.channelId, clock.now());
      case 'later': {
        failures += 1;
        if (outcome.code !== undefined) queue.brake.refused(queue.channelId);
        const waitMs = retryDelayMs(outcome.retryAfterMs, failures, random, backoffAfter(outcome));
        log.debug({ waitMs, detail: outcome.detail }, 'direct message channel not opened; retrying');
        return people.holdUntil(person.userId, clock.now() + waitMs);
      }
      case 'stopped':
        return stopPersonQueue(queue, outcome, person);
      case 'unauthorized':
        return queue.onUnauthorized();
    }
  };
}
