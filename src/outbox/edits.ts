import { isFinalState } from '#src/alerts/alert.ts';
import { STALE_AFTER_SECONDS } from '#src/alerts/expiry.ts';
import { MINUTE_MS } from '#src/chain/durations.ts';
import { startTimer } from '#src/chain/elapsed.ts';
import { reached } from '#src/chain/points.ts';
import type { DrawnCharts } from '#src/charts/drawn-charts.ts';
import type { QueueTarget } from '#src/store/model/channel-facts.ts';
import type { QueueWork } from '#src/store/model/channel-queue.ts';
import type { StaleMessage } from '#src/store/model/live-state.ts';
import type { ChannelQueueRun } from './channel-queue-deps.ts';
import { createFailingMessages } from './failing-messages.ts';
import type { EditOutcome } from './posting.ts';
import { backoffAfter, retryDelayMs } from './retries.ts';
import { stopQueue } from './stop-queue.ts';

/** Edits and publishes posted messages. */
export interface MessageEdits {
  /**
   * Does one due task: edits a stale message, or else publishes a message. Resolves to the time of the next task
   * (epoch ms, 0 for now), or to `null` when nothing is left.
   * @param current reads the work again after waiting for a permit; `null` if a message has to be sent first
   */
  next(work: QueueWork, current: () => Promise<QueueWork | null>): Promise<number | null>;
  /** Retries edits that wait for an archived thread. Call this after a message was sent, which reopens the thread. */
  noteMessage(): void;
}

const IMMEDIATELY = 0;
/**
 * Returns the pause before an edit in an archived thread is retried, ms. Retries are necessary because no event reports
 * that a thread the bot cannot see was reopened.
 */
const closedThreadPauseMs = (failures: number): number => MINUTE_MS * Math.min(10, 2 ** (failures - 1));

/** Pause after a temporary refusal. */
interface Pause {
  refusals: number;
  /** Consecutive failures because of a closed thread. */
  closed: number;
  /** Remaining time of the pause, ms; zero or less when it is over. */
  remainingMs: () => number;
}

/** Finds the message that may be edited first, and when; of several, the longest stale. */
function firstDue(messages: readonly StaleMessage[], nextEditAt: (message: StaleMessage) => number) {
  const due = messages.map((message) => ({ message, at: nextEditAt(message) }));
  return due.reduce<(typeof due)[number] | null>(
    (first, next) => (first === null || next.at < first.at ? next : first),
    null,
  );
}

/** Returns the earlier of two times; `null` means never. */
export function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/**
 * Edits stale messages to what they should show, and publishes messages of announcement channels.
 * All of it can be repeated, so nothing is stored before a request. Edits and publishing pause independently after a
 * refusal; new messages do not wait for them.
 */
