import type { Logger } from 'pino';
import { nonceFor, type Post } from '../../domain/delivery.ts';
import type { SendOutcome } from '../../domain/posting.ts';
import { fullJitter } from '../backoff.ts';
import { STALE_AFTER_SECONDS } from '../intake/detect.ts';
import type { Clock, Notifier, Outbox } from '../ports.ts';

/** Discord: at most 10 embeds a message. */
const ALERTS_A_MESSAGE = 10;
/**
 * A request is given up after 6 s (`discord/notifier.ts`), so after 7 s none of ours can still be under way and it may be
 * asked again what became of it.
 */
const REQUEST_LIFETIME_MS = 7_000;
/** Discord keeps nonces for "the past few minutes"; within one minute the same nonce never posts twice. */
const NONCE_WINDOW_MS = 60_000;
/** Waits between tries of one message, between looks for it, and after a failure of the store. */
const RETRIES = { firstMs: 1_000, maxMs: 15_000 };

/** What a lane needs of its surroundings. */
export interface LaneDeps {
  readonly outbox: Outbox;
  readonly notifier: Notifier;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  /** Runs a request when it is its turn among all lanes. */
  readonly inTurn: <T>(request: () => Promise<T>) => Promise<T>;
  /** The token was refused: nothing can be sent any more. */
  readonly onUnauthorized: () => void;
}

/**
 * Sends what waits for one channel, in order, one message at a time, until nothing is left, the lane is stopped or
 * `signal` aborts. Follows the state machine of `docs/delivery.md`: every try is durable before its request begins,
 * and what has no answer is settled by asking, first with the same nonce and later by reading the channel.
 */
