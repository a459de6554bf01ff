import { STALE_AFTER_SECONDS } from '#src/alerts/expiry.ts';
import { marketKindOf } from '#src/alerts/kinds/registry.ts';
import { MINUTE_MS } from '#src/chain/durations.ts';
import { startTimer } from '#src/chain/elapsed.ts';
import { reached } from '#src/chain/points.ts';
import { type DrawnCharts, NO_CHARTS } from '#src/charts/drawn-charts.ts';
import type { QueueTarget } from '#src/store/model/channel-facts.ts';
import type { QueueWork } from '#src/store/model/channel-queue.ts';
import type { StaleLiveMessage, StalePost } from '#src/store/model/live-state.ts';
import type { ChannelQueueRun } from './channel-queue-deps.ts';
import { createFailingMessages } from './failing-messages.ts';
import type { ChartedMessage } from './notifier.ts';
import type { EditOutcome } from './posting.ts';
import { backoffAfter, retryDelayMs } from './retries.ts';
import { stopQueue } from './stop-queue.ts';

/** Edits and publishes posted messages. */
export interface MessageEdits {
  /**
   * Does one due task, in this order: edit a live message, redraw a message, publish a message. Resolves to the time of
   * the next task (epoch ms, 0 for now), or to `null` when nothing is left.
   * @param current reads the work again after waiting for a permit; `null` if a message has to be sent first
   */
  next(work: QueueWork, current: () => Promise<QueueWork | null>): Promise<number | null>;
  /** Call this after a message was sent, which reopens an archived thread: edits that wait for that are retried. */
  noteMessage(): void;
}

const IMMEDIATELY = 0;
/** No event reports that an archived thread the bot cannot see can be edited again. */
const closedThreadPauseMs = (failures: number): number => MINUTE_MS * Math.min(10, 2 ** (failures - 1));

/** Pause after a temporary refusal. */
interface Pause {
  refusals: number;
  /** Consecutive failures because of a closed thread. */
  closed: number;
  /** Rest of the pause, ms; zero or less when it is over. */
  remainingMs: () => number;
}

/** The live message that may be edited first, and when. */
function firstDue(
  liveMessages: readonly StaleLiveMessage[],
  nextEditAt: (liveMessage: StaleLiveMessage) => number,
) {
  const due = liveMessages.map((liveMessage) => ({ liveMessage, at: nextEditAt(liveMessage) }));
  return due.reduce<(typeof due)[number] | null>(
    (first, next) => (first === null || next.at < first.at ? next : first),
    null,
  );
}

/** The earlier of two times; `null` means never. */
export function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/**
 * Edits live messages to the state of their topics and other messages to the current content of their alerts, and
 * publishes messages of announcement channels.
 * All of it is idempotent, so nothing is stored before a request. Edits and publishing pause independently after a
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

  /** End of the pause, epoch ms; 0 if it is over. */
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
        // The bot reopened the thread: retry now, or later if Discord refuses again.
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

  async function edit(
    liveMessage: StaleLiveMessage,
    target: QueueTarget,
    charts: DrawnCharts,
  ): Promise<void> {
    const outcome = await notifier.edit(channelId, liveMessage, target, charts);
    report({ type: 'edited', what: 'edit', outcome });
    editThrottle.recordEdit(liveMessage);
    const message = `edit ${liveMessage.messageId}`;
    if (!(await settle(outcome, { pause: editPause, message, target }))) return;
    if (outcome.type === 'done') reached('a live message is edited');
    if (outcome.type === 'done')
      await turn('request', () => outbox.markDisplayed(liveMessage.deliveryId, liveMessage.revision));
    else await turn('request', () => outbox.abandonLiveMessage(liveMessage.deliveryId));
  }

  async function redraw(post: StalePost, target: QueueTarget, charts: DrawnCharts): Promise<void> {
    const outcome = await notifier.redraw(post, target, charts);
    report({ type: 'edited', what: 'edit', outcome });
    if (!(await settle(outcome, { pause: editPause, message: `redraw ${post.messageId}`, target }))) return;
    if (outcome.type === 'done') reached('a message is drawn again');
    await turn('request', () => outbox.markRedrawn(post.id, post.changes));
  }

  /**
   * A state of a published live message that is not shown. Discord limits edits of published messages, and each reaches
   * all servers that follow the channel. An auction's message is edited at its end.
   */
  function isPassedOver({ state }: StaleLiveMessage): boolean {
    return rules.settingsOf(channelId).publish && marketKindOf(state).isFinal?.(state) === false;
  }

  /** Draws charts before a permit is requested. */
  const chartsOf = (message: ChartedMessage, target: QueueTarget): Promise<DrawnCharts> =>
    notifier.drawCharts(channelId, message, target);

  /** Publishing may have been turned off in the meantime, or the message may be too old. */
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

      const passedOver = work.staleLiveMessages.find(isPassedOver);
      if (passedOver !== undefined) {
        await turn('request', () => outbox.markDisplayed(passedOver.deliveryId, passedOver.revision));
        return IMMEDIATELY;
      }
      const liveMessage = firstDue(work.staleLiveMessages, editThrottle.nextEditAt);
      const editAt = liveMessage === null ? null : Math.max(liveMessage.at, pauseEnd(editPause));
      if (liveMessage !== null && editAt !== null && editAt <= clock.now()) {
        const { deliveryId, revision, state } = liveMessage.liveMessage;
        const charts = await chartsOf({ layout: 'card', alerts: [state] }, work.target);
        await withPermit(async ({ staleLiveMessages, target }) => {
          const latest = staleLiveMessages.find((one) => one.deliveryId === deliveryId);
          if (latest === undefined) return;
          // The drawn chart belongs to an earlier state; the next step draws the new one.
          const message = { layout: 'card', alerts: [latest.state] } as const;
          if (latest.revision !== revision && notifier.hasCharts(channelId, message, target)) return;
          await edit(latest, target, charts);
        });
        return IMMEDIATELY;
      }
      const redrawAt = work.stalePost === null ? null : pauseEnd(editPause);
      if (redrawAt !== null && redrawAt <= clock.now()) {
        const charts = work.stalePost === null ? NO_CHARTS : await chartsOf(work.stalePost, work.target);
        await withPermit(async ({ stalePost, target }) => {
          if (stalePost === null) return;
          const isOther = stalePost.id !== work.stalePost?.id || stalePost.changes !== work.stalePost.changes;
          if (isOther && notifier.hasCharts(channelId, stalePost, target)) return;
          await redraw(stalePost, target, charts);
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
      return earlier(earlier(editAt, redrawAt), publishAt);
    },
  };
}
