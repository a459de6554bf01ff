import type { Database } from 'better-sqlite3';
import { readRolePing } from '../../rows/channel-queue.ts';

/** Table role_pings: when each role was last pinged in a channel. */
export interface RolePingTable {
  /** By role, epoch ms. */
  of(channelId: string): ReadonlyMap<string, number>;
  /** Records a message that mentioned these roles. @param at epoch ms */
  note(channelId: string, roleIds: readonly string[], at: number): void;
  removeOf(channelId: string): void;
}

/** The longest cool-down: older entries have no effect. */
const MAX_COOL_DOWN_MS = 24 * 60 * 60 * 1000;

export function createRolePingTable(db: Database): RolePingTable {
  const of = db.prepare<[string]>('SELECT role_id, pinged_at FROM role_pings WHERE channel_id = ?');
  const put = db.prepare<[string, string, number]>(
    'INSERT OR REPLACE INTO role_pings (channel_id, role_id, pinged_at) VALUES (?, ?, ?)',
  );
  const removeBefore = db.prepare<[string, number]>(
    'DELETE FROM role_pings WHERE channel_id = ? AND pinged_at < ?',
  );
  const removeOf = db.prepare<[string]>('DELETE FROM role_pings WHERE channel_id = ?');

  return {
    of: (channelId) => new Map(of.all(channelId).map(readRolePing)),
    note(channelId, roleIds, at) {
      if (roleIds.length === 0) return;
      removeBefore.run(channelId, at - MAX_COOL_DOWN_MS);
      for (const roleId of roleIds) put.run(channelId, roleId, at);
    },
    removeOf(channelId) {
      removeOf.run(channelId);
    },
  };
}