export function createMessageEdits(queue: ChannelQueueRun): MessageEdits {
  const { outbox, turn, report, notifier, rules, clock, random, log, channelId, signal, editThrottle } =
    queue;
  const editPause: Pause = { refusals: 0, closed: 0, remainingMs: () => 0 };
  const publishPause: Pause = { refusals: 0, closed: 0, remainingMs: () => 0 };

  const failing = createFailingMessages({
    channelId,
    channelHealth: queue.channelHealth,
    now: clock.monotonic,
  });

  function pauseFor(pause: Pause, waitMs: number): void {
    const elapsed = startTimer(clock);
    pause.remainingMs = () => waitMs - elapsed();
  }

  /** Returns the end of the pause, epoch ms; 0 if it is over. */
  function pauseEnd(pause: Pause): number {
    const remainingMs = pause.remainingMs();
    return remainingMs <= 0 ? 0 : clock.now() + remainingMs;
  }

  /**
   * Handles the outcome. Resolves to whether the message is done.
   * @param message identifies the message and the change
   */
  async function settle(
    outcome: EditOutcome,
    {
      pause,
      message,
      target,
    }: { readonly pause: Pause; readonly message: string; readonly target: QueueTarget },
  ): Promise<boolean> {
    switch (outcome.type) {
      case 'done':
        pause.refusals = 0;
        if (pause.closed > 0) await turn('request', () => outbox.noteEditProblem(channelId, null));
        pause.closed = 0;
        failing.forget(message);
        queue.channelHealth.accepted(channelId);
        queue.brake.accepted();
        return true;
      case 'impossible':
        reached('a message is gone when it is edited');
        log.info({ detail: outcome.detail }, 'message can no longer be edited or published; skipped');
        failing.forget(message);
        return true;
      case 'closed thread': {
        pause.closed += 1;
        // The bot reopened the thread, so retry now, or later if Discord refuses again.
        const isOpened = outcome.isOpened && pause.closed === 1;
        pauseFor(pause, isOpened ? 0 : closedThreadPauseMs(pause.closed));
        if (isOpened) return false;
        if (pause.closed <= 2) log.info({ detail: outcome.detail }, 'edit on hold: thread closed');
        await turn('request', () => outbox.noteEditProblem(channelId, outcome.code));
        return false;
      }
      case 'later': {
        const isUnexplained = outcome.code !== undefined;
        if (isUnexplained) queue.brake.refused(channelId);
        if ((outcome.serverError || isUnexplained) && failing.isAtFault(message)) {
          reached('a message takes no edit');
          log.warn({ detail: outcome.detail, message }, 'edit rejected by Discord; skipped');
          pause.refusals = 0;
          return true;
        }
        reached('an edit is tried later');
        pause.refusals += 1;
        const waitMs = retryDelayMs(outcome.retryAfterMs, pause.refusals, random, backoffAfter(outcome));
        pauseFor(pause, waitMs);
        log.debug({ detail: outcome.detail, waitMs }, 'edit or publish failed; retrying');
        return false;
      }
      case 'stopped':
        await stopQueue(queue, outcome, target);
        return false;
      case 'unauthorized':
        queue.onUnauthorized();
        return false;
    }
  }

  async function edit(message: StaleMessage, target: QueueTarget, charts: DrawnCharts): Promise<void> {
    const sinceRequest = startTimer(clock);
    const outcome = await notifier.edit(message, target, charts);
    report({ type: 'edited', what: 'edit', outcome });
    const mayArrive = outcome.type === 'later' && outcome.mayArrive === true;
    editThrottle.recordEdit(message, mayArrive ? sinceRequest : null);
    const { id, messageId, changes, isLive } = message;
    if (!(await settle(outcome, { pause: editPause, message: `edit ${messageId}`, target }))) return;
    if (outcome.type !== 'done') {
      await turn('request', () => outbox.abandonMessage(id));
      return;
    }
    reached(isLive ? 'a live message is edited' : 'a message is drawn again');
    await turn('request', () => outbox.markShown(id, changes));
  }

  /** Returns whether the content of the message is unknown, so that no edit can bring it up to date. */
  const isLost = ({ alerts }: StaleMessage): boolean => alerts.length === 0;

  /**
   * Returns whether to skip a state of a published live message. Discord limits edits of published messages, and each
   * reaches all servers that follow the channel. An auction's message is edited at its end.
   */
  const isPassedOver = ({ isLive, alerts: [state] }: StaleMessage): boolean =>
    isLive && state !== undefined && rules.settingsOf(channelId).publish && isFinalState(state) === false;

  /**
   * Returns whether the message should still be published. Publishing may have been turned off in the meantime, or the
   * message may be too old.
   */
  function isWanted({ sentAt }: NonNullable<QueueWork['unpublished']>): boolean {
    return rules.settingsOf(channelId).publish && queue.ageNow() - sentAt <= STALE_AFTER_SECONDS * 1_000;
  }

  async function publish(
    { postId, messageId }: NonNullable<QueueWork['unpublished']>,
    target: QueueTarget,
  ): Promise<void> {
    const outcome = await notifier.publish(channelId, messageId);
    report({ type: 'edited', what: 'publish', outcome });
    if (!(await settle(outcome, { pause: publishPause, message: `publish ${messageId}`, target }))) return;
    if (outcome.type === 'done') reached('a message is published');
    await turn('request', () => outbox.markPublished(postId));
  }

  return {
    noteMessage() {
      if (editPause.closed > 0) editPause.remainingMs = () => 0;
    },
    async next(work, current) {
      async function withPermit(request: (fresh: QueueWork) => Promise<void>): Promise<void> {
        const permit = queue.permits('edit');
        const hasWaited = !permit.isGranted();
        await permit.granted;
        if (signal.aborted) return;
        // Other work may become due while this queue waits for its permit.
        const fresh = hasWaited ? await current() : work;
        if (fresh !== null) await request(fresh);
      }

      const { staleMessages } = work;
      const lost = staleMessages.find(isLost);
      if (lost !== undefined) {
        await turn('request', () => outbox.abandonMessage(lost.id));
        return IMMEDIATELY;
      }
      const passedOver = staleMessages.find(isPassedOver);
      if (passedOver !== undefined) {
        await turn('request', () => outbox.markShown(passedOver.id, passedOver.changes));
        return IMMEDIATELY;
      }
      const due = firstDue(staleMessages, editThrottle.nextEditAt);
      const editAt = due === null ? null : Math.max(due.at, pauseEnd(editPause));
      if (due !== null && editAt !== null && editAt <= clock.now()) {
        const { id, changes } = due.message;
        // Draws charts before a permit is requested.
        const charts = await notifier.drawCharts(channelId, due.message, work.target);
        await withPermit(async (fresh) => {
          const latest = fresh.staleMessages.find((one) => one.id === id);
          if (latest === undefined || isLost(latest)) return;
          // The drawn chart belongs to an earlier state; the next step draws the new one.
          if (latest.changes !== changes && notifier.hasCharts(channelId, latest, fresh.target)) return;
          await edit(latest, fresh.target, charts);
        });
        return IMMEDIATELY;
      }
      if (work.unpublished !== null && !isWanted(work.unpublished)) {
        const { postId } = work.unpublished;
        await turn('request', () => outbox.markPublished(postId));
        return IMMEDIATELY;
      }
      const publishAt = work.unpublished === null ? null : pauseEnd(publishPause);
      if (publishAt !== null && publishAt <= clock.now()) {
        await withPermit(async ({ unpublished, target }) => {
          if (unpublished !== null) await publish(unpublished, target);
        });
        return IMMEDIATELY;
      }
      return earlier(editAt, publishAt);
    },
  };
}
