import type { Database } from 'better-sqlite3';
import { canonicalRule, writeFilter } from '../../../alerts/rule-form.ts';
import type { NewSubscription, Rule, Subscription } from '../../../alerts/subscription.ts';
import { readRoleIds } from '../../rows/row-mapper.ts';
import { writeKinds } from '../../rows/rule.ts';
import { readChannelCount, readChannelOf, readSubscription } from '../../rows/subscription.ts';

/** Table subscriptions: the rules of all channels. */
export interface SubscriptionTable {
  all(): readonly Subscription[];
  /** Those with an id greater than `after`, in the order of their ids. */
  ofGuild(guildId: string, after: number, limit: number): readonly Subscription[];
  /** The number of rules of each channel of the server. */
  countsOf(guildId: string): ReadonlyMap<string, number>;
  /** The channels of those among these rules that belong to the server. */
  channelsOf(
    guildId: string,
    ids: readonly number[],
  ): readonly { readonly id: number; readonly channelId: string }[];
  /** Oldest first. */
  ofChannel(channelId: string): readonly Subscription[];
  /** Whether the channel has any rule. */
  anyOf(channelId: string): boolean;
  find(guildId: string, id: number): Subscription | null;
  findAll(guildId: string, ids: readonly number[]): readonly Subscription[];
  /** The new rule, or `null` when the channel has an identical one. The channel's queue must exist. */
  insert(subscription: NewSubscription): Subscription | null;
  /** The channel's rule that is identical to this one. */
  same(channelId: string, rule: Rule): Subscription | null;
  /** Changes the rule; the channel must not have an identical one. */
  change(id: number, rule: Rule): void;
  /** Pauses the rule at this time (epoch ms) unless it is paused already; `null` resumes it. */
  setPaused(id: number, at: number | null): void;
  /** `setPaused` for several of a server. */
  setAllPaused(guildId: string, ids: readonly number[], at: number | null): void;
  /** Records that an alert matched. Returns the rule's own ping roles; `null` if there is no rule with this id. @param at epoch ms */
  noteMatch(id: number, at: number): readonly string[] | null;
  /** The removed rule, or `null`. */
  remove(guildId: string, id: number): Subscription | null;
  removeAll(guildId: string, ids: readonly number[]): void;
  removeGuild(guildId: string): void;
}

function readOptional(row: unknown): Subscription | null {
  return row === undefined ? null : readSubscription(row);
}

function columnsOf(rule: Rule) {
  return {
    kinds: writeKinds(rule.topics),
    filter: writeFilter(rule.filter),
    pingRoleIds: JSON.stringify(rule.pingRoles),
    rule: canonicalRule(rule),
  };
}

/** Rules of one server, restricted to a JSON array of ids. */
const IDS_OF_GUILD = 'guild_id = ? AND id IN (SELECT value FROM json_each(?))';

type RuleColumns = ReturnType<typeof columnsOf>;

