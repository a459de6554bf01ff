import { type Delivery, nonceFor } from '../../domain/delivery.ts';
import type { LaneWork } from '../../domain/lane.ts';
import { pingFor } from '../../domain/ping.ts';
import type { Alarm } from '../alarm.ts';
import { fullJitter } from '../backoff.ts';
import { STALE_AFTER_SECONDS } from '../intake/detect.ts';
import type { LaneDeps, LaneRun } from './lane-deps.ts';
import { ALERTS_LOOKED_AT, nextStep } from './next-step.ts';
import { RETRIES } from './retries.ts';
import { createSettling } from './settling.ts';
import { createTouchingUp, earlier } from './touching-up.ts';

/** What may be told together with the first: nothing where that or the next one needs a message of its own. */
function toldTogether(pending: readonly Delivery[], form: 'rich' | 'digest'): readonly Delivery[] {
  const [first] = pending;
  if (first !== undefined && form === 'rich' && first.alone) return [first];
  const fits = ({ alone, folded }: Delivery) => (form === 'digest' ? folded : !folded && !alone);
  const firstOther = pending.findIndex((delivery) => !fits(delivery));
  return pending.slice(0, firstOther === -1 ? pending.length : firstOther);
}

/**
 * Tells one channel what is there to tell, one request at a time, until nothing is left, the lane is stopped or `signal`
 * aborts: what has no answer first, then new messages in order, as the channel wants to be told, then edits, then what is to
 * be published. Follows the state machine of `docs/delivery.md`: every try of a message is durable before its request begins,
 * and what has no answer is settled by asking, first with the same nonce and later by reading the channel.
 * @param alarm rings when there is something new, which ends the lane's sleep
 */
export async function runLane(
  channelId: string,
  deps: LaneDeps,
  alarm: Alarm,
  signal: AbortSignal,
): Promise<void> {
  const { outbox, notifier, rules, clock, random } = deps;
  const log = deps.log.child({ channelId });
  const lane: LaneRun = { ...deps, channelId, signal, log };
  const settling = createSettling(lane);
  const touchingUp = createTouchingUp(lane);

  function stepOf(work: LaneWork) {
    const how = { settings: rules.settingsOf(channelId), timeZone: rules.timeZoneOf(channelId) };
    return nextStep(work, how, clock.now());
  }

  /** Waits for its turn, which comes sooner when something urgent comes meanwhile. */
  async function myTurn(urgent: boolean): Promise<void> {
    const turn = deps.turns(urgent ? 'urgent' : 'message');
    for (let hurried = urgent; !hurried && !turn.hasCome(); ) {
      await Promise.race([turn.come, alarm.rings()]);
      if (turn.hasCome()) return;
      alarm.reset();
      const step = stepOf(await outbox.laneWork(channelId, ALERTS_LOOKED_AT));
      hurried = step.do === 'post' && step.urgent;
      if (hurried) turn.hurry();
    }
    await turn.come;
  }

  /** A lane that waited for its turn may have other things to do by then. */
  async function post(): Promise<void> {
    if (signal.aborted) return;
    const few = await outbox.laneWorkInTurn(channelId, ALERTS_LOOKED_AT);
    const step = stepOf(few);
    if (step.do !== 'post') return;
    const { form } = step;
    const work = form === 'digest' ? await outbox.laneWorkInTurn(channelId, settling.digestSize()) : few;
    const candidates = toldTogether(work.pending, form);
    const alertsOf = (deliveries: readonly Delivery[]) => deliveries.map(({ alert }) => alert);
    const fitting =
      form === 'digest' ? candidates.length : notifier.capacity(channelId, alertsOf(candidates));
    const chosen = candidates.slice(0, fitting);
    const [first] = chosen;
    if (first === undefined) return;
    const at = clock.now();
    const { ping } = rules.settingsOf(channelId);
    const begun = await outbox.beginPost({
      channelId,
      deliveryIds: chosen.map(({ id }) => id),
      nonce: nonceFor(channelId, first.alert),
      at,
      aheadMs: notifier.aheadMs(),
      form,
      pingRoleId: form === 'digest' ? null : pingFor(alertsOf(chosen), ping, work.lastPingAt, at),
    });
    // After a restore from a backup it may have been told already: then the next step looks for it.
    if (begun.state === 'sending') await settling.attempt(begun);
  }

  /** What the store says now, as long as no message comes first. */
  async function whileMessagesRest(): Promise<LaneWork | null> {
    const work = await outbox.laneWorkInTurn(channelId, ALERTS_LOOKED_AT);
    return stepOf(work).do === 'rest' ? work : null;
  }

  /** One step. Resolves to whether there may be more to do. */
  async function step(): Promise<boolean> {
    alarm.reset();
    const staleBefore = Math.floor(deps.ageNow() / 1_000) - STALE_AFTER_SECONDS;
    const { expired, work } = await outbox.lookInto(channelId, ALERTS_LOOKED_AT, staleBefore);
    if (expired > 0) log.warn({ expired }, 'alerts waited longer than six hours and are not told');
    const next = stepOf(work);
    switch (next.do) {
      case 'stop':
        return false;
      case 'settle':
        await settling.resolve(next.post, next.notBefore);
        return true;
      case 'fold':
        await outbox.foldWaiting(channelId, { urgentToo: next.urgentToo });
        log.debug({ because: next.because, waiting: work.waiting }, 'what waits is told in a summary');
        return true;
      case 'post':
        await myTurn(next.urgent);
        await post();
        return true;
      case 'rest': {
        const until = earlier(next.until, await touchingUp.next(work, whileMessagesRest));
        if (until === null) return false;
        await alarm.sleepUntil(until);
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
      log.error({ err: error }, 'the lane stumbled; going on from what the store says');
      await clock.sleep(fullJitter(failures + 1, RETRIES, random), signal);
    }
  }
}
