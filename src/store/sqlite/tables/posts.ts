import type { Database } from 'better-sqlite3';
import type { QueueWork } from '../../../domain/channel-queue.ts';
import type { MessageLayout } from '../../../domain/delivery.ts';
import type { StalePost } from '../../../domain/live-state.ts';
import type { DeadDeliveries } from '../../health-store.ts';
import {
  type PostRow,
  readHourlyCount,
  readPost,
  readStalePost,
  readUnpublished,
} from '../../rows/channel-queue.ts';
import { readDead } from '../../rows/health.ts';
import { readNumber, readText } from '../../rows/row-mapper.ts';

/** Table posts: every message that was tried. */
export interface PostTable {
  /** The unsettled post of the channel. There is at most one. */
  unsettledOf(channelId: string): PostRow | null;
  /** The unsettled post with this id; throws when there is none. */
  unsettled(postId: number): PostRow;
  /** The state of the post, or `null` when there is none with this id. */
  stateOf(postId: number): string | null;
  /**
   * Adds a post in its first try or, as `ambiguous`, one that may have been sent already; returns its id.
   * @param post `at`: its first try, epoch ms; `clockOffsetMs`: by how much Discord's clock was ahead then
   */
  begin(post: {
    readonly channelId: string;
    readonly nonce: string;
    readonly state: 'sending' | 'ambiguous';
    readonly at: number;
    readonly clockOffsetMs: number | null;
    readonly form: MessageLayout;
    readonly pingRoleIds: readonly string[];
  }): number;
  /** Records another try; with `newWindow` the first one of a new nonce window. @param retry `at` in epoch ms */
  retry(
    postId: number,
    retry: {
      readonly at: number;
      readonly clockOffsetMs: number | null;
      readonly newWindow: boolean;
      readonly form: MessageLayout;
    },
  ): void;
  markAmbiguous(postId: number): void;
  /** A user reported that it was not posted. */
  markReportedAbsent(postId: number): void;
  /** The notice that the unsettled post holds the channel was posted. */
  markHeldNoticePosted(channelId: string): void;
  wasHeldNoticePosted(postId: number): boolean;
  /** Sets every `sending` post to `ambiguous`. */
  markAllAmbiguous(): void;
  /** With `publish` the message is to be published, if its id is known. @param sent `at` in epoch ms */
  markSent(
    postId: number,
    sent: { readonly messageId: string | null; readonly at: number; readonly publish: boolean },
  ): void;
  /** @param at epoch ms */
  markDead(postId: number, reason: 'refused' | 'unverifiable', at: number): void;
  /** @param at epoch ms */
  markReleased(postId: number, at: number): void;
  /**
   * The next message of the channel to publish: the oldest of those accepted after `recent` (epoch ms), otherwise the newest
   * of the others.
   */
  unpublishedOf(channelId: string, recent: number): QueueWork['unpublished'];
  markPublished(postId: number): void;
  /** Marks the messages that show this alert as stale, after it changed. Returns their channels, each once. */
  markPostsStale(alertId: number): readonly string[];
  /**
   * The oldest stale message of the channel that can be edited; of summaries only those accepted after `summariesAfter`
   * (epoch ms).
   */
  stalePostOf(channelId: string, summariesAfter: number): StalePostRow | null;
  /** The message is up to date with this number of changes. */
  markRedrawn(postId: number, changes: number): void;
  /** The number of messages accepted after `after` and until `now` (epoch ms), and when the oldest one was accepted. */
  acceptedSince(
    channelId: string,
    after: number,
    now: number,
  ): { readonly posts: number; readonly oldest: number | null };
  /** Clears the pinged roles of the server's messages, unsettled ones included. Scans all posts. */
  forgetPings(guildId: string): void;
  /** The alerts given up at `since` (epoch ms) or later, by reason. */
  deadSince(channelId: string, since: number): readonly DeadDeliveries[];
}

/** A stale message as stored. */
export type StalePostRow = Omit<StalePost, 'alerts'>;

/**
 * A summary shows the state of auctions and repeat trades when it was sent. That state is not stored, so a summary can be
 * edited only while no topic of its alerts has changed since its first try. The minute allows for states that are written
 * later than they are dated.
 */
const TOPICS_UNCHANGED_SINCE_SENT = `
  NOT EXISTS (SELECT 1 FROM deliveries JOIN topics ON topics.key = deliveries.topic
               WHERE deliveries.post_id = posts.id AND topics.revision > deliveries.revision
                 AND topics.changed_at >= posts.first_try_at - 60000)`;

