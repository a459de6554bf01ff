import type { Migration } from './migration.ts';

/** Facts that the marketplace reports late: records that may still change, undecided alerts, and stale posts. */
export const lateFacts: Migration = {
  name: '006-told-late',
  sql: `
-- The newest records of the feed, for what is told of them later.
CREATE TABLE feed_records (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  payload TEXT NOT NULL,              -- JSON, see src/store/rows/feed-record.ts
  alert_key TEXT,                     -- the alert that tells it, whether anybody asks for that or not
  tx_place TEXT,                      -- where it stands in its transaction, and at its time (src/domain/feed-record.ts)
  time_place TEXT,
  occurred_at REAL NOT NULL,          -- epoch seconds
  seen_at REAL NOT NULL               -- epoch ms
) STRICT;

CREATE INDEX feed_records_alert ON feed_records (alert_key) WHERE alert_key IS NOT NULL;
CREATE INDEX feed_records_tx ON feed_records (tx_place) WHERE tx_place IS NOT NULL;
CREATE INDEX feed_records_time ON feed_records (time_place) WHERE time_place IS NOT NULL;

-- Everything that such a record is known by.
CREATE TABLE feed_record_keys (
  key TEXT PRIMARY KEY,
  record_id INTEGER NOT NULL REFERENCES feed_records (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX feed_record_keys_record ON feed_record_keys (record_id);

-- Grows with every change of what the alert tells.
ALTER TABLE alerts ADD COLUMN version INTEGER NOT NULL DEFAULT 0;

-- Alerts that some rule cannot be decided about yet.
CREATE TABLE undecided (
  alert_id INTEGER PRIMARY KEY REFERENCES alerts (id),
  lacking TEXT NOT NULL,              -- JSON: what has to be looked up
  looks_up INTEGER NOT NULL CHECK (looks_up IN (0, 1)),         -- 1: something has to be
  awaits_feed INTEGER NOT NULL CHECK (awaits_feed IN (0, 1)),   -- 1: the feed has to tell something
  since REAL NOT NULL,                -- epoch ms
  tried_at REAL NOT NULL              -- when it was last looked up, epoch ms
) STRICT;

CREATE INDEX undecided_since ON undecided (since);
CREATE INDEX undecided_tried ON undecided (tried_at) WHERE looks_up = 1;

-- Events that could not be decided in time, by channel and day.
CREATE TABLE undecided_counts (
  id INTEGER PRIMARY KEY,
  channel_id TEXT NOT NULL,
  day INTEGER NOT NULL,               -- days since 1970 by UTC
  count INTEGER NOT NULL,
  last_at REAL NOT NULL,              -- when the last of them was given up, epoch ms
  UNIQUE (channel_id, day)
) STRICT;

-- How often what it tells has changed since it was begun, and which of these changes the message shows.
ALTER TABLE posts ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE posts ADD COLUMN drawn INTEGER NOT NULL DEFAULT 0;
CREATE INDEX posts_changed ON posts (channel_id) WHERE changes > drawn;
`,
};
