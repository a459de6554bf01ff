import type { Migration } from './migration.ts';

/** Rules may have ping roles of their own: several roles per message, and a cool-down for each. */
export const pingRoles: Migration = {
  name: '007-ping-roles',
  sql: `
-- JSON arrays of role ids. A rule without any pings the role of its channel.
ALTER TABLE subscriptions ADD COLUMN ping_role_ids TEXT NOT NULL DEFAULT '[]';
ALTER TABLE drafts ADD COLUMN ping_role_ids TEXT NOT NULL DEFAULT '[]';
-- The own roles of the rules that matched, and 1 if a rule without roles of its own matched.
ALTER TABLE deliveries ADD COLUMN ping_role_ids TEXT NOT NULL DEFAULT '[]';
ALTER TABLE deliveries ADD COLUMN pings_channel_role INTEGER NOT NULL DEFAULT 1 CHECK (pings_channel_role IN (0, 1));

-- The roles that the message mentions.
ALTER TABLE posts ADD COLUMN ping_role_ids TEXT NOT NULL DEFAULT '[]';
UPDATE posts SET ping_role_ids = json_array(ping_role_id) WHERE ping_role_id IS NOT NULL;
ALTER TABLE posts DROP COLUMN ping_role_id;

CREATE TABLE role_pings (
  channel_id TEXT NOT NULL,
  role_id TEXT NOT NULL,
  pinged_at REAL NOT NULL,            -- epoch ms
  PRIMARY KEY (channel_id, role_id)
) STRICT, WITHOUT ROWID;

INSERT INTO role_pings (channel_id, role_id, pinged_at)
SELECT lanes.channel_id, channel_settings.ping_role_id, lanes.last_ping_at
  FROM lanes JOIN channel_settings ON channel_settings.channel_id = lanes.channel_id
 WHERE lanes.last_ping_at IS NOT NULL AND channel_settings.ping_role_id IS NOT NULL;
ALTER TABLE lanes DROP COLUMN last_ping_at;
`,
};
