import { limitNoticeOf } from '#src/alerts/person-limit.ts';
import { rolesToPing } from '#src/alerts/ping.ts';
import { isSilentPost } from '#src/alerts/silence.ts';
import { isPerson } from '#src/alerts/target.ts';
import { fullJitter } from '#src/chain/backoff.ts';
import { GavelError } from '#src/chain/errors.ts';
import { reached } from '#src/chain/points.ts';
import type { DrawnCharts } from '#src/charts/drawn-charts.ts';
import type { QueueWork } from '#src/store/model/channel-queue.ts';
import { type Delivery, nonceFor } from '#src/store/model/delivery.ts';
import type { ChannelQueueDeps, ChannelQueueRun } from './channel-queue-deps.ts';
import { createMessageEdits, earlier } from './edits.ts';
import type { TurnClass } from './fair-scheduler.ts';
import { nextStep, PENDING_LIMIT } from './next-step.ts';
import { createPersonOpening, isOfForgottenPerson } from './person-queue.ts';
import { createPostSender } from './post-sender.ts';
import { RETRIES } from './retries.ts';
import { createSetAside } from './set-aside.ts';
import type { WakeSignal } from './wake-signal.ts';

/** Maximum number of alerts in one message. */
const MAX_CHARTED = 10;

const SUMMARIES = {
  'quiet hours': 'a summary because of quiet hours',
  'hourly limit': 'a summary because of the hourly limit',
  backlog: 'a summary because of a backlog',
} as const;

/** Selects the first deliveries that may share one message; only the first if it needs its own message. */
function groupForOneMessage(pending: readonly Delivery[], layout: 'card' | 'summary'): readonly Delivery[] {
  const [first] = pending;
  if (first !== undefined && layout === 'card' && first.alone) return [first];
  const matchesInput = ({ alone, summarised }: Delivery) =>
    layout === 'summary' ? summarised : !summarised && !alone;
  const firstOther = pending.findIndex((delivery) => !matchesInput(delivery));
  return pending.slice(0, firstOther === -1 ? pending.length : firstOther);
}

/**
 * Runs one channel's queue, one request at a time, until nothing is left, the queue is stopped or `signal` aborts.
 * Order: posts without an answer, new messages by the channel's settings, edits, publishing.
 * Implements the state machine of `docs/design/sending.md`: every attempt is stored before its request starts. A post
 * without an answer is resolved by sending it again with the same nonce, later by reading the channel.
 * @param wakeSignal notified when there is new work, which ends the queue's wait
 */
