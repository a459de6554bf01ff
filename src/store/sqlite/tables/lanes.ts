import type { Database } from 'better-sqlite3';
import type { LaneRow } from '../../rows.ts';
import { readLane, readText } from '../../rows.ts';

/** The table `lanes`: the state of every channel that ever had a rule or an alert. */
export interface LaneTable {
  /** The lane; an open and empty one for a channel that is not known. */
  get(channelId: string): LaneRow;
  /** Makes the lane where there is none. */
  ensure(channelId: string): void;
  /** Open lanes that have a pending delivery or an unsettled post. */
  withWork(): readonly string[];
  /** Opens the lane for a rule: whatever stopped it is forgotten, and it is not abandoned any more. */
  open(channelId: string): void;
  /** @param at epoch ms */
  stop(
    channelId: string,
    stop: { readonly state: 'paused' | 'closed'; readonly code: number },
    at: number,
  ): void;
  /** Its last rule was taken away. */
  abandon(channelId: string): void;
  /** @param notBefore epoch ms */
  holdUntil(channelId: string, notBefore: number): void;
  /** @param at epoch ms */
  notePost(channelId: string, at: number): void;
}

/**
 * Steps from channel to channel through the index of what is pending, instead of reading every pending row: the cost
 * follows the number of lanes, not the length of their queues.
 */
export const LANES_WITH_WORK = `
  WITH RECURSIVE waiting (channel_id) AS (
    SELECT min(channel_id) FROM deliveries WHERE state = 'pending'
    UNION ALL
    SELECT (SELECT min(channel_id) FROM deliveries WHERE state = 'pending' AND channel_id > waiting.channel_id)
      FROM waiting WHERE waiting.channel_id IS NOT NULL
  ),
  busy (channel_id) AS (
    SELECT channel_id FROM waiting WHERE channel_id IS NOT NULL
    UNION
    SELECT channel_id FROM posts WHERE settled_at IS NULL
  )
  SELECT busy.channel_id FROM busy CROSS JOIN lanes ON lanes.channel_id = busy.channel_id
   WHERE lanes.state = 'open'`;

export function createLaneTable(db: Database): LaneTable {
  const find = db.prepare<[string]>('SELECT * FROM lanes WHERE channel_id = ?');
  const insert = db.prepare<[string]>(
    'INSERT INTO lanes (channel_id) VALUES (?) ON CONFLICT (channel_id) DO NOTHING',
  );
  const withWork = db.prepare<[]>(LANES_WITH_WORK).pluck();
  const reopen = db.prepare<[string]>(
    `UPDATE lanes SET state = 'open', problem_code = NULL, stopped_at = NULL, abandoned = 0 WHERE channel_id = ?`,
  );
  const stop = db.prepare<[string, number, number, string]>(
    'UPDATE lanes SET state = ?, problem_code = ?, stopped_at = ? WHERE channel_id = ?',
  );
  const abandon = db.prepare<[string]>('UPDATE lanes SET abandoned = 1 WHERE channel_id = ?');
  const hold = db.prepare<[number, string]>('UPDATE lanes SET not_before = ? WHERE channel_id = ?');
  const notePost = db.prepare<[number, string]>('UPDATE lanes SET last_post_at = ? WHERE channel_id = ?');

  return {
    get(channelId) {
      const row = find.get(channelId);
      if (row !== undefined) return readLane(row);
      return {
        channelId,
        state: 'open',
        problemCode: null,
        notBefore: 0,
        lastPostAt: null,
        abandoned: false,
      };
    },
    ensure(channelId) {
      insert.run(channelId);
    },
    withWork: () => withWork.all().map(readText),
    open(channelId) {
      insert.run(channelId);
      reopen.run(channelId);
    },
    stop(channelId, { state, code }, at) {
      insert.run(channelId);
      stop.run(state, code, at, channelId);
    },
    abandon(channelId) {
      abandon.run(channelId);
    },
    holdUntil(channelId, notBefore) {
      hold.run(notBefore, channelId);
    },
    notePost(channelId, at) {
      notePost.run(at, channelId);
    },
  };
}
