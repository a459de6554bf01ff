import type { Database } from 'better-sqlite3';
import type { PostForm } from '../../../domain/delivery.ts';
import type { LaneWork } from '../../../domain/lane.ts';
import type { StalePost } from '../../../domain/topic.ts';
import type { DeadDeliveries } from '../../health-store.ts';
import { readDead } from '../../rows/health.ts';
import { type PostRow, readChangedPost, readHour, readPost, readUnpublished } from '../../rows/lane.ts';
import { readNumber, readText } from '../../rows/reader.ts';

/** The table `posts`: every message that was tried. */
export interface PostTable {
  /** The lane's post whose fate is open. There is at most one. */
  unsettledOf(channelId: string): PostRow | null;
  /** The post with its fate open; throws where there is none of this id. */
  unsettled(postId: number): PostRow;
  /** What became of the post, or `null` where there is none of this id. */
  stateOf(postId: number): string | null;
  /**
   * Writes a post, being sent for the first time or, as `ambiguous`, perhaps sent already; returns its id.
   * @param post `at`: its first try, epoch ms; `aheadMs`: how far Discord's clock was ahead then
   */
  begin(post: {
    readonly channelId: string;
    readonly nonce: string;
    readonly state: 'sending' | 'ambiguous';
    readonly at: number;
    readonly aheadMs: number | null;
    readonly form: PostForm;
    readonly pingRoleId: string | null;
  }): number;
  /** One more try; with `newWindow` the first one of a new nonce window. @param retry `at` in epoch ms */
  retry(
    postId: number,
    retry: {
      readonly at: number;
      readonly aheadMs: number | null;
      readonly newWindow: boolean;
      readonly form: PostForm;
    },
  ): void;
  markAmbiguous(postId: number): void;
  /** Somebody said that it was not posted. */
  markSaidAbsent(postId: number): void;
  /** Those who made the rules of the channel were told that its unsettled post holds it. */
  markHeldTold(channelId: string): void;
  wasHeldTold(postId: number): boolean;
  /** Turns every `sending` post into an `ambiguous` one. */
  markAllAmbiguous(): void;
  /** With `publish` the message is to be published, where its id is known. @param sent `at` in epoch ms */
  markSent(
    postId: number,
    sent: { readonly messageId: string | null; readonly at: number; readonly publish: boolean },
  ): void;
  /** @param at epoch ms */
  markDead(postId: number, reason: 'refused' | 'unverifiable', at: number): void;
  /** @param at epoch ms */
  markReleased(postId: number, at: number): void;
  /**
   * The message of the channel that is to be published next: of those accepted after `recent` (epoch ms) the oldest, then of
   * the others the newest.
   */
  unpublishedOf(channelId: string, recent: number): LaneWork['unpublished'];
  markPublished(postId: number): void;
  /** What the alert tells has changed: messages that tell it are to be drawn again. Returns their channels, each once. */
  noteChange(alertId: number): readonly string[];
  /**
   * The oldest message of the channel that does not show what its alerts tell by now and can be drawn again; of summaries those
   * alone that were accepted after `summariesAfter` (epoch ms).
   */
  changedOf(channelId: string, summariesAfter: number): ChangedPost | null;
  /** The message shows so many changes. */
  markDrawn(postId: number, changes: number): void;
  /** Messages accepted after `after` and not after `now`, both epoch ms, and when the oldest of them was. */
  acceptedSince(
    channelId: string,
    after: number,
    now: number,
  ): { readonly posts: number; readonly oldest: number | null };
  /** Forgets which roles messages of the server's lanes pinged, and lets none ping that has no answer yet. Reads all posts. */
  forgetPings(guildId: string): void;
  /** What was given up at `since` or later, epoch ms, by reason. */
  deadSince(channelId: string, since: number): readonly DeadDeliveries[];
}

/** A message that was posted, as it is kept. */
export type ChangedPost = Omit<StalePost, 'alerts'>;

/**
 * What a summary says of auctions and storms is how they stood when it was sent. Since what it said is not kept, it can be drawn
 * again only while none of them has moved on: none of which there is a later state than its alert came with, unless that is from
 * before the summary's first try. The minute is for states that are written down later than they are dated.
 */
const STANDS_AS_SENT = `
  NOT EXISTS (SELECT 1 FROM deliveries JOIN topics ON topics.key = deliveries.topic
               WHERE deliveries.post_id = posts.id AND topics.revision > deliveries.revision
                 AND topics.changed_at >= posts.first_try_at - 60000)`;

/** A live message shows its topic. Whether a summary can be drawn again is asked lane by lane, since this may be about thousands. */
export const NOTE_CHANGE = `
  UPDATE posts SET changes = changes + 1
   WHERE id IN (SELECT post_id FROM deliveries WHERE alert_id = ? AND post_id IS NOT NULL AND topic IS NULL)
     AND state IN ('sending', 'ambiguous', 'sent')
  RETURNING channel_id`;

export const CHANGED_OF_LANE = `
  SELECT id, channel_id, form, nonce, ping_role_id, message_id, changes FROM posts
   WHERE channel_id = ? AND changes > drawn AND state = 'sent' AND message_id IS NOT NULL
     AND (form <> 'digest' OR settled_at > ? AND ${STANDS_AS_SENT})
   ORDER BY id LIMIT 1`;

