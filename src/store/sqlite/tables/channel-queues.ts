import type { Database } from 'better-sqlite3';
import { type ChannelQueueRow, readChannelQueue } from '../../rows/channel-queue.ts';
import { readText } from '../../rows/row-mapper.ts';

/** Table lanes: the queue state of every channel that ever had a rule or an alert. */
export interface ChannelQueueTable {
  /** The queue; an open and empty one for an unknown channel. */
  get(channelId: string): ChannelQueueRow;
  /** Creates the queue if there is none. */
  ensure(channelId: string): void;
  /** Channels with an open queue that have something to send, settle, edit or publish. */
  withWork(): readonly string[];
  /** Opens the queue for a rule: clears what stopped it and that it was abandoned. */
  open(channelId: string, guildId: string): void;
  /** Opens the queue of a channel without rules. */
  openForNotice(channelId: string): void;
  /** Stops the queue. If it was open and has rules, a notice becomes due. @param at epoch ms */
  stop(
    channelId: string,
    stop: { readonly state: 'paused' | 'closed'; readonly code: number },
    at: number,
  ): void;
  /** Its last rule was removed. */
  abandon(channelId: string): void;
  /** Queues with a notice due, in the order in which they were stopped. */
  withNotice(): readonly ChannelQueueRow[];
  /** No notice is due any more. */
  clearNotice(channelId: string): void;
  /** @param notBefore epoch ms */
  holdUntil(channelId: string, notBefore: number): void;
  /** Records an accepted message. @param at epoch ms */
  notePost(channelId: string, at: number): void;
  /** Deliveries up to this one that are not urgent go into a summary. The limit never decreases. */
  summariseUpTo(channelId: string, upTo: number): void;
  /** Channels that have, or had, a rule of this server. */
  ofGuild(guildId: string): readonly string[];
  /** Clears the history of the server's queues; nothing new is sent in them. */
  forgetGuild(guildId: string): void;
}

/**
 * Checks each open queue for work: the cost depends on the number of queues, not on their length. With 10,000 queues that
 * all have work it takes a half to a quarter of the time of a scan of the index of pending deliveries (10 ms against 33 ms,
 * measured alternately); with 10,000 queues without work it takes 3 ms.
 */
export const QUEUES_WITH_WORK = `
  SELECT channel_id FROM lanes
   WHERE state = 'open'
     AND (EXISTS (SELECT 1 FROM deliveries WHERE channel_id = lanes.channel_id AND state = 'pending')
          OR EXISTS (SELECT 1 FROM posts WHERE channel_id = lanes.channel_id AND settled_at IS NULL)
          OR EXISTS (SELECT 1 FROM posts WHERE channel_id = lanes.channel_id AND publish = 'wanted')
          OR EXISTS (SELECT 1 FROM posts WHERE channel_id = lanes.channel_id AND changes > drawn
                       AND state = 'sent' AND message_id IS NOT NULL)
          OR EXISTS (SELECT 1 FROM cards WHERE channel_id = lanes.channel_id AND stale_since IS NOT NULL))`;

export const QUEUES_WITH_NOTICE = 'SELECT * FROM lanes WHERE notice_due = 1 ORDER BY stopped_at, channel_id';

const EMPTY_QUEUE: Omit<ChannelQueueRow, 'channelId'> = {
  state: 'open',
  problemCode: null,
  stoppedAt: null,
  lastProblemAt: null,
  lastProblemCode: null,
  noticeDue: false,
  notBefore: 0,
  lastPostAt: null,
  abandoned: false,
  summarisedUpTo: 0,
};

export function createChannelQueueTable(db: Database): ChannelQueueTable {
  const find = db.prepare<[string]>('SELECT * FROM lanes WHERE channel_id = ?');
  const insert = db.prepare<[string]>(
    'INSERT INTO lanes (channel_id) VALUES (?) ON CONFLICT (channel_id) DO NOTHING',
  );
  const withWork = db.prepare<[]>(QUEUES_WITH_WORK).pluck();
  const reopen = db.prepare<[string, string]>(
    `UPDATE lanes SET state = 'open', problem_code = NULL, stopped_at = NULL, abandoned = 0, notice_due = 0,
       guild_id = ?
     WHERE channel_id = ?`,
  );
  const reopenForNotice = db.prepare<[string]>(
    `UPDATE lanes SET state = 'open', problem_code = NULL, stopped_at = NULL
      WHERE channel_id = ? AND NOT EXISTS (SELECT 1 FROM subscriptions WHERE channel_id = lanes.channel_id)`,
  );
  const stop = db.prepare<{ channelId: string; state: string; code: number; at: number }>(
    `UPDATE lanes SET state = :state, problem_code = :code, stopped_at = :at,
       last_problem_at = :at, last_problem_code = :code,
       notice_due = iif(state = 'open', EXISTS (SELECT 1 FROM subscriptions WHERE channel_id = :channelId), notice_due)
     WHERE channel_id = :channelId`,
  );
  const abandon = db.prepare<[string]>('UPDATE lanes SET abandoned = 1, notice_due = 0 WHERE channel_id = ?');
  const withNotice = db.prepare<[]>(QUEUES_WITH_NOTICE);
  const clearNotice = db.prepare<[string]>('UPDATE lanes SET notice_due = 0 WHERE channel_id = ?');
  const hold = db.prepare<[number, string]>('UPDATE lanes SET not_before = ? WHERE channel_id = ?');
  const notePost = db.prepare<[number, string]>('UPDATE lanes SET last_post_at = ? WHERE channel_id = ?');
  const summariseUpTo = db.prepare<[number, string]>(
    'UPDATE lanes SET fold_mark = max(fold_mark, ?) WHERE channel_id = ?',
  );
  const ofGuild = db.prepare<[string]>('SELECT channel_id FROM lanes WHERE guild_id = ?').pluck();
  const forget = db.prepare<[string]>(
    `UPDATE lanes SET abandoned = 1, notice_due = 0, last_problem_at = NULL, last_problem_code = NULL, guild_id = NULL
     WHERE guild_id = ?`,
  );

  return {
    get(channelId) {
      const row = find.get(channelId);
      return row === undefined ? { ...EMPTY_QUEUE, channelId } : readChannelQueue(row);
    },
    ensure(channelId) {
      insert.run(channelId);
    },
    withWork: () => withWork.all().map(readText),
    open(channelId, guildId) {
      insert.run(channelId);
      reopen.run(guildId, channelId);
    },
    openForNotice(channelId) {
      insert.run(channelId);
      reopenForNotice.run(channelId);
    },
    stop(channelId, { state, code }, at) {
      insert.run(channelId);
      stop.run({ channelId, state, code, at });
    },
    abandon(channelId) {
      abandon.run(channelId);
    },
    withNotice: () => withNotice.all().map(readChannelQueue),
    clearNotice(channelId) {
      clearNotice.run(channelId);
    },
    holdUntil(channelId, notBefore) {
      hold.run(notBefore, channelId);
    },
    notePost(channelId, at) {
      notePost.run(at, channelId);
    },
    summariseUpTo(channelId, upTo) {
      summariseUpTo.run(upTo, channelId);
    },
    ofGuild: (guildId) => ofGuild.all(guildId).map(readText),
    forgetGuild(guildId) {
      forget.run(guildId);
    },
  };
}
