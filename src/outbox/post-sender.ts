import { isUrgent } from '#src/alerts/alert.ts';
import { fullJitter } from '#src/chain/backoff.ts';
import { MINUTE_MS } from '#src/chain/durations.ts';
import { reached } from '#src/chain/points.ts';
import { type DrawnCharts, NO_CHARTS } from '#src/charts/drawn-charts.ts';
import type { QueueTarget } from '#src/store/model/channel-facts.ts';
import type { Post } from '#src/store/model/delivery.ts';
import type { HeldReason } from '#src/store/model/held.ts';
import type { ChannelQueueRun } from './channel-queue-deps.ts';
import { createListFailures } from './list-failures.ts';
import { PENDING_LIMIT } from './next-step.ts';
import type { ReadBack, SendOutcome } from './posting.ts';
import { backoffAfter, REQUEST_LIFETIME_MS, RETRIES, retryDelayMs } from './retries.ts';
import { createServerErrors } from './server-errors.ts';
import type { SetAside } from './set-aside.ts';
import { stopQueue } from './stop-queue.ts';

/**
 * Discord keeps nonces for "the past few minutes"; within one minute, a message with the same nonce is not posted
 * twice.
 */
const NONCE_WINDOW_MS = 60_000;
/**
 * How long Discord must refuse to show a user's messages before the refusal counts. Nobody can be asked about direct
 * messages, and Discord refuses single requests without a reason.
 */
const UNREADABLE_FOR_MS = 5 * MINUTE_MS;
/** After this many failed reads of the channel in a row a warning is logged. */
const WARN_AFTER_READ_BACKS = 10;
/** Alerts in one summary. More are unreadable; fewer take too long for a backlog of thousands. */
const SUMMARY_SIZE = 500;

type Unexplained = Extract<SendOutcome, { readonly type: 'unexplained' }>;
type Sent = Extract<SendOutcome, { readonly type: 'sent' }>;
type Invalid = Extract<SendOutcome, { readonly type: 'invalid' }>;
/** Why a message is not sent again in the same layout. */
type Refusal = Unexplained | Invalid | typeof REPEATED_SERVER_ERRORS;

const REPEATED_SERVER_ERRORS = {
  type: 'server error',
  code: null,
  detail: 'Discord repeatedly answers 5xx to it and accepts other messages',
} as const;

/** Stands for an attempt after which Discord does not know the message. */
const NEVER_POSTED: Unexplained = {
  type: 'unexplained',
  code: 10_008,
  retryAfterMs: null,
  detail: 'Unknown Message for a first try',
};

/** Returns the code shown by `/alerts health` and `/why`: 0 for a refusal without a code, `null` for a 5xx. */
const refusalCodeOf = (refusal: Refusal): number | null =>
  refusal.type === 'server error' ? null : (refusal.code ?? 0);

/** Names of the ways a search can end, for tests that stop the process there. */
const SEARCHES = {
  found: 'a search finds the message',
  absent: 'a search finds nothing',
  unreadable: 'a search cannot read',
  crowded: 'a search finds too much',
  hidden: 'a search finds a message without its mark',
  unlistable: 'a search cannot list',
  unavailable: 'a search fails',
} as const;

/** Sends posts and resolves those without an answer. */
export interface PostSender {
  /**
   * Sends a post that was just stored as being sent. @param charts charts of its alerts, drawn before the permit was
   * requested
   */
  attempt(post: Post, target: QueueTarget, charts: DrawnCharts): Promise<void>;
  /**
   * Does one step to find out whether a post was accepted. @param when.notBefore no request before this time, epoch ms
   */
  resolve(post: Post, when: { readonly notBefore: number; readonly target: QueueTarget }): Promise<void>;
  /**
   * Returns the maximum number of alerts in the next summary. It is halved after every rejected summary, to isolate a
   * bad alert.
   */
  summarySize(): number;
}

function isUrgentPost({ layout, alerts }: Post): boolean {
  return layout !== 'summary' && alerts.some(isUrgent);
}

