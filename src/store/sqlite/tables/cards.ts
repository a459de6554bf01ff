import type { Database } from 'better-sqlite3';
import type { StaleCard } from '../../../domain/topic.ts';
import { readCard } from '../../rows/lane.ts';
import { readText } from '../../rows/reader.ts';

/** The table `cards`: live messages. */
export interface CardTable {
  /** A message was posted that shows this revision of its topic. @param card `at` in epoch ms */
  add(card: {
    readonly deliveryId: number;
    readonly channelId: string;
    readonly topic: string;
    readonly messageId: string;
    readonly revision: number;
    readonly at: number;
  }): void;
  /** Whether a live message of the channel shows the topic. */
  has(channelId: string, topic: string): boolean;
  /** Whether a live message of the channel shows the topic, or one that is to be posted will. */
  shows(channelId: string, topic: string): boolean;
  /** The topic has a new state; returns the channels of its messages, each once. @param at epoch ms */
  outdate(topic: string, at: number): readonly string[];
  /** The ones that wait longest for an edit. */
  stale(channelId: string, limit: number): readonly StaleCard[];
  /** The message shows this revision; one older than it shows already changes nothing. @param at epoch ms */
  markShown(deliveryId: number, revision: number, at: number): void;
  /** The message is live no more. */
  remove(deliveryId: number): void;
  /** No message of the channel is live any more. */
  removeOf(channelId: string): void;
}

export const STALE_CARDS = `
  SELECT cards.delivery_id, cards.message_id, alerts.payload AS alert, topics.payload AS state, topics.revision
    FROM cards
    JOIN deliveries ON deliveries.id = cards.delivery_id
    JOIN alerts ON alerts.id = deliveries.alert_id
    JOIN topics ON topics.key = cards.topic
   WHERE cards.channel_id = ? AND cards.stale_since IS NOT NULL
   ORDER BY cards.stale_since, cards.delivery_id LIMIT ?`;

export const CARD_SHOWS = 'SELECT 1 FROM cards WHERE topic = ? AND channel_id = ? LIMIT 1';

/** What is under way in a summary or in plain words never becomes a live message. */
export const CARD_IS_COMING = `
  SELECT 1 FROM deliveries
   WHERE channel_id = ? AND topic = ? AND topic IS NOT NULL AND state IN ('pending', 'posting')
     AND (post_id IS NULL OR (SELECT form FROM posts WHERE posts.id = post_id) = 'rich') LIMIT 1`;

export const OUTDATE_CARDS = `
  UPDATE cards SET stale_since = ifnull(stale_since, ?) WHERE topic = ? RETURNING channel_id`;

export function createCardTable(db: Database): CardTable {
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
  const shows = db.prepare<[string, string]>(CARD_SHOWS);
  const isComing = db.prepare<[string, string]>(CARD_IS_COMING);
  const outdate = db.prepare<[number, string]>(OUTDATE_CARDS).pluck();
  const stale = db.prepare<[string, number]>(STALE_CARDS);
  const markShown = db.prepare<{ id: number; revision: number; at: number }>(
    `UPDATE cards SET revision = :revision,
       stale_since = (SELECT :at FROM topics WHERE key = cards.topic AND topics.revision > :revision)
     WHERE delivery_id = :id AND revision <= :revision`,
  );
  const remove = db.prepare<[number]>('DELETE FROM cards WHERE delivery_id = ?');
  const removeOf = db.prepare<[string]>('DELETE FROM cards WHERE channel_id = ?');

  const has = (channelId: string, topic: string) => shows.get(topic, channelId) !== undefined;

  return {
    add(card) {
      add.run(card);
    },
    has,
    shows: (channelId, topic) => has(channelId, topic) || isComing.get(channelId, topic) !== undefined,
    outdate: (topic, at) => [...new Set(outdate.all(at, topic).map(readText))],
    stale: (channelId, limit) => stale.all(channelId, limit).map(readCard),
    markShown(deliveryId, revision, at) {
      markShown.run({ id: deliveryId, revision, at });
    },
    remove(deliveryId) {
      remove.run(deliveryId);
    },
    removeOf(channelId) {
      removeOf.run(channelId);
    },
  };
}
