import type { Database } from 'better-sqlite3';
import type { Draft } from '../../../domain/subscription.ts';
import { writeFilter, writeKinds } from '../../rows/rule.ts';
import { readDraft } from '../../rows/subscription.ts';

/** The table `drafts`: set-ups that wait for their confirmation. */
export interface DraftTable {
  /** Takes the place of an earlier one with this id. */
  save(draft: Draft): void;
  load(id: string): Draft | null;
  /** The oldest first. */
  ofGuild(guildId: string): readonly Draft[];
  remove(id: string): void;
  /** @param time epoch ms */
  removeBefore(time: number): void;
  removeGuild(guildId: string): void;
}

export function createDraftTable(db: Database): DraftTable {
  const save = db.prepare<{
    id: string;
    guildId: string;
    channelId: string;
    userId: string;
    kinds: string;
    filter: string;
    endingLead: number;
    changes: number | null;
    createdAt: number;
  }>(
    `INSERT OR REPLACE INTO drafts (id, guild_id, channel_id, user_id, kinds, filter, ending_lead, changes, created_at)
     VALUES (:id, :guildId, :channelId, :userId, :kinds, :filter, :endingLead, :changes, :createdAt)`,
  );
  const load = db.prepare<[string]>('SELECT * FROM drafts WHERE id = ?');
  const ofGuild = db.prepare<[string]>('SELECT * FROM drafts WHERE guild_id = ? ORDER BY created_at, id');
  const remove = db.prepare<[string]>('DELETE FROM drafts WHERE id = ?');
  const removeBefore = db.prepare<[number]>('DELETE FROM drafts WHERE created_at < ?');
  const removeGuild = db.prepare<[string]>('DELETE FROM drafts WHERE guild_id = ?');

  return {
    save({ id, guildId, channelId, userId, kinds, filter, endingLead, changes, createdAt }) {
      const rule = { kinds: writeKinds(kinds), filter: writeFilter(filter), endingLead };
      save.run({ id, guildId, channelId, userId, ...rule, changes, createdAt });
    },
    load(id) {
      const row = load.get(id);
      return row === undefined ? null : readDraft(row);
    },
    ofGuild: (guildId) => ofGuild.all(guildId).map(readDraft),
    remove(id) {
      remove.run(id);
    },
    removeBefore(time) {
      removeBefore.run(time);
    },
    removeGuild(guildId) {
      removeGuild.run(guildId);
    },
  };
}
