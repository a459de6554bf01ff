import type { Post } from '../../domain/delivery.ts';
import type { HeldReason } from '../../domain/held.ts';
import type { SendOutcome } from '../../domain/posting.ts';
import { fullJitter } from '../backoff.ts';
import type { LaneRun } from './lane-deps.ts';
import { RETRIES, waitAfter } from './retries.ts';
import { createServerErrors } from './server-errors.ts';
import { stopLane } from './stop-lane.ts';

/**
 * A request is given up after 6 s (`discord/notifier.ts`), so after 7 s none of ours can still be under way and it may be
 * asked again what became of it.
 */
const REQUEST_LIFETIME_MS = 7_000;
/** Discord keeps nonces for "the past few minutes"; within one minute the same nonce never posts twice. */
const NONCE_WINDOW_MS = 60_000;
/** So many looks in a row that Discord does not answer are worth a line. */
const MANY_LOOKS = 10;
/** A summary of more reads like a table of numbers, and one of fewer would take long over a backlog of thousands. */
const DIGEST_SIZE = 500;

const FAILS_AT_IT = 'Discord answers 5xx to it again and again, and takes other messages';

/** What is done with a message from its first try to its end. */
export interface Settling {
  /** Sends a post that was just begun. */
  attempt(post: Post): Promise<void>;
  /** Takes one step towards knowing what became of a post. @param notBefore Discord takes no request about it before, epoch ms */
  resolve(post: Post, notBefore: number): Promise<void>;
  /** How many alerts the next summary may hold; halved with every summary that Discord refuses, so that one bad alert is found. */
  digestSize(): number;
}

function isUrgent({ form, alerts }: Post): boolean {
  return form !== 'digest' && alerts.some(({ kind }) => kind === 'auction_ending');
}