/**
 * Alerts with a topic are left out: live messages are edited by topic. Whether a summary can be edited is checked later,
 * channel by channel, since this may affect thousands.
 */
export const MARK_POSTS_STALE = `
  UPDATE posts SET changes = changes + 1
   WHERE id IN (SELECT post_id FROM deliveries WHERE alert_id = ? AND post_id IS NOT NULL AND topic IS NULL)
     AND state IN ('sending', 'ambiguous', 'sent')
  RETURNING channel_id`;

export const STALE_POST_OF_QUEUE = `
  SELECT id, channel_id, form, nonce, ping_role_ids, message_id, changes FROM posts
   WHERE channel_id = ? AND changes > drawn AND state = 'sent' AND message_id IS NOT NULL
     AND (form <> 'digest' OR settled_at > ? AND ${TOPICS_UNCHANGED_SINCE_SENT})
   ORDER BY id LIMIT 1`;

export const UNSETTLED_OF_QUEUE = 'SELECT * FROM posts WHERE channel_id = ? AND settled_at IS NULL';

export const UNPUBLISHED_OF_QUEUE = `
  SELECT id, message_id, settled_at FROM posts WHERE channel_id = ? AND publish = 'wanted'
   ORDER BY settled_at > ? DESC, iif(settled_at > ?, id, -id) LIMIT 1`;

export const ACCEPTED_SINCE = `
  SELECT count(*) AS posts, min(settled_at) AS oldest FROM posts
   WHERE channel_id = ? AND state = 'sent' AND settled_at > ? AND settled_at <= ?`;

export const DEAD_SINCE = `
  SELECT posts.channel_id, posts.dead_reason, count(*) AS alerts, max(posts.settled_at) AS last_at
    FROM posts JOIN deliveries ON deliveries.post_id = posts.id
   WHERE posts.channel_id = ? AND posts.state = 'dead' AND posts.settled_at >= ?
   GROUP BY posts.dead_reason`;

export const ALL_AMBIGUOUS = `
  UPDATE posts SET state = 'ambiguous', said_absent = 0 WHERE settled_at IS NULL AND state = 'sending'`;

