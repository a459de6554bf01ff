import type { Database } from 'better-sqlite3';
import { writeFilter } from '../../../alerts/rule-form.ts';
import type { Draft } from '../../../alerts/subscription.ts';
import { writeKinds } from '../../rows/rule.ts';
import { readDraft } from '../../rows/subscription.ts';

/** Table drafts: rules that wait for confirmation. */
export interface DraftTable {
  /** Replaces an earlier one with this id. */
  save(draft: Draft): void;
  load(id: string): Draft | null;
  /** Oldest first. */
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
    pingRoleIds: string;
    changes: number | null;
    createdAt: number;
  }>(
    `INSERT OR REPLACE INTO drafts (id, guild_id, channel_id, user_id, kinds, filter, ping_role_ids,
                                    changes, created_at)
     VALUES (:id, :guildId, :channelId, :userId, :kinds, :filter, :pingRoleIds, :changes, :createdAt)`,
  );
  const load = db.prepare<[string]>('SELECT * FROM drafts WHERE id = ?');
  const ofGuild = db.prepare<[string]>('SELECT * FROM drafts WHERE guild_id = ? ORDER BY created_at, id');
  const remove = db.prepare<[string]>('DELETE FROM drafts WHERE id = ?');
  const removeBefore = db.prepare<[number]>('DELETE FROM drafts WHERE created_at < ?');
  const removeGuild = db.prepare<[string]>('DELETE FROM drafts WHERE guild_id = ?');

  return {
    save({ id, guildId, channelId, userId, topics, filter, pingRoles, changes, createdAt }) {
      const rule = {
        kinds: writeKinds(topics),
        filter: writeFilter(filter),
        pingRoleIds: JSON.stringify(pingRoles),
      };
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