export async function runLane(channelId: string, deps: LaneDeps, signal: AbortSignal): Promise<void> {
  const { outbox, notifier, clock, random } = deps;
  const log = deps.log.child({ channelId });
  let refusals = 0;
  let looks = 0;

  /** A lane that waited long for its turn may be told to stop meanwhile. */
  const inTurn = (work: () => Promise<void>) =>
    deps.inTurn(async () => {
      if (!signal.aborted) await work();
    });
  const pause = (failures: number) => clock.sleep(fullJitter(failures, RETRIES, random), signal);

  async function settle(post: Post, outcome: SendOutcome): Promise<void> {
    /** An earlier try of the same window may have been posted: then no refusal of this one makes it absent. */
    const certain = post.attempts === 1;
    switch (outcome.type) {
      case 'sent':
        refusals = 0;
        await outbox.markSent(post.id, { messageId: outcome.messageId, at: clock.now() });
        log.debug({ alerts: post.alerts.length, attempts: post.attempts }, 'posted');
        return;
      case 'refused': {
        refusals += 1;
        const waitMs = outcome.retryAfterMs ?? fullJitter(refusals, RETRIES, random);
        log.debug({ waitMs, detail: outcome.detail }, 'refused for now');
        if (certain) await outbox.release(post.id, { notBefore: clock.now() + waitMs, alone: false });
        else await outbox.markAmbiguous(post.id);
        return;
      }
      case 'invalid':
        if (!certain) {
          await outbox.markAmbiguous(post.id);
        } else if (post.alerts.length > 1) {
          log.warn(
            { detail: outcome.detail, alerts: post.alerts.length },
            'a batch was refused; sending its alerts one by one',
          );
          await outbox.release(post.id, { notBefore: 0, alone: true });
        } else if (post.form === 'rich') {
          log.warn(
            { detail: outcome.detail, alert: post.alerts[0]?.key },
            'an embed was refused; sending plain text',
          );
          await attempt(await outbox.retryPost(post.id, { at: clock.now(), newWindow: true, form: 'plain' }));
        } else {
          log.error(
            { detail: outcome.detail, alert: post.alerts[0]?.key },
            'Discord takes this alert in no form; kept as dead',
          );
          await outbox.markDead(post.id, 'refused');
        }
        return;
      case 'stopped':
        if (certain) await outbox.release(post.id, { notBefore: 0, alone: false });
        else await outbox.markAmbiguous(post.id);
        await outbox.stopLane(channelId, { state: outcome.state, code: outcome.code });
        log.warn(
          { code: outcome.code, state: outcome.state, detail: outcome.detail },
          'the channel takes no messages; its alerts wait',
        );
        return;
      case 'unauthorized':
        if (certain) await outbox.release(post.id, { notBefore: 0, alone: false });
        else await outbox.markAmbiguous(post.id);
        deps.onUnauthorized();
        return;
      case 'ambiguous':
        await outbox.markAmbiguous(post.id);
        log.info(
          { detail: outcome.detail, attempts: post.attempts },
          'no answer to a message; finding out what became of it',
        );
        return;
    }
  }

  async function attempt(post: Post): Promise<void> {
    await settle(post, await notifier.send(post));
  }

  async function again(post: Post, newWindow: boolean): Promise<void> {
    await attempt(await outbox.retryPost(post.id, { at: clock.now(), newWindow, form: post.form }));
  }

  async function lookFor(post: Post): Promise<void> {
    const seen = await notifier.readBack(post);
    looks = seen.type === 'unavailable' ? looks + 1 : 0;
    switch (seen.type) {
      case 'found':
        return outbox.markSent(post.id, { messageId: seen.messageId, at: clock.now() });
      case 'absent':
        return again(post, true);
      case 'unreadable':
        log.error(
          { alerts: post.alerts.map((alert) => alert.key) },
          'cannot tell whether a message was posted: no permission to read the channel',
        );
        return outbox.markDead(post.id, 'unverifiable');
      case 'unavailable':
        return log.debug({ detail: seen.detail }, 'could not look into the channel');
    }
  }

  async function resolve(post: Post): Promise<void> {
    const backoffMs = Math.min(RETRIES.maxMs, RETRIES.firstMs * 2 ** (post.attempts - 1));
    const waitMs = Math.max(REQUEST_LIFETIME_MS, backoffMs);
    const restMs = post.lastTryAt + waitMs - clock.now();
    if (restMs > 0) return clock.sleep(Math.min(restMs, waitMs), signal);
    if (clock.now() - post.firstTryAt < NONCE_WINDOW_MS) return inTurn(() => again(post, false));
    if (looks > 0) await pause(looks + 1);
    return inTurn(() => lookFor(post));
  }

  /** One step. Resolves to whether there may be more to do. */
  async function step(): Promise<boolean> {
    const expired = await outbox.expire(channelId, Math.floor(clock.now() / 1_000) - STALE_AFTER_SECONDS);
    if (expired > 0) log.warn({ expired }, 'alerts waited longer than six hours and are not told');
    const work = await outbox.laneWork(channelId, ALERTS_A_MESSAGE);
    if (work.state !== 'open') return false;
    if (work.unsettled !== null) {
      await resolve(work.unsettled);
      return true;
    }
    if (work.pending.length === 0) return false;
    const restMs = work.notBefore - clock.now();
    if (restMs > 0) {
      await clock.sleep(restMs, signal);
      return true;
    }
    await inTurn(async () => {
      const { pending } = await outbox.laneWork(channelId, ALERTS_A_MESSAGE);
      const firstAlone = pending.findIndex((delivery) => delivery.alone);
      const candidates = pending.slice(0, firstAlone === -1 ? pending.length : Math.max(1, firstAlone));
      const fitting = notifier.capacity(
        channelId,
        candidates.map((delivery) => delivery.alert),
      );
      const chosen = candidates.slice(0, fitting);
      const [first] = chosen;
      if (first === undefined) return;
      const post = await outbox.beginPost({
        channelId,
        deliveryIds: chosen.map((delivery) => delivery.id),
        nonce: nonceFor(channelId, first.alert),
        at: clock.now(),
      });
      await attempt(post);
    });
    return true;
  }

  let storeFailures = 0;
  let more = true;
  while (more && !signal.aborted) {
    try {
      more = await step();
      storeFailures = 0;
    } catch (error) {
      storeFailures += 1;
      log.error({ err: error }, 'the lane stumbled; going on from what the store says');
      await pause(storeFailures + 1);
    }
  }
}