/** Settles posts by the state machine of `docs/delivery.md`. */
export function createSettling(lane: LaneRun): Settling {
  const { outbox, notifier, rules, clock, random, log, channelId, signal } = lane;
  const serverErrors = createServerErrors({ channelId, elsewhere: lane.elsewhere, now: clock.now });
  /** When a try begins, by our clock and Discord's. */
  const tryNow = () => ({ at: clock.now(), aheadMs: notifier.aheadMs() });
  let refusals = 0;
  let looks = 0;
  let digestSize = DIGEST_SIZE;

  /** The turn for one request; false where all work has ended meanwhile. */
  async function hasTurn(post: Post): Promise<boolean> {
    await lane.turns(isUrgent(post) ? 'urgent' : 'again').come;
    return !signal.aborted;
  }

  /** Whether Discord still knows the nonce of the first try. */
  const isNonceKept = ({ firstTryAt }: Post): boolean => clock.now() - firstTryAt < NONCE_WINDOW_MS;

  /** An earlier try of the same window may have been posted: then no refusal of this one makes it absent. */
  async function giveBack(post: Post, notBefore: number): Promise<void> {
    if (post.attempts > 1) await outbox.markAmbiguous(post.id, { notBefore });
    // What somebody wants to be posted does not become too old.
    else if (post.saidAbsent) await outbox.markAmbiguous(post.id, { notBefore, stillAbsent: true });
    else await outbox.release(post.id, { notBefore, alone: false });
  }

  async function accepted(post: Post, messageId: string | null): Promise<void> {
    const { publish } = rules.settingsOf(channelId);
    serverErrors.end();
    await outbox.markSent(post.id, { messageId, at: clock.now(), publish });
  }

  /** Discord does not take the message, which is certainly not there: its alerts are tried in another form. */
  async function changeForm(post: Post, detail: string): Promise<void> {
    const about = { detail, alerts: post.alerts.length, alert: post.alerts[0]?.key };
    serverErrors.changedForm();
    if (post.alerts.length > 1 && post.form === 'digest') {
      digestSize = Math.ceil(post.alerts.length / 2);
      log.warn(about, 'a summary was refused; halving it');
      return outbox.release(post.id, { notBefore: 0, alone: false });
    }
    if (post.alerts.length > 1) {
      log.warn(about, 'a batch was refused; sending its alerts one by one');
      return outbox.release(post.id, { notBefore: 0, alone: true });
    }
    if (post.form !== 'plain') {
      log.warn(about, 'an embed was refused; sending plain text');
      return attempt(await outbox.retryPost(post.id, { ...tryNow(), newWindow: true, form: 'plain' }));
    }
    log.error(about, 'Discord takes this alert in no form; kept as dead');
    return outbox.markDead(post.id, 'refused');
  }

  async function settle(post: Post, outcome: SendOutcome): Promise<void> {
    switch (outcome.type) {
      case 'sent':
        refusals = 0;
        lane.elsewhere.accepted(channelId);
        if (post.form === 'digest') digestSize = Math.min(DIGEST_SIZE, digestSize * 2);
        await accepted(post, outcome.messageId);
        log.debug({ alerts: post.alerts.length, form: post.form, attempts: post.attempts }, 'posted');
        return;
      case 'refused': {
        refusals += 1;
        const waitMs = waitAfter(outcome.retryAfterMs, refusals, random);
        log.debug({ waitMs, detail: outcome.detail }, 'refused for now');
        return giveBack(post, clock.now() + waitMs);
      }
      case 'invalid':
        return post.attempts > 1 ? outbox.markAmbiguous(post.id) : changeForm(post, outcome.detail);
      case 'stopped':
        await giveBack(post, 0);
        return stopLane(lane, outcome);
      case 'unauthorized':
        await giveBack(post, 0);
        return lane.onUnauthorized();
      case 'ambiguous':
        lane.elsewhere.failed(channelId);
        if (outcome.serverError) serverErrors.note();
        await outbox.markAmbiguous(post.id);
        log.info(
          { detail: outcome.detail, attempts: post.attempts },
          'no answer to a message; finding out what became of it',
        );
    }
  }

  async function attempt(post: Post): Promise<void> {
    await settle(post, await notifier.send(post));
  }

  /** Writing the try down may take long while thousands of lanes do, so the window is looked at once more. */
  async function again(post: Post, newWindow: boolean): Promise<void> {
    const begun = await outbox.retryPost(post.id, { ...tryNow(), newWindow, form: post.form });
    if (isNonceKept(begun)) await attempt(begun);
    else await outbox.markAmbiguous(begun.id);
  }

  async function hold(post: Post, reason: HeldReason): Promise<void> {
    const isHeld = await outbox.holdPost(post.id, reason);
    log.warn(
      { alerts: post.alerts.map((alert) => alert.key), reason },
      isHeld
        ? 'cannot tell whether a message was posted; its channel waits until an admin says it, or it can be read'
        : 'cannot tell whether a message was posted, and nobody is left who follows its channel; kept as dead',
    );
    if (isHeld) lane.onStopped();
  }

  async function lookFor(post: Post): Promise<void> {
    const seen = await notifier.readBack(post);
    looks = seen.type === 'unavailable' ? looks + 1 : 0;
    switch (seen.type) {
      case 'found':
        return accepted(post, seen.messageId);
      case 'absent':
        return serverErrors.areOfMessage(post) ? changeForm(post, FAILS_AT_IT) : again(post, true);
      case 'unreadable':
      case 'crowded':
        return hold(post, seen.type);
      case 'gone':
        await outbox.markDead(post.id, 'unverifiable');
        return stopLane(lane, { type: 'stopped', state: 'closed', code: seen.code, detail: seen.detail });
      case 'unavailable':
        // Once in a row of failures at warn: it may go on for as long as Discord likes.
        log[looks === MANY_LOOKS ? 'warn' : 'debug'](
          { detail: seen.detail, looks },
          'could not look into the channel',
        );
    }
  }

  /**
   * A try that lies in the future: the clock was set back since, and how long ago it was cannot be told by it. The nonce is
   * not relied on, and the next look does not wait for the old time to come again.
   */
  async function resolveUndated(post: Post, waitMs: number): Promise<void> {
    await clock.sleep(waitMs, signal);
    if (await hasTurn(post)) await lookFor(post);
  }

  async function sendAnew(post: Post, notBefore: number): Promise<void> {
    const restMs = notBefore - clock.now();
    if (restMs > 0) return clock.sleep(Math.min(restMs, RETRIES.maxMs), signal);
    if (await hasTurn(post)) await again(post, true);
  }

  return {
    attempt,
    async resolve(post, notBefore) {
      // A try that nobody saw end, such as one whose end could not be written down, may have been taken since it was said.
      if (post.saidAbsent && post.state === 'ambiguous') return sendAnew(post, notBefore);
      const backoffMs = Math.min(RETRIES.maxMs, RETRIES.firstMs * 2 ** (post.attempts - 1));
      const waitMs = Math.max(REQUEST_LIFETIME_MS, backoffMs);
      if (post.lastTryAt - clock.now() > REQUEST_LIFETIME_MS) return resolveUndated(post, waitMs);
      const restMs = Math.max(post.lastTryAt + waitMs, notBefore) - clock.now();
      if (restMs > 0) return clock.sleep(Math.min(restMs, waitMs), signal);
      if (looks > 0) await clock.sleep(fullJitter(looks + 1, RETRIES, random), signal);
      if (!(await hasTurn(post))) return;
      // Asked only now: behind thousands of other channels the turn may come after the window.
      if (isNonceKept(post) && !serverErrors.areOfMessage(post)) await again(post, false);
      else await lookFor(post);
    },
    digestSize: () => digestSize,
  };
}