export async function runChannelQueue(
  channelId: string,
  deps: ChannelQueueDeps,
  wakeSignal: WakeSignal,
  signal: AbortSignal,
): Promise<void> {
  const { outbox, turn, measurePause, report, notifier, rules, clock, random } = deps;
  // Don't log the user id: other fields reveal what they watch.
  const log = deps.log.child(isPerson(channelId) ? { target: 'a person' } : { channelId });
  const queue: ChannelQueueRun = { ...deps, channelId, signal, log };
  const setAside = createSetAside(clock.monotonic);
  const postSender = createPostSender(queue, setAside);
  const messageEdits = createMessageEdits(queue);
  const openForPerson = createPersonOpening(queue, wakeSignal);

  function stepOf(work: QueueWork) {
    const preferences = {
      settings: rules.settingsOf(channelId),
      timeZone: rules.timeZoneOf(work.target.guildId),
    };
    const others = setAside.without(work);
    const isOnlySetAside = others.pending.length === 0 && work.pending.length > 0;
    // Their control was abandoned or has expired, so nothing else would ever bring them back.
    if (isOnlySetAside) setAside.clear();
    return nextStep(isOnlySetAside ? work : others, preferences, clock.now());
  }

  async function readWork(turnClass: TurnClass, limit: number): Promise<QueueWork> {
    return measurePause(channelId, await turn(turnClass, () => outbox.channelWork(channelId, limit)));
  }

  /**
   * Reads the work, after expiring what expired by `at`, epoch ms. Both are one turn, so that the first of ten
   * thousand queues need not wait until all others have expired.
   */
  async function expireAndReadWork(
    at: number,
  ): Promise<{ readonly expired: number; readonly work: QueueWork }> {
    const { expired, work } = await turn('read', async () => {
      const read = await outbox.channelWork(channelId, PENDING_LIMIT);
      if (read.nextExpiryAt === null || read.nextExpiryAt >= at) return { expired: 0, work: read };
      const count = await outbox.expire(channelId, at);
      report({ type: 'expired', deliveries: count });
      return {
        expired: count,
        work: count === 0 ? read : await outbox.channelWork(channelId, PENDING_LIMIT),
      };
    });
    return { expired, work: measurePause(channelId, work) };
  }

  /**
   * Waits for a request permit; an urgent alert that arrives in the meantime raises its priority. Resolves to whether
   * it had to wait.
   */
  async function acquirePermit(urgent: boolean): Promise<boolean> {
    const permit = deps.permits(urgent ? 'urgent' : 'message');
    if (permit.isGranted()) return false;
    reached('a permit is waited for');
    for (let prioritised = urgent; !prioritised && !permit.isGranted(); ) {
      await Promise.race([permit.granted, wakeSignal.notified()]);
      if (permit.isGranted()) return true;
      wakeSignal.reset();
      const step = stepOf(await readWork('read', PENDING_LIMIT));
      prioritised = step.do === 'post' && step.urgent;
      if (prioritised) permit.prioritise();
    }
    await permit.granted;
    return true;
  }

  /**
   * Draws the charts of the alerts that are likely to be posted, before a permit is requested. The returned function
   * posts the first alerts of the work.
   */
  async function preparePost(work: QueueWork, layout: 'card' | 'summary') {
    const { target } = work;
    const alerts = groupForOneMessage(setAside.without(work).pending, layout)
      .slice(0, MAX_CHARTED)
      .map(({ alert }) => alert);
    const charts = await notifier.drawCharts(channelId, { layout, alerts }, target);
    const drawn = new Set(alerts.map(({ key }) => key));
    return (latest: QueueWork) => post(latest, charts, drawn);
  }

  /** @param drawn keys of the alerts whose charts were prepared */
  async function post(
    firstAlerts: QueueWork,
    charts: DrawnCharts,
    drawn: ReadonlySet<string>,
  ): Promise<void> {
    if (signal.aborted) return;
    const step = stepOf(firstAlerts);
    if (step.do !== 'post') return;
    const { layout } = step;
    const work =
      layout === 'summary'
        ? await readWork('request', postSender.summarySize() + setAside.size())
        : firstAlerts;
    const candidates = groupForOneMessage(setAside.without(work).pending, layout);
    const alertsOf = (deliveries: readonly Delivery[]) => deliveries.map(({ alert }) => alert);
    const fitting =
      layout === 'summary' ? postSender.summarySize() : notifier.capacity(channelId, candidates, work.target);
    const chosen = candidates.slice(0, fitting);
    const [first] = chosen;
    if (first === undefined) return;
    // Different alerts are first now, so the next step draws their charts and requests a new permit.
    const undrawn = alertsOf(chosen).filter(({ key }) => !drawn.has(key));
    if (undrawn.length > 0 && notifier.hasCharts(channelId, { layout, alerts: undrawn }, work.target)) return;
    const at = clock.now();
    const settings = rules.settingsOf(channelId);
    const { ping, hourlyLimit } = settings;
    const pingRoleIds = layout === 'summary' ? [] : rolesToPing(chosen, ping, work.lastPings, at);
    const watch = first.ruleIds?.[0] ?? null;
    const limitNotice =
      work.target.person === null || hourlyLimit === null
        ? null
        : limitNoticeOf(work, hourlyLimit, { layout, watch, at });
    if (limitNotice !== null) reached('an hourly limit is named');
    const started = await turn('request', () =>
      outbox.startPost({
        channelId,
        deliveryIds: chosen.map(({ id }) => id),
        nonce: nonceFor(channelId, first.alert),
        at,
        clockOffsetMs: notifier.clockOffsetMs(),
        layout,
        pingRoleIds,
        isSilent: isSilentPost(alertsOf(chosen), pingRoleIds, settings),
        limitNotice,
        watchIds: work.target.person === null ? [] : chosen.flatMap(({ ruleIds = [] }) => ruleIds),
      }),
    );
    // After a restore from a backup it may already have been posted; then the next step reads the channel.
    if (started.state === 'sending') await postSender.attempt(started, work.target, charts);
  }

  /** Resolves to the current work from the store; `null` if a message has to be sent first. */
  async function workWhileIdle(): Promise<QueueWork | null> {
    const work = await readWork('request', PENDING_LIMIT);
    return stepOf(work).do === 'wait' ? work : null;
  }

  /** Does one step. Resolves to whether there may be more to do. */
  async function step(): Promise<boolean> {
    wakeSignal.reset();
    const { expired, work } = await expireAndReadWork(deps.ageNow());
    if (expired > 0) {
      reached('alerts expire');
      log.warn({ expired }, 'alerts expired unposted');
    }
    const next = stepOf(work);
    switch (next.do) {
      case 'stop':
        return false;
      case 'settle':
        await postSender.resolve(next.post, { notBefore: next.notBefore, target: work.target });
        return true;
      case 'open':
        await openForPerson(next);
        return true;
      case 'leave to card':
        reached('an alert is left to its card');
        await turn('request', () => outbox.leaveToCard(next.deliveryId, next));
        return true;
      case 'summarise':
        reached(SUMMARIES[next.because]);
        await turn('read', () => outbox.summariseWaiting(channelId, { includeUrgent: next.includeUrgent }));
        log.debug({ because: next.because, waiting: work.waiting }, 'waiting alerts summarised');
        return true;
      case 'post': {
        // Other work may become due while this queue waits for its permit.
        const post = await preparePost(work, next.layout);
        const hasWaited = await acquirePermit(next.urgent);
        await post(hasWaited ? await readWork('request', PENDING_LIMIT) : work);
        messageEdits.noteMessage();
        return true;
      }
      case 'wait': {
        const until = earlier(next.until, await messageEdits.next(work, workWhileIdle));
        if (until === null) return false;
        await wakeSignal.sleepUntil(until);
        return true;
      }
    }
  }

  let failures = 0;
  let more = true;
  while (more && !signal.aborted) {
    try {
      more = await step();
      failures = 0;
    } catch (error) {
      failures += 1;
      reached('a step fails and is repeated');
      // Another process continues the queue; the loss was already logged.
      const isLost = error instanceof GavelError && error.code === 'LEASE_LOST';
      if (await isOfForgottenPerson(queue)) return;
      log[isLost ? 'debug' : 'error']({ err: error }, 'channel queue failed; retrying');
      await clock.sleep(fullJitter(failures + 1, RETRIES, random), signal);
    }
  }
}
