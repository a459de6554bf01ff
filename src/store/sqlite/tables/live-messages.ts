import type { Database } from 'better-sqlite3';
import type { StaleLiveMessage } from '../../../domain/live-state.ts';
import { type LiveMessageRow, readLiveMessage, readStaleLiveMessage } from '../../rows/channel-queue.ts';
import { readText } from '../../rows/row-mapper.ts';

/** Table cards: live messages. */
export interface LiveMessageTable {
  /** Adds a posted message that shows this revision of its topic. @param card `at` in epoch ms */
  add(liveMessage: {
    readonly deliveryId: number;
    readonly channelId: string;
    readonly topic: string;
    readonly messageId: string;
    readonly revision: number;
    readonly at: number;
  }): void;
  /** Whether the channel has a live message of the topic. */
  has(channelId: string, topic: string): boolean;
  /** Whether the channel has a live message of the topic, or a pending message that will become one. */
  showsOrWillShow(channelId: string, topic: string): boolean;
  /** The id of the message that became the channel's first live message of the topic; `null` without one. */
  firstOf(channelId: string, topic: string): string | null;
  /** The channel and the topic of a live message, and whether it shows the latest state; `null` if it is none. */
  find(deliveryId: number): LiveMessageRow | null;
  /** Marks the topic's live messages as stale; returns their channels, each once. @param at epoch ms */
  markStale(topic: string, at: number): readonly string[];
  /** The stale ones, those that have been stale longest first. */
  stale(channelId: string, limit: number): readonly StaleLiveMessage[];
  /** Records the displayed revision; ignored when older than the current one. @param at epoch ms */
  markDisplayed(deliveryId: number, revision: number, at: number): void;
  /** The message is no longer live. */
  remove(deliveryId: number): void;
  /** Removes all live messages of the channel. */
  removeOf(channelId: string): void;
}

export const STALE_LIVE_MESSAGES = `
  SELECT cards.delivery_id, cards.message_id, alerts.payload AS alert, topics.payload AS state, topics.revision,
         (SELECT first.message_id FROM cards AS first
           WHERE first.topic = cards.topic AND first.channel_id = cards.channel_id
             AND first.delivery_id < cards.delivery_id
           ORDER BY first.delivery_id LIMIT 1) AS card_message_id
    FROM cards
    JOIN deliveries ON deliveries.id = cards.delivery_id
    JOIN alerts ON alerts.id = deliveries.alert_id
    JOIN topics ON topics.key = cards.topic
   WHERE cards.channel_id = ? AND cards.stale_since IS NOT NULL
   ORDER BY cards.stale_since, cards.delivery_id LIMIT ?`;

export const LIVE_MESSAGE_OF_TOPIC = 'SELECT 1 FROM cards WHERE topic = ? AND channel_id = ? LIMIT 1';

export const FIRST_LIVE_MESSAGE = `
  SELECT message_id FROM cards WHERE topic = ? AND channel_id = ? ORDER BY delivery_id LIMIT 1`;

/** A delivery in a summary or in a plain-text message never becomes a live message. */
export const LIVE_MESSAGE_IS_PENDING = `
  SELECT 1 FROM deliveries
   WHERE channel_id = ? AND topic = ? AND topic IS NOT NULL AND state IN ('pending', 'posting')
     AND (post_id IS NULL OR (SELECT form FROM posts WHERE posts.id = post_id) = 'rich') LIMIT 1`;

export const MARK_LIVE_MESSAGES_STALE = `
  UPDATE cards SET stale_since = ifnull(stale_since, ?) WHERE topic = ? RETURNING channel_id`;

export function createLiveMessageTable(db: Database): LiveMessageTable {
  const add = db.prepare<{
    deliveryId: number;
    channelId: string;
    topic: string;
    messageId: string;
    revision: number;
    at: number;
  }>(
    `INSERT INTO cards (delivery_id, channel_id, topic, message_id, revision, stale_since)
     VALUES (:deliveryId, :channelId, :topic, :messageId, :revision,
             (SELECT :at FROM topics WHERE key = :topic AND revision > :revision))`,
  );
  const showsOrWillShow = db.prepare<[string, string]>(LIVE_MESSAGE_OF_TOPIC);
  const first = db.prepare<[string, string]>(FIRST_LIVE_MESSAGE).pluck();
  const find = db.prepare<[number]>(
    'SELECT channel_id, topic, stale_since IS NULL AS is_current FROM cards WHERE delivery_id = ?',
  );
  const isPending = db.prepare<[string, string]>(LIVE_MESSAGE_IS_PENDING);
  const markStale = db.prepare<[number, string]>(MARK_LIVE_MESSAGES_STALE).pluck();
  const stale = db.prepare<[string, number]>(STALE_LIVE_MESSAGES);
  const markDisplayed = db.prepare<{ id: number; revision: number; at: number }>(
    `UPDATE cards SET revision = :revision,
       stale_since = (SELECT :at FROM topics WHERE key = cards.topic AND topics.revision > :revision)
     WHERE delivery_id = :id AND revision <= :revision`,
  );
  const remove = db.prepare<[number]>('DELETE FROM cards WHERE delivery_id = ?');
  const removeOf = db.prepare<[string]>('DELETE FROM cards WHERE channel_id = ?');

  const has = (channelId: string, topic: string) => showsOrWillShow.get(topic, channelId) !== undefined;

  return {
    add(liveMessage) {
      add.run(liveMessage);
    },
    has,
    showsOrWillShow: (channelId, topic) =>
      has(channelId, topic) || isPending.get(channelId, topic) !== undefined,
    firstOf(channelId, topic) {
      const messageId = first.get(topic, channelId);
      return messageId === undefined ? null : readText(messageId);
    },
    find(deliveryId) {
      const row = find.get(deliveryId);
      return row === undefined ? null : readLiveMessage(row);
    },
    markStale: (topic, at) => [...new Set(markStale.all(at, topic).map(readText))],
    stale: (channelId, limit) => stale.all(channelId, limit).map(readStaleLiveMessage),
    markDisplayed(deliveryId, revision, at) {
      markDisplayed.run({ id: deliveryId, revision, at });
    },
    remove(deliveryId) {
      remove.run(deliveryId);
    },
    removeOf(channelId) {
      removeOf.run(channelId);
    },
  };
}
