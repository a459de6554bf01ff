import type { Database } from 'better-sqlite3';
import type { NewSubscription, Rule, Subscription } from '../../../domain/subscription.ts';
import { canonicalRule, writeFilter, writeKinds } from '../../rows/rule.ts';
import { readChannelCount, readChannelOf, readSubscription } from '../../rows/subscription.ts';

/** The table `subscriptions`: the rules of every channel. */
export interface SubscriptionTable {
  all(): readonly Subscription[];
  /** In the order of their ids, those after this one. */
  ofGuild(guildId: string, after: number, limit: number): readonly Subscription[];
  /** How many each channel of the server has. */
  countsOf(guildId: string): ReadonlyMap<string, number>;
  /** Those of the server among these. */
  channelsOf(
    guildId: string,
    ids: readonly number[],
  ): readonly { readonly id: number; readonly channelId: string }[];
  /** The oldest first. */
  ofChannel(channelId: string): readonly Subscription[];
  /** Whether the channel has any rule. */
  anyOf(channelId: string): boolean;
  find(guildId: string, id: number): Subscription | null;
  findAll(guildId: string, ids: readonly number[]): readonly Subscription[];
  /** The new rule, or `null` when the channel has the same one. Its lane must exist. */
  insert(subscription: NewSubscription): Subscription | null;
  /** The channel's rule that asks for the same. */
  same(channelId: string, rule: Rule): Subscription | null;
  /** What the rule asks for from now on; the channel must not have the same rule already. */
  change(id: number, rule: Rule): void;
  /** Out of force since this moment, epoch ms, unless it is already; `null` puts it into force. */
  setPaused(id: number, at: number | null): void;
  /** `setPaused` for several of a server. */
  setAllPaused(guildId: string, ids: readonly number[], at: number | null): void;
  /** An alert fitted it. @param at epoch ms */
  noteMatch(id: number, at: number): void;
  /** The rule that was taken away, or `null`. */
  remove(guildId: string, id: number): Subscription | null;
  removeAll(guildId: string, ids: readonly number[]): void;
  removeGuild(guildId: string): void;
}

function readOptional(row: unknown): Subscription | null {
  return row === undefined ? null : readSubscription(row);
}

function columnsOf(rule: Rule) {
  return {
    kinds: writeKinds(rule.kinds),
    filter: writeFilter(rule.filter),
    endingLead: rule.endingLead,
    rule: canonicalRule(rule),
  };
}

/** Of one server and among a list of ids, which is given as JSON. */
const AMONG = 'guild_id = ? AND id IN (SELECT value FROM json_each(?))';

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
    `SELECT id, channel_id FROM subscriptions WHERE ${AMONG} ORDER BY id`,
  );
  const findAll = db.prepare<[string, string]>(`SELECT * FROM subscriptions WHERE ${AMONG} ORDER BY id`);
  const pauseAll = db.prepare<[number, string, string]>(
    `UPDATE subscriptions SET paused_at = ifnull(paused_at, ?) WHERE ${AMONG}`,
  );
  const resumeAll = db.prepare<[string, string]>(`UPDATE subscriptions SET paused_at = NULL WHERE ${AMONG}`);
  const removeAll = db.prepare<[string, string]>(`DELETE FROM subscriptions WHERE ${AMONG}`);
  const ofChannel = db.prepare<[string]>('SELECT * FROM subscriptions WHERE channel_id = ? ORDER BY id');
  const anyOf = db.prepare<[string]>('SELECT 1 FROM subscriptions WHERE channel_id = ? LIMIT 1');
  const find = db.prepare<[number, string]>('SELECT * FROM subscriptions WHERE id = ? AND guild_id = ?');
  const insert = db.prepare<
    RuleColumns & { guildId: string; channelId: string; createdBy: string; createdAt: number }
  >(
    `INSERT INTO subscriptions (guild_id, channel_id, kinds, filter, ending_lead, rule, created_by, created_at)
     VALUES (:guildId, :channelId, :kinds, :filter, :endingLead, :rule, :createdBy, :createdAt)
     ON CONFLICT (channel_id, rule) DO NOTHING RETURNING *`,
  );
  const same = db.prepare<[string, string]>('SELECT * FROM subscriptions WHERE channel_id = ? AND rule = ?');
  const change = db.prepare<RuleColumns & { id: number }>(
    `UPDATE subscriptions SET kinds = :kinds, filter = :filter, ending_lead = :endingLead, rule = :rule
      WHERE id = :id`,
  );
  const pause = db.prepare<[number, number]>(
    'UPDATE subscriptions SET paused_at = ifnull(paused_at, ?) WHERE id = ?',
  );
  const resume = db.prepare<[number]>('UPDATE subscriptions SET paused_at = NULL WHERE id = ?');
  const noteMatch = db.prepare<{ id: number; at: number }>(
    'UPDATE subscriptions SET last_match_at = max(ifnull(last_match_at, :at), :at) WHERE id = :id',
  );
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
      noteMatch.run({ id, at });
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