/** Implements the post states of `docs/design/sending.md`. */
export function createPostSender(queue: ChannelQueueRun, setAside: SetAside): PostSender {
  const { outbox, turn, report, notifier, rules, clock, random, log, channelId, signal, channelHealth } =
    queue;
  const serverErrors = createServerErrors({
    channelId,
    channelHealth,
    now: clock.monotonic,
  });
  const listFailures = createListFailures({ listHealth: queue.listHealth, now: clock.monotonic });
  /** Returns the start of an attempt by this machine's clock, and the offset of Discord's clock. */
  const tryTimes = () => ({ at: clock.now(), clockOffsetMs: notifier.clockOffsetMs() });
  let refusals = 0;
  /** Key of the last alert that was logged as rejected in every layout. */
  let reportedCause: string | null = null;
  /** The last alert rejected in every layout, and when that first happened, by the monotonic clock. */
  let refusedFirst: { readonly key: string; readonly at: number } | null = null;
  let readBacks = 0;
  /** Start of Discord's refusals to show the channel's messages, ms by the monotonic clock. */
  let unreadableSince: number | null = null;
  let summarySize = SUMMARY_SIZE;

  /** Waits for a request permit; false on shutdown. */
  async function acquirePermit(post: Post): Promise<boolean> {
    await queue.permits(isUrgentPost(post) ? 'urgent' : 'verify').granted;
    return !signal.aborted;
  }

  /**
   * Returns whether Discord still recognises the nonce of the first attempt. The clock may have been set back since,
   * even while no process was running, so the larger age counts: by this machine's clock or by Discord's.
   */
  function isNonceKept({ firstTryAt, firstClockOffsetMs }: Post): boolean {
    const ageMs = clock.now() - firstTryAt;
    const offsetMs = notifier.clockOffsetMs();
    const setBackMs = offsetMs === null || firstClockOffsetMs === null ? 0 : offsetMs - firstClockOffsetMs;
    return Math.max(ageMs, ageMs + setBackMs) < NONCE_WINDOW_MS;
  }

  /**
   * Returns a refused post to the queue. After more than one attempt in the nonce window, an earlier one may have been
   * posted, so a refusal proves nothing.
   */
  async function returnToQueue(post: Post, notBefore: number, refusalCode?: number | null): Promise<void> {
    const rest = { notBefore, refusalCode: refusalCode ?? null };
    if (post.attempts > 1) reached('a refusal after an unknown answer');
    if (post.attempts > 1) await turn('request', () => outbox.markAmbiguous(post.id, rest));
    // An admin asked for this message to be posted, so it must not expire.
    else if (post.confirmedAbsent)
      await turn('request', () => outbox.markAmbiguous(post.id, { ...rest, stillAbsent: true }));
    else await turn('request', () => outbox.release(post.id, { ...rest, alone: false }));
  }

  async function giveUp(
    post: Post,
    reason: 'refused' | 'unverifiable',
    refusalCode: number | null = null,
  ): Promise<void> {
    await turn('request', () => outbox.markDead(post.id, reason, refusalCode));
    report({ type: 'given up', reason, messages: 1 });
  }

  async function accepted(
    post: Post,
    { messageId, leftOut = [] }: Pick<Sent, 'messageId' | 'leftOut'>,
    target: QueueTarget,
    isFound = false,
  ): Promise<void> {
    const publish = rules.settingsOf(channelId).publish && target.facts?.isPublishing !== false;
    serverErrors.reset();
    const sent = { messageId, at: clock.now(), publish, isFound, leftOut, refused: setAside.decided() };
    const { givenUp } = await turn('request', () => outbox.markSent(post.id, sent));
    if (givenUp > 0) {
      report({ type: 'given up', reason: 'refused', messages: givenUp });
      log.error({ givenUp }, 'next message accepted; rejected alerts abandoned');
    }
  }

  /** Retries later, because the cause of the refusal is unknown. */
  async function waitAndTryAgain(post: Post, refusal: Refusal): Promise<void> {
    const { code, detail } = refusal;
    setAside.clear();
    reached('an unexplained refusal is waited out');
    refusals += 1;
    // Responses with status 400 do not count towards a ban, and a body that Discord never accepts must not slow down
    // everything else.
    if (refusal.type === 'unexplained') queue.brake.refused(channelId);
    const retryAfterMs = refusal.type === 'unexplained' ? refusal.retryAfterMs : null;
    const waitMs = retryDelayMs(retryAfterMs, refusals, random, backoffAfter({ code: code ?? null }));
    log.info(
      { waitMs, detail },
      refusal.type === 'server error'
        ? 'messages answered with 5xx; retrying'
        : 'message rejected for an unknown reason; retrying',
    );
    return returnToQueue(post, clock.now() + waitMs, refusalCodeOf(refusal));
  }

  /**
   * Returns results of other channels; for an alert that was rejected before, whether Discord accepted anything there
   * since. Otherwise several channels that wait with the same alert would block each other forever.
   */
  function othersSince(key: string | null): ReturnType<typeof channelHealth.othersNow> {
    const since = refusedFirst?.key === key ? refusedFirst.at : null;
    if (since === null) refusedFirst = key === null ? null : { key, at: clock.monotonic() };
    return since !== null && channelHealth.othersWork(channelId, since)
      ? 'work'
      : channelHealth.othersNow(channelId);
  }

  /**
   * Handles a message that was rejected in its last layout. It is abandoned only with evidence: Discord named its body
   * as the cause and accepts messages in other channels, or it accepts the next message of the same channel.
   * If it also rejects that message without naming a cause, the channel is stopped. If it answers 5xx to that message
   * too, both wait, because it may be a partial outage; after 15 minutes, one is abandoned so that those behind it can
   * be posted.
   */
  async function refusedInEveryLayout(post: Post, refusal: Refusal, target: QueueTarget): Promise<void> {
    const [alert] = post.alerts;
    const about = { detail: refusal.detail, alert: alert?.key };
    const namesBody = refusal.type === 'invalid';
    const others = othersSince(alert?.key ?? null);
    const isServerError = refusal.type === 'server error';
    const isGivenUp = isServerError ? serverErrors.lastLong() : namesBody && others === 'work';
    if (alert === undefined || isGivenUp) {
      if (isServerError) serverErrors.reset();
      reached('an alert is marked as dead');
      log.error(about, 'alert rejected in every layout; abandoned');
      return giveUp(post, 'refused', refusalCodeOf(refusal));
    }
    if (namesBody && others === 'fail') return waitAndTryAgain(post, refusal);
    if (!namesBody && setAside.size() > 0) {
      if (isServerError) return waitAndTryAgain(post, refusal);
      setAside.clear();
      const { code, detail } = refusal;
      await returnToQueue(post, 0);
      return stopQueue(queue, { type: 'stopped', state: 'paused', code: code ?? 0, detail }, target);
    }
    if (reportedCause !== alert.key)
      log.warn(about, 'alert rejected in every layout; trying the next message');
    reportedCause = alert.key;
    setAside.add(alert.key, refusalCodeOf(refusal));
    const work = setAside.without(await turn('request', () => outbox.channelWork(channelId, PENDING_LIMIT)));
    if (work.pending.length === 0) return waitAndTryAgain(post, refusal);
    await turn('request', () =>
      outbox.release(post.id, { notBefore: 0, refusalCode: refusalCodeOf(refusal), alone: true }),
    );
  }

  /** Sends the alerts in another layout, because Discord rejected the message and therefore did not post it. */
  async function changeLayout(post: Post, refusal: Refusal, target: QueueTarget): Promise<void> {
    const { detail } = refusal;
    const about = { detail, alerts: post.alerts.length, alert: post.alerts[0]?.key };
    if (refusal.type !== 'unexplained') serverErrors.resetTries();
    if (post.alerts.length > 1 && post.layout === 'summary') {
      reached('a summary is halved');
      summarySize = Math.ceil(post.alerts.length / 2);
      log.warn(about, 'summary rejected; halving it');
      return turn('request', () => outbox.release(post.id, { notBefore: 0, alone: false }));
    }
    if (post.alerts.length > 1) {
      reached('a batch is sent one by one');
      log.warn(about, 'batch rejected; sending its alerts one by one');
      return turn('request', () => outbox.release(post.id, { notBefore: 0, alone: true }));
    }
    if (post.layout !== 'text') {
      reached('an embed is sent as text');
      log.warn(about, 'embed rejected; sending plain text');
      const plain = await turn('request', () =>
        outbox.retryPost(post.id, { ...tryTimes(), newWindow: true, layout: 'text' }),
      );
      return attempt(plain, target);
    }
    return refusedInEveryLayout(post, refusal, target);
  }

  /**
   * Handles a refusal without a cause. As after a 5xx, the message is not blamed before Discord has accepted others for
   * a while.
   */
  async function waitOut(post: Post, refusal: Unexplained, target: QueueTarget): Promise<void> {
    channelHealth.failed(channelId);
    serverErrors.record();
    const isAtFault = post.attempts === 1 && serverErrors.isMessageAtFault(post);
    return isAtFault ? changeLayout(post, refusal, target) : waitAndTryAgain(post, refusal);
  }

  async function settle(post: Post, outcome: SendOutcome, target: QueueTarget): Promise<void> {
    switch (outcome.type) {
      case 'sent':
        // A message can only have been deleted if there was an earlier attempt.
        if (outcome.messageId === null && post.attempts === 1) return waitOut(post, NEVER_POSTED, target);
        if (post.attempts > 1) reached('a repeated try is accepted');
        refusals = 0;
        channelHealth.accepted(channelId);
        queue.brake.accepted();
        if (post.layout === 'summary') summarySize = Math.min(SUMMARY_SIZE, summarySize * 2);
        await accepted(post, outcome, target);
        if (outcome.leftOut !== undefined)
          log.warn({ leftOut: outcome.leftOut }, 'posted without rejected parts');
        log.debug({ alerts: post.alerts.length, layout: post.layout, attempts: post.attempts }, 'posted');
        return;
      case 'refused': {
        reached('a refusal is waited out');
        refusals += 1;
        const waitMs = retryDelayMs(outcome.retryAfterMs, refusals, random);
        log.debug({ waitMs, detail: outcome.detail }, 'message rejected temporarily');
        return returnToQueue(post, clock.now() + waitMs);
      }
      case 'invalid':
        channelHealth.failed(channelId);
        return post.attempts > 1
          ? turn('request', () => outbox.markAmbiguous(post.id))
          : changeLayout(post, outcome, target);
      case 'unexplained':
        return waitOut(post, outcome, target);
      case 'stopped':
        await returnToQueue(post, 0);
        return stopQueue(queue, outcome, target);
      case 'unauthorized':
        await returnToQueue(post, 0);
        return queue.onUnauthorized();
      case 'ambiguous':
        channelHealth.failed(channelId);
        reached(outcome.serverError ? 'a server error for a message' : 'no answer to a message');
        if (outcome.serverError) serverErrors.record();
        await turn('request', () => outbox.markAmbiguous(post.id));
        log.info(
          { detail: outcome.detail, attempts: post.attempts },
          'no response to a message; verifying delivery',
        );
    }
  }

  async function attempt(post: Post, target: QueueTarget, charts = NO_CHARTS): Promise<void> {
    const outcome = await notifier.send(post, target, charts);
    report({ type: 'attempted', post, outcome });
    await settle(post, outcome, target);
  }

  /**
   * Sends a post again. Storing the attempt may take long with thousands of queues, so the nonce window is checked
   * again.
   */
  async function retry(
    post: Post,
    newWindow: boolean,
    target: QueueTarget,
    charts: DrawnCharts,
  ): Promise<void> {
    const started = await turn('request', () =>
      outbox.retryPost(post.id, { ...tryTimes(), newWindow, layout: post.layout }),
    );
    if (isNonceKept(started)) return attempt(started, target, charts);
    // This attempt was not sent, so an admin's decision from before a new window is still valid.
    const stillAbsent = newWindow && started.confirmedAbsent;
    await turn('request', () => outbox.markAmbiguous(started.id, { notBefore: 0, stillAbsent }));
  }

  async function hold(post: Post, reason: HeldReason, { facts }: QueueTarget): Promise<void> {
    const result = await turn('request', () => outbox.holdPost(post.id, reason, facts?.checkedAt ?? null));
    // The next step reads the channel again.
    if (result === 'readable') return;
    if (result === 'held') report({ type: 'held', reason });
    else report({ type: 'given up', reason: 'unverifiable', messages: 1 });
    reached(result === 'held' ? 'a message is held' : 'a message is given up unverified');
    log.warn(
      { alerts: post.alerts.map((alert) => alert.key), reason },
      result === 'held'
        ? 'delivery not verifiable; channel on hold'
        : 'delivery not verifiable; alerts abandoned',
    );
    if (result === 'held') queue.onStopped();
  }

  /** Searches once. A user's messages count as unreadable only after Discord has refused for minutes. */
  async function search(post: Post, target: QueueTarget): Promise<ReadBack> {
    const seen = await notifier.readBack(post, target);
    if (seen.type !== 'unreadable') unreadableSince = null;
    if (seen.type !== 'unreadable' || target.person === null) return seen;
    unreadableSince ??= clock.monotonic();
    return clock.monotonic() - unreadableSince >= UNREADABLE_FOR_MS
      ? seen
      : { type: 'unavailable', detail: 'Discord refuses to show the messages', isListOnly: false };
  }

  async function verify(post: Post, target: QueueTarget, charts: DrawnCharts): Promise<void> {
    const seen = await search(post, target);
    report({ type: 'searched', post, result: seen.type });
    if (seen.type !== 'gone') reached(SEARCHES[seen.type]);
    readBacks = seen.type === 'unavailable' ? readBacks + 1 : 0;
    if (listFailures.isUnlistable(seen, target.guildId ?? channelId)) {
      reached('a search cannot list');
      return hold(post, 'unlistable', target);
    }
    switch (seen.type) {
      case 'found':
        return accepted(post, seen, target, true);
      case 'absent':
        if (!serverErrors.isMessageAtFault(post)) return retry(post, true, target, charts);
        reached('a message is blamed for server errors');
        return changeLayout(post, REPEATED_SERVER_ERRORS, target);
      case 'unreadable':
      case 'crowded':
      case 'unlistable':
      case 'hidden':
        return hold(post, seen.type, target);
      case 'gone':
        // The gateway does not report direct message channels, so nothing confirms that this one is gone. The search
        // continues once it is open again.
        if (target.person === null) await giveUp(post, 'unverifiable');
        return stopQueue(
          queue,
          { type: 'stopped', state: 'closed', code: seen.code, detail: seen.detail },
          target,
        );
      case 'unavailable':
        // Logged at warn once per row of failures, because an outage may last long.
        log[readBacks === WARN_AFTER_READ_BACKS ? 'warn' : 'debug'](
          { detail: seen.detail, readBacks },
          'channel read-back failed; retrying',
        );
    }
  }

  /**
   * Resolves an attempt that lies in the future: the clock was set back since, so its age is unknown. The nonce is not
   * relied on, and the channel is read without waiting for the stored time.
   */
  async function resolveUndated(post: Post, waitMs: number, target: QueueTarget): Promise<void> {
    reached('a try that lies in the future');
    await clock.sleep(waitMs, signal);
    const charts = await notifier.drawCharts(channelId, post, target);
    if (await acquirePermit(post)) await verify(post, target, charts);
  }

  async function resend(post: Post, notBefore: number, target: QueueTarget): Promise<void> {
    const remainingMs = notBefore - clock.now();
    if (remainingMs > 0) return clock.sleep(Math.min(remainingMs, RETRIES.maxMs), signal);
    reached('a held message is posted again');
    const charts = await notifier.drawCharts(channelId, post, target);
    if (await acquirePermit(post)) await retry(post, true, target, charts);
  }

  return {
    attempt,
    async resolve(post, { notBefore, target }) {
      if (post.layout === 'summary') reached('a summary without an answer');
      // The user watches nothing any more and gets no messages, so it stays unknown whether this one arrived.
      if (target.person?.watchesNothing === true) {
        reached('a message is given up unverified');
        return giveUp(post, 'unverifiable');
      }
      // An attempt whose result was not stored may have been accepted after an admin declared the message absent.
      if (post.confirmedAbsent && post.state === 'ambiguous') return resend(post, notBefore, target);
      const backoffMs = Math.min(RETRIES.maxMs, RETRIES.firstMs * 2 ** (post.attempts - 1));
      const waitMs = Math.max(REQUEST_LIFETIME_MS, backoffMs);
      if (post.lastTryAt - clock.now() > REQUEST_LIFETIME_MS) return resolveUndated(post, waitMs, target);
      const remainingMs = Math.max(post.lastTryAt + waitMs, notBefore) - clock.now();
      if (remainingMs > 0) return clock.sleep(Math.min(remainingMs, waitMs), signal);
      if (readBacks > 0) await clock.sleep(fullJitter(readBacks + 1, RETRIES, random), signal);
      const charts = await notifier.drawCharts(channelId, post, target);
      if (!(await acquirePermit(post))) return;
      // Checked only now: with thousands of channels, the permit may be granted after the nonce window.
      if (isNonceKept(post) && !serverErrors.isMessageAtFault(post)) await retry(post, false, target, charts);
      else await verify(post, target, charts);
    },
    summarySize: () => summarySize,
  };
}