export function createPostTable(db: Database): PostTable {
  const ofQueue = db.prepare<[string]>(UNSETTLED_OF_QUEUE);
  const one = db.prepare<[number]>('SELECT * FROM posts WHERE id = ? AND settled_at IS NULL');
  const markPostsStale = db.prepare<[number]>(MARK_POSTS_STALE).pluck();
  const stalePostOf = db.prepare<[string, number]>(STALE_POST_OF_QUEUE);
  const markRedrawn = db.prepare<[number, number]>('UPDATE posts SET drawn = max(drawn, ?) WHERE id = ?');
  const stateOf = db.prepare<[number]>('SELECT state FROM posts WHERE id = ?').pluck();
  const begin = db
    .prepare<{
      channelId: string;
      nonce: string;
      state: string;
      at: number;
      clockOffsetMs: number | null;
      form: MessageLayout;
      pingRoleIds: string;
    }>(
      `INSERT INTO posts (channel_id, nonce, state, form, ping_role_ids, attempts, first_try_at, last_try_at,
                          first_ahead_ms, last_ahead_ms)
       VALUES (:channelId, :nonce, :state, :form, :pingRoleIds, 1, :at, :at, :clockOffsetMs, :clockOffsetMs) RETURNING id`,
    )
    .pluck();
  const retry = db.prepare<{
    id: number;
    at: number;
    clockOffsetMs: number | null;
    newWindow: number;
    form: MessageLayout;
  }>(
    `UPDATE posts SET state = 'sending', form = :form, last_try_at = :at, last_ahead_ms = :clockOffsetMs,
       attempts = iif(:newWindow, 1, attempts + 1), first_try_at = iif(:newWindow, :at, first_try_at),
       first_ahead_ms = iif(:newWindow, :clockOffsetMs, first_ahead_ms),
       held_told = iif(:newWindow, 0, held_told)
     WHERE id = :id AND settled_at IS NULL`,
  );
  const ambiguous = db.prepare<[number]>(
    `UPDATE posts SET state = 'ambiguous', said_absent = 0 WHERE id = ? AND settled_at IS NULL`,
  );
  const confirmedAbsent = db.prepare<[number]>(
    'UPDATE posts SET said_absent = 1 WHERE id = ? AND settled_at IS NULL',
  );
  const markHeldNoticePosted = db.prepare<[string]>(
    'UPDATE posts SET held_told = 1 WHERE channel_id = ? AND settled_at IS NULL',
  );
  const heldNoticePosted = db.prepare<[number]>('SELECT held_told FROM posts WHERE id = ?').pluck();
  const allAmbiguous = db.prepare<[]>(ALL_AMBIGUOUS);
  const sent = db.prepare<{ id: number; messageId: string | null; at: number; publish: number }>(
    `UPDATE posts SET state = 'sent', message_id = :messageId, settled_at = :at,
       publish = iif(:publish AND :messageId IS NOT NULL, 'wanted', NULL)
     WHERE id = :id AND settled_at IS NULL`,
  );
  const dead = db.prepare<[string, number, number]>(
    `UPDATE posts SET state = 'dead', dead_reason = ?, settled_at = ? WHERE id = ? AND settled_at IS NULL`,
  );
  const released = db.prepare<[number, number]>(
    `UPDATE posts SET state = 'released', settled_at = ? WHERE id = ? AND settled_at IS NULL`,
  );
  const unpublished = db.prepare<[string, number, number]>(UNPUBLISHED_OF_QUEUE);
  const published = db.prepare<[number]>(
    `UPDATE posts SET publish = 'done' WHERE id = ? AND publish = 'wanted'`,
  );
  const accepted = db.prepare<[string, number, number]>(ACCEPTED_SINCE);
  const forgetPings = db.prepare<[string]>(
    `UPDATE posts SET ping_role_ids = '[]'
      WHERE ping_role_ids <> '[]' AND channel_id IN (SELECT channel_id FROM lanes WHERE guild_id = ?)`,
  );
  const deadSince = db.prepare<[string, number]>(DEAD_SINCE);

  return {
    unsettledOf(channelId) {
      const row = ofQueue.get(channelId);
      return row === undefined ? null : readPost(row);
    },
    unsettled(postId) {
      const row = one.get(postId);
      if (row === undefined) throw new Error(`Post ${postId} is settled or does not exist.`);
      return readPost(row);
    },
    stateOf(postId) {
      const state = stateOf.get(postId);
      return state === undefined ? null : readText(state);
    },
    begin: ({ pingRoleIds, channelId, nonce, state, at, clockOffsetMs, form }) =>
      readNumber(
        begin.get({
          channelId,
          nonce,
          state,
          at,
          clockOffsetMs,
          form,
          pingRoleIds: JSON.stringify(pingRoleIds),
        }),
      ),
    retry(postId, { at, clockOffsetMs, newWindow, form }) {
      retry.run({ id: postId, at, clockOffsetMs, newWindow: newWindow ? 1 : 0, form });
    },
    markAmbiguous(postId) {
      ambiguous.run(postId);
    },
    markReportedAbsent(postId) {
      confirmedAbsent.run(postId);
    },
    markHeldNoticePosted(channelId) {
      markHeldNoticePosted.run(channelId);
    },
    wasHeldNoticePosted: (postId) => heldNoticePosted.get(postId) === 1,
    markAllAmbiguous() {
      allAmbiguous.run();
    },
    markSent(postId, { messageId, at, publish }) {
      sent.run({ id: postId, messageId, at, publish: publish ? 1 : 0 });
    },
    markDead(postId, reason, at) {
      dead.run(reason, at, postId);
    },
    markReleased(postId, at) {
      released.run(at, postId);
    },
    unpublishedOf(channelId, recent) {
      const row = unpublished.get(channelId, recent, recent);
      return row === undefined ? null : readUnpublished(row);
    },
    markPublished(postId) {
      published.run(postId);
    },
    markPostsStale: (alertId) => [...new Set(markPostsStale.all(alertId).map(readText))],
    stalePostOf(channelId, summariesAfter) {
      const row = stalePostOf.get(channelId, summariesAfter);
      return row === undefined ? null : readStalePost(row);
    },
    markRedrawn(postId, changes) {
      markRedrawn.run(changes, postId);
    },
    acceptedSince: (channelId, after, now) => readHourlyCount(accepted.get(channelId, after, now)),
    forgetPings(guildId) {
      forgetPings.run(guildId);
    },
    deadSince: (channelId, since) => deadSince.all(channelId, since).map(readDead),
  };
}