export const UNSETTLED_OF_LANE = 'SELECT * FROM posts WHERE channel_id = ? AND settled_at IS NULL';

export const UNPUBLISHED_OF_LANE = `
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
  const ofLane = db.prepare<[string]>(UNSETTLED_OF_LANE);
  const one = db.prepare<[number]>('SELECT * FROM posts WHERE id = ? AND settled_at IS NULL');
  const noteChange = db.prepare<[number]>(NOTE_CHANGE).pluck();
  const changedOf = db.prepare<[string, number]>(CHANGED_OF_LANE);
  const markDrawn = db.prepare<[number, number]>('UPDATE posts SET drawn = max(drawn, ?) WHERE id = ?');
  const stateOf = db.prepare<[number]>('SELECT state FROM posts WHERE id = ?').pluck();
  const begin = db
    .prepare<{
      channelId: string;
      nonce: string;
      state: string;
      at: number;
      aheadMs: number | null;
      form: PostForm;
      pingRoleId: string | null;
    }>(
      `INSERT INTO posts (channel_id, nonce, state, form, ping_role_id, attempts, first_try_at, last_try_at,
                          first_ahead_ms, last_ahead_ms)
       VALUES (:channelId, :nonce, :state, :form, :pingRoleId, 1, :at, :at, :aheadMs, :aheadMs) RETURNING id`,
    )
    .pluck();
  const retry = db.prepare<{
    id: number;
    at: number;
    aheadMs: number | null;
    newWindow: number;
    form: PostForm;
  }>(
    `UPDATE posts SET state = 'sending', form = :form, last_try_at = :at, last_ahead_ms = :aheadMs,
       attempts = iif(:newWindow, 1, attempts + 1), first_try_at = iif(:newWindow, :at, first_try_at),
       first_ahead_ms = iif(:newWindow, :aheadMs, first_ahead_ms),
       held_told = iif(:newWindow, 0, held_told)
     WHERE id = :id AND settled_at IS NULL`,
  );
  const ambiguous = db.prepare<[number]>(
    `UPDATE posts SET state = 'ambiguous', said_absent = 0 WHERE id = ? AND settled_at IS NULL`,
  );
  const saidAbsent = db.prepare<[number]>(
    'UPDATE posts SET said_absent = 1 WHERE id = ? AND settled_at IS NULL',
  );
  const markHeldTold = db.prepare<[string]>(
    'UPDATE posts SET held_told = 1 WHERE channel_id = ? AND settled_at IS NULL',
  );
  const heldTold = db.prepare<[number]>('SELECT held_told FROM posts WHERE id = ?').pluck();
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
  const unpublished = db.prepare<[string, number, number]>(UNPUBLISHED_OF_LANE);
  const published = db.prepare<[number]>(
    `UPDATE posts SET publish = 'done' WHERE id = ? AND publish = 'wanted'`,
  );
  const accepted = db.prepare<[string, number, number]>(ACCEPTED_SINCE);
  const forgetPings = db.prepare<[string]>(
    `UPDATE posts SET ping_role_id = NULL
      WHERE ping_role_id IS NOT NULL AND channel_id IN (SELECT channel_id FROM lanes WHERE guild_id = ?)`,
  );
  const deadSince = db.prepare<[string, number]>(DEAD_SINCE);

  return {
    unsettledOf(channelId) {
      const row = ofLane.get(channelId);
      return row === undefined ? null : readPost(row);
    },
    unsettled(postId) {
      const row = one.get(postId);
      if (row === undefined) throw new Error(`Post ${postId} is settled already or was never begun.`);
      return readPost(row);
    },
    stateOf(postId) {
      const state = stateOf.get(postId);
      return state === undefined ? null : readText(state);
    },
    begin: ({ channelId, nonce, state, at, aheadMs, form, pingRoleId }) =>
      readNumber(begin.get({ channelId, nonce, state, at, aheadMs, form, pingRoleId })),
    retry(postId, { at, aheadMs, newWindow, form }) {
      retry.run({ id: postId, at, aheadMs, newWindow: newWindow ? 1 : 0, form });
    },
    markAmbiguous(postId) {
      ambiguous.run(postId);
    },
    markSaidAbsent(postId) {
      saidAbsent.run(postId);
    },
    markHeldTold(channelId) {
      markHeldTold.run(channelId);
    },
    wasHeldTold: (postId) => heldTold.get(postId) === 1,
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
    noteChange: (alertId) => [...new Set(noteChange.all(alertId).map(readText))],
    changedOf(channelId, summariesAfter) {
      const row = changedOf.get(channelId, summariesAfter);
      return row === undefined ? null : readChangedPost(row);
    },
    markDrawn(postId, changes) {
      markDrawn.run(changes, postId);
    },
    acceptedSince: (channelId, after, now) => readHour(accepted.get(channelId, after, now)),
    forgetPings(guildId) {
      forgetPings.run(guildId);
    },
    deadSince: (channelId, since) => deadSince.all(channelId, since).map(readDead),
  };
}