export function createSubscriptionTable(db: Database): SubscriptionTable {
  const all = db.prepare<[]>('SELECT * FROM subscriptions ORDER BY id');
  const ofGuild = db.prepare<[string, number, number]>(
    'SELECT * FROM subscriptions WHERE guild_id = ? AND id > ? ORDER BY id LIMIT ?',
  );
  const countsOf = db.prepare<[string]>(
    'SELECT channel_id, count(*) AS count FROM subscriptions WHERE guild_id = ? GROUP BY channel_id ORDER BY min(id)',
  );
  const channelsOf = db.prepare<[string, string]>(
    `SELECT id, channel_id FROM subscriptions WHERE ${IDS_OF_GUILD} ORDER BY id`,
  );
  const findAll = db.prepare<[string, string]>(
    `SELECT * FROM subscriptions WHERE ${IDS_OF_GUILD} ORDER BY id`,
  );
  const pauseAll = db.prepare<[number, string, string]>(
    `UPDATE subscriptions SET paused_at = ifnull(paused_at, ?) WHERE ${IDS_OF_GUILD}`,
  );
  const resumeAll = db.prepare<[string, string]>(
    `UPDATE subscriptions SET paused_at = NULL WHERE ${IDS_OF_GUILD}`,
  );
  const removeAll = db.prepare<[string, string]>(`DELETE FROM subscriptions WHERE ${IDS_OF_GUILD}`);
  const ofChannel = db.prepare<[string]>('SELECT * FROM subscriptions WHERE channel_id = ? ORDER BY id');
  const anyOf = db.prepare<[string]>('SELECT 1 FROM subscriptions WHERE channel_id = ? LIMIT 1');
  const find = db.prepare<[number, string]>('SELECT * FROM subscriptions WHERE id = ? AND guild_id = ?');
  const insert = db.prepare<
    RuleColumns & { guildId: string; channelId: string; createdBy: string; createdAt: number }
  >(
    `INSERT INTO subscriptions (guild_id, channel_id, kinds, filter, ping_role_ids, rule, created_by,
                                created_at)
     VALUES (:guildId, :channelId, :kinds, :filter, :pingRoleIds, :rule, :createdBy, :createdAt)
     ON CONFLICT (channel_id, rule) DO NOTHING RETURNING *`,
  );
  const same = db.prepare<[string, string]>('SELECT * FROM subscriptions WHERE channel_id = ? AND rule = ?');
  const change = db.prepare<RuleColumns & { id: number }>(
    `UPDATE subscriptions SET kinds = :kinds, filter = :filter,
            ping_role_ids = :pingRoleIds, rule = :rule
      WHERE id = :id`,
  );
  const pause = db.prepare<[number, number]>(
    'UPDATE subscriptions SET paused_at = ifnull(paused_at, ?) WHERE id = ?',
  );
  const resume = db.prepare<[number]>('UPDATE subscriptions SET paused_at = NULL WHERE id = ?');
  const noteMatch = db
    .prepare<{ id: number; at: number }>(
      `UPDATE subscriptions SET last_match_at = max(ifnull(last_match_at, :at), :at) WHERE id = :id
       RETURNING ping_role_ids`,
    )
    .pluck();
  const remove = db.prepare<[number, string]>(
    'DELETE FROM subscriptions WHERE id = ? AND guild_id = ? RETURNING *',
  );
  const removeGuild = db.prepare<[string]>('DELETE FROM subscriptions WHERE guild_id = ?');

  return {
    all: () => all.all().map(readSubscription),
    ofGuild: (guildId, after, limit) => ofGuild.all(guildId, after, limit).map(readSubscription),
    countsOf: (guildId) => new Map(countsOf.all(guildId).map(readChannelCount)),
    channelsOf: (guildId, ids) => channelsOf.all(guildId, JSON.stringify(ids)).map(readChannelOf),
    findAll: (guildId, ids) => findAll.all(guildId, JSON.stringify(ids)).map(readSubscription),
    ofChannel: (channelId) => ofChannel.all(channelId).map(readSubscription),
    anyOf: (channelId) => anyOf.get(channelId) !== undefined,
    find: (guildId, id) => readOptional(find.get(id, guildId)),
    insert({ guildId, channelId, createdBy, createdAt, ...rule }) {
      return readOptional(insert.get({ ...columnsOf(rule), guildId, channelId, createdBy, createdAt }));
    },
    same: (channelId, rule) => readOptional(same.get(channelId, canonicalRule(rule))),
    change(id, rule) {
      change.run({ ...columnsOf(rule), id });
    },
    setPaused(id, at) {
      if (at === null) resume.run(id);
      else pause.run(at, id);
    },
    setAllPaused(guildId, ids, at) {
      if (at === null) resumeAll.run(guildId, JSON.stringify(ids));
      else pauseAll.run(at, guildId, JSON.stringify(ids));
    },
    noteMatch(id, at) {
      const roles = noteMatch.get({ id, at });
      return roles === undefined ? null : readRoleIds(roles);
    },
    remove: (guildId, id) => readOptional(remove.get(id, guildId)),
    removeAll(guildId, ids) {
      removeAll.run(guildId, JSON.stringify(ids));
    },
    removeGuild(guildId) {
      removeGuild.run(guildId);
    },
  };
}
