import type { Database } from 'better-sqlite3';
import type { NewSubscription, Subscription } from '../../../domain/subscription.ts';
import { readSubscription, writeKinds } from '../../rows.ts';

/** The table `subscriptions`: the rules of every channel. */
export interface SubscriptionTable {
  all(): readonly Subscription[];
  ofGuild(guildId: string): readonly Subscription[];
  /** Whether the channel has any rule. */
  anyOf(channelId: string): boolean;
  /** The new rule, or `null` when the channel has the same one. Its lane must exist. */
  insert(subscription: NewSubscription): Subscription | null;
  /** The rule with the same channel, kinds and collection. */
  same(subscription: NewSubscription): Subscription | null;
  /** The rule that was taken away, or `null`. */
  remove(guildId: string, id: number): Subscription | null;
}

function readOptional(row: unknown): Subscription | null {
  return row === undefined ? null : readSubscription(row);
}

export function createSubscriptionTable(db: Database): SubscriptionTable {
  const all = db.prepare<[]>('SELECT * FROM subscriptions ORDER BY id');
  const ofGuild = db.prepare<[string]>('SELECT * FROM subscriptions WHERE guild_id = ? ORDER BY id');
  const anyOf = db.prepare<[string]>('SELECT 1 FROM subscriptions WHERE channel_id = ? LIMIT 1');
  const insert = db.prepare<{
    guildId: string;
    channelId: string;
    kinds: string;
    collection: string | null;
    createdBy: string;
    createdAt: number;
  }>(
    `INSERT INTO subscriptions (guild_id, channel_id, kinds, collection, created_by, created_at)
     VALUES (:guildId, :channelId, :kinds, :collection, :createdBy, :createdAt)
     ON CONFLICT (channel_id, kinds, ifnull(collection, '')) DO NOTHING RETURNING *`,
  );
  const same = db.prepare<[string, string, string | null]>(
    `SELECT * FROM subscriptions WHERE channel_id = ? AND kinds = ? AND ifnull(collection, '') = ifnull(?, '')`,
  );
  const remove = db.prepare<[number, string]>(
    'DELETE FROM subscriptions WHERE id = ? AND guild_id = ? RETURNING *',
  );

  return {
    all: () => all.all().map(readSubscription),
    ofGuild: (guildId) => ofGuild.all(guildId).map(readSubscription),
    anyOf: (channelId) => anyOf.get(channelId) !== undefined,
    insert: ({ guildId, channelId, kinds, collection, createdBy, createdAt }) =>
      readOptional(
        insert.get({ guildId, channelId, kinds: writeKinds(kinds), collection, createdBy, createdAt }),
      ),
    same: ({ channelId, kinds, collection }) =>
      readOptional(same.get(channelId, writeKinds(kinds), collection)),
    remove: (guildId, id) => readOptional(remove.get(id, guildId)),
  };
}
