import { startTimer } from '../../domain/elapsed.ts';
import type { LaneWork } from '../../domain/lane.ts';
import type { TouchUpOutcome } from '../../domain/posting.ts';
import type { StaleCard, StalePost } from '../../domain/topic.ts';
import { STALE_AFTER_SECONDS } from '../intake/detect.ts';
import type { LaneRun } from './lane-deps.ts';
import { waitAfter } from './retries.ts';
import { stopLane } from './stop-lane.ts';

/** What has become of the messages that are posted already. */
export interface TouchingUp {
  /**
   * Does one thing that is due: an edit of a live message, then a message that is to be drawn again, then a publishing. Resolves to when there is more (epoch ms, 0 for at once), or to
   * `null` when nothing is left.
   * @param current what the store says when it is this lane's turn; `null` when messages come first again
   */
  next(work: LaneWork, current: () => Promise<LaneWork | null>): Promise<number | null>;
}

const AT_ONCE = 0;

/** What Discord refuses for now rests for so long. */
interface Rest {
  refusals: number;
  /** ms; not above 0 when it is over. */
  leftMs: () => number;
}

/** The card that may be edited first, and when. */
function firstCard(cards: readonly StaleCard[], dueAt: (card: StaleCard) => number) {
  const due = cards.map((card) => ({ card, at: dueAt(card) }));
  return due.reduce<(typeof due)[number] | null>(
    (first, next) => (first === null || next.at < first.at ? next : first),
    null,
  );
}

/** The earlier of two moments; `null` is never. */
export function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/**
 * Edits live messages until they show their topics' state and others until they show what their alerts tell by now, and
 * publishes what is to be published. All of it can be repeated
 * without harm, so nothing is written down before the request. What Discord refuses for now rests by itself: neither
 * messages nor the other kind wait for it.
 */
export function createTouchingUp(lane: LaneRun): TouchingUp {
  const { outbox, notifier, rules, clock, random, log, channelId, signal, editPace } = lane;
  const edits: Rest = { refusals: 0, leftMs: () => 0 };
  const publishings: Rest = { refusals: 0, leftMs: () => 0 };

  /** Epoch ms; 0 for at once. */
  function endOf(rest: Rest): number {
    const leftMs = rest.leftMs();
    return leftMs <= 0 ? 0 : clock.now() + leftMs;
  }

  /** What both have in common. Resolves to whether the message needs no more of it. */
  async function settle(outcome: TouchUpOutcome, rest: Rest): Promise<boolean> {
    switch (outcome.type) {
      case 'done':
        rest.refusals = 0;
        lane.elsewhere.accepted(channelId);
        return true;
      case 'impossible':
        log.info({ detail: outcome.detail }, 'a message cannot be changed any more and is let be');
        return true;
      case 'later': {
        rest.refusals += 1;
        const waitMs = waitAfter(outcome.retryAfterMs, rest.refusals, random);
        const elapsed = startTimer(clock);
        rest.leftMs = () => waitMs - elapsed();
        log.debug({ detail: outcome.detail, waitMs }, 'a message cannot be changed now');
        return false;
      }
      case 'stopped':
        await stopLane(lane, outcome);
        return false;
      case 'unauthorized':
        lane.onUnauthorized();
        return false;
    }
  }

  async function edit(card: StaleCard): Promise<void> {
    const outcome = await notifier.edit(channelId, card);
    editPace.note(card);
    if (!(await settle(outcome, edits))) return;
    if (outcome.type === 'done') await outbox.markShown(card.deliveryId, card.revision);
    else await outbox.letCardBe(card.deliveryId);
  }

  async function redraw(post: StalePost): Promise<void> {
    if (await settle(await notifier.redraw(post), edits)) await outbox.markDrawn(post.id, post.changes);
  }

  /** Publishing may have been turned off since, or have waited until nobody would call it news. */
  function isWanted({ sentAt }: NonNullable<LaneWork['unpublished']>): boolean {
    return rules.settingsOf(channelId).publish && lane.ageNow() - sentAt <= STALE_AFTER_SECONDS * 1_000;
  }

  async function publish({ postId, messageId }: NonNullable<LaneWork['unpublished']>): Promise<void> {
    const outcome = await notifier.publish(channelId, messageId);
    if (await settle(outcome, publishings)) await outbox.markPublished(postId);
  }

  return {
    async next(work, current) {
      async function inTurn(request: (fresh: LaneWork) => Promise<void>): Promise<void> {
        await lane.turns('touch-up').come;
        if (signal.aborted) return;
        const fresh = await current();
        if (fresh !== null) await request(fresh);
      }

      const card = firstCard(work.staleCards, editPace.dueAt);
      const editAt = card === null ? null : Math.max(card.at, endOf(edits));
      if (card !== null && editAt !== null && editAt <= clock.now()) {
        await inTurn(async ({ staleCards }) => {
          const latest = staleCards.find(({ deliveryId }) => deliveryId === card.card.deliveryId);
          if (latest !== undefined) await edit(latest);
        });
        return AT_ONCE;
      }
      const redrawAt = work.stalePost === null ? null : endOf(edits);
      if (redrawAt !== null && redrawAt <= clock.now()) {
        await inTurn(async ({ stalePost }) => {
          if (stalePost !== null) await redraw(stalePost);
        });
        return AT_ONCE;
      }
      if (work.unpublished !== null && !isWanted(work.unpublished)) {
        await outbox.markPublished(work.unpublished.postId);
        return AT_ONCE;
      }
      const publishAt = work.unpublished === null ? null : endOf(publishings);
      if (publishAt !== null && publishAt <= clock.now()) {
        await inTurn(async ({ unpublished }) => {
          if (unpublished !== null) await publish(unpublished);
        });
        return AT_ONCE;
      }
      return earlier(earlier(editAt, redrawAt), publishAt);
    },
  };
}
