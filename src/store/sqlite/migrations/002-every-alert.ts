import type { Migration } from './migration.ts';

/**
 * Alerts of every kind, live messages, summaries, filters and settings. Amounts are decimal TEXT: they do not fit into
 * an INTEGER. Tables whose CHECK or key changes are rebuilt, while `migrate` has foreign keys off.
 */
export const everyAlert: Migration = {
  name: '002-every-alert',
  sql: `
-- The server of a channel that has, or had, a rule; NULL for all others. Also without a rule left, the server's
-- live messages must be found when it is forgotten.
ALTER TABLE lanes ADD COLUMN guild_id TEXT;
-- What last stopped it, kept after it was opened again.
ALTER TABLE lanes ADD COLUMN last_problem_at REAL;
ALTER TABLE lanes ADD COLUMN last_problem_code INTEGER;
-- 1: it was stopped, and those who made its rules have not been told.
ALTER TABLE lanes ADD COLUMN notice_due INTEGER NOT NULL DEFAULT 0 CHECK (notice_due IN (0, 1));
-- What waits up to this delivery goes into a summary. A mark instead of a flag on each delivery: a backlog is folded
-- in one write, however long it is.
ALTER TABLE lanes ADD COLUMN fold_mark INTEGER NOT NULL DEFAULT 0;
-- When a message last mentioned the role.
ALTER TABLE lanes ADD COLUMN last_ping_at REAL;

UPDATE lanes SET last_problem_at = stopped_at, last_problem_code = problem_code;
UPDATE lanes SET guild_id = (SELECT guild_id FROM subscriptions WHERE channel_id = lanes.channel_id LIMIT 1);

CREATE INDEX lanes_guild ON lanes (guild_id) WHERE guild_id IS NOT NULL;
CREATE INDEX lanes_notice ON lanes (channel_id) WHERE notice_due = 1;

CREATE TABLE subscriptions_new (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again, since admins type it
  guild_id TEXT NOT NULL,
  channel_id TEXT NOT NULL REFERENCES lanes (channel_id),
  kinds TEXT NOT NULL,                -- JSON array of alert kinds, each once
  filter TEXT NOT NULL,               -- JSON object of what is not left open, see src/store/rows/rule.ts
  ending_lead INTEGER NOT NULL,       -- minutes
  -- What it asks for in one canonical text: equal rules are equal texts, whatever the order of their parts.
  rule TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at REAL NOT NULL,
  paused_at REAL,                     -- when an admin put it out of force
  last_match_at REAL,                 -- when an alert last fitted it
  UNIQUE (channel_id, rule)
) STRICT;

INSERT INTO subscriptions_new (id, guild_id, channel_id, kinds, filter, ending_lead, rule, created_by, created_at)
SELECT id, guild_id, channel_id, kinds,
       iif(collection IS NULL, '{}', json_object('collections', json_array(collection))),
       10,
       iif(collection IS NULL, json_object('kinds', json(kinds)),
           json_object('kinds', json(kinds), 'collections', json_array(collection))),
       created_by, created_at
  FROM subscriptions;

-- The ids of rules that were taken away are not used again either.
DELETE FROM sqlite_sequence WHERE name = 'subscriptions_new';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'subscriptions_new', seq FROM sqlite_sequence WHERE name = 'subscriptions';

DROP TABLE subscriptions;
ALTER TABLE subscriptions_new RENAME TO subscriptions;
CREATE INDEX subscriptions_guild ON subscriptions (guild_id);

CREATE TABLE posts_new (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel_id TEXT NOT NULL REFERENCES lanes (channel_id),
  nonce TEXT NOT NULL,
  -- sending: a request may be under way. ambiguous: one was, and its answer was lost. These two are unsettled.
  -- sent: Discord has it. dead: given up, see dead_reason. released: certainly not posted, its deliveries went back.
  state TEXT NOT NULL CHECK (state IN ('sending', 'ambiguous', 'sent', 'dead', 'released')),
  -- rich: with embeds. plain: text, after the embeds were refused. digest: one summary of all its alerts.
  form TEXT NOT NULL CHECK (form IN ('rich', 'plain', 'digest')),
  ping_role_id TEXT,                  -- the role that it mentions, decided when it was begun
  attempts INTEGER NOT NULL,          -- tries within the current nonce window
  first_try_at REAL NOT NULL,         -- start of the current nonce window
  last_try_at REAL NOT NULL,
  message_id TEXT,                    -- of the message at Discord, where it is known
  settled_at REAL,
  dead_reason TEXT CHECK (dead_reason IN ('refused', 'unverifiable')),
  publish TEXT CHECK (publish IN ('wanted', 'done')), -- to the channels that follow an announcement channel
  CHECK ((state IN ('sending', 'ambiguous')) = (settled_at IS NULL)),
  CHECK ((state = 'dead') = (dead_reason IS NOT NULL)),
  CHECK (publish IS NULL OR message_id IS NOT NULL)
) STRICT;

INSERT INTO posts_new (id, channel_id, nonce, state, form, attempts, first_try_at, last_try_at, message_id, settled_at,
                       dead_reason)
SELECT id, channel_id, nonce, state, form, attempts, first_try_at, last_try_at, message_id, settled_at, dead_reason
  FROM posts;

DROP TABLE posts;
ALTER TABLE posts_new RENAME TO posts;
-- One unsettled post a lane: a second message cannot overtake it.
CREATE UNIQUE INDEX posts_unsettled ON posts (channel_id) WHERE settled_at IS NULL;
CREATE INDEX posts_unpublished ON posts (channel_id) WHERE publish = 'wanted';
-- For the hourly limit.
CREATE INDEX posts_sent ON posts (channel_id, settled_at) WHERE state = 'sent';
-- For what is told of a channel's health.
CREATE INDEX posts_dead ON posts (channel_id, dead_reason, settled_at) WHERE state = 'dead';

-- What a message about the alert shows for as long as that changes; NULL for what stays as it is.
ALTER TABLE alerts ADD COLUMN topic TEXT;

CREATE INDEX alerts_topic ON alerts (topic) WHERE topic IS NOT NULL;

-- Channels that are still to get the alert, while an alert for thousands of them is taken in. Written together with the
-- alert and the seen marks, and taken off part by part: whatever stops the process, the next start goes on from here.
CREATE TABLE addressing (
  id INTEGER PRIMARY KEY,             -- the order of the parts
  alert_id INTEGER NOT NULL REFERENCES alerts (id),
  addressees TEXT NOT NULL            -- JSON array, see src/store/rows/addressees.ts
) STRICT;

CREATE TABLE deliveries_new (
  -- The order within a lane. Never used again: the fold mark of a lane goes by it, and what is old is thrown away.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  alert_id INTEGER NOT NULL REFERENCES alerts (id),
  channel_id TEXT NOT NULL REFERENCES lanes (channel_id),
  occurred_at REAL NOT NULL,          -- the alert's, epoch seconds; copied so that what is too old is found by index
  -- pending: waits. posting: its post decides. sent: Discord has it. expired: too old when its turn came.
  -- dead: its post was given up. dropped: its channel has no rule left.
  state TEXT NOT NULL CHECK (state IN ('pending', 'posting', 'sent', 'expired', 'dead', 'dropped')),
  alone INTEGER NOT NULL DEFAULT 0 CHECK (alone IN (0, 1)), -- 1: in a message of its own
  post_id INTEGER REFERENCES posts (id),
  -- 1: goes before the others of its lane (an auction about to end). Folding sets it back.
  urgency INTEGER NOT NULL DEFAULT 0 CHECK (urgency IN (0, 1)),
  -- 1: a notice, which a channel gets whether it has a rule or not.
  unasked INTEGER NOT NULL DEFAULT 0 CHECK (unasked IN (0, 1)),
  -- 1: may have been told after the backup was made that this database was restored from.
  doubtful INTEGER NOT NULL DEFAULT 0 CHECK (doubtful IN (0, 1)),
  -- The alert's; copied so that it is known at once whether a message about it is on its way.
  topic TEXT,
  -- The revision of the topic that the alert shows as it is written.
  revision INTEGER NOT NULL DEFAULT 0,
  UNIQUE (alert_id, channel_id),
  CHECK ((state IN ('posting', 'sent', 'dead')) = (post_id IS NOT NULL)),
  CHECK (doubtful <= alone)
) STRICT;

INSERT INTO deliveries_new (id, alert_id, channel_id, occurred_at, state, alone, post_id)
SELECT id, alert_id, channel_id, occurred_at, state, alone, post_id FROM deliveries;

DROP TABLE deliveries;
ALTER TABLE deliveries_new RENAME TO deliveries;
-- Only what is unsettled: millions of settled rows must not make a look at the lanes slower.
CREATE INDEX deliveries_pending ON deliveries (channel_id, urgency DESC) WHERE state = 'pending';
CREATE INDEX deliveries_pending_age ON deliveries (channel_id, occurred_at) WHERE state = 'pending';
-- Also of settled posts: when one is thrown away, SQLite looks here whether anything refers to it still.
CREATE INDEX deliveries_post ON deliveries (post_id, urgency DESC) WHERE post_id IS NOT NULL;
CREATE INDEX deliveries_coming ON deliveries (channel_id, topic)
  WHERE topic IS NOT NULL AND state IN ('pending', 'posting');
CREATE INDEX deliveries_unasked ON deliveries (alert_id) WHERE unasked = 1;

-- What a restored database has to look up; empty everywhere else.
CREATE INDEX deliveries_doubtful ON deliveries (channel_id) WHERE state = 'pending' AND doubtful = 1;

-- What is old is thrown away in passes of its own now.
ALTER TABLE feed_state DROP COLUMN pruned_at;
-- When the database was last restored from a backup, and when that was made; NULL for never.
ALTER TABLE feed_state ADD COLUMN restored_at REAL;
ALTER TABLE feed_state ADD COLUMN backed_up_at REAL;

CREATE TABLE topics (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,           -- an auction, or a storm of trades
  revision INTEGER NOT NULL,          -- grows with every change
  payload TEXT NOT NULL,              -- its latest state: an alert as versioned JSON
  occurred_at REAL NOT NULL,          -- of that alert, epoch seconds
  changed_at REAL NOT NULL
) STRICT;

-- Live messages: each is edited until it shows the latest state of its topic. A row goes when its message does.
CREATE TABLE cards (
  delivery_id INTEGER PRIMARY KEY REFERENCES deliveries (id),
  channel_id TEXT NOT NULL REFERENCES lanes (channel_id),
  topic TEXT NOT NULL,
  message_id TEXT NOT NULL,
  revision INTEGER NOT NULL,          -- of the topic, as the message shows it
  stale_since REAL                    -- since when there is a newer state; the longest waiting is edited first
) STRICT;

CREATE INDEX cards_topic ON cards (topic, channel_id);
CREATE INDEX cards_stale ON cards (channel_id, stale_since) WHERE stale_since IS NOT NULL;

CREATE TABLE auctions (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,            -- the marketplace's
  payload TEXT NOT NULL               -- how it stands and what was told of it, as versioned JSON
) STRICT;

CREATE TABLE auction_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  baseline_at REAL NOT NULL           -- when the first look at the auctions was written; no row before it
) STRICT;

-- Sales, remembered for the story of later ones, whether they were told or not.
CREATE TABLE trades (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  collection TEXT NOT NULL,
  token_id TEXT NOT NULL,
  seller TEXT,
  buyer TEXT,
  price TEXT,                         -- wei, decimal; NULL where it is not told or in another coin
  quantity TEXT NOT NULL,             -- units that the price is for, decimal
  at REAL NOT NULL                    -- epoch seconds
) STRICT;

CREATE INDEX trades_token ON trades (collection, token_id, at);

-- The highest price of every trade that was ever remembered. By itself, because decimal text cannot be compared by
-- an index, and because it outlives its trade.
CREATE TABLE highest_trades (
  collection TEXT PRIMARY KEY,
  price TEXT NOT NULL                 -- wei, decimal
) STRICT, WITHOUT ROWID;

-- As the marketplace told it when the list was read: wei, decimal.
ALTER TABLE collections ADD COLUMN floor TEXT;

-- Set-ups that wait for their confirmation, for a day.
CREATE TABLE drafts (
  id TEXT PRIMARY KEY,
  guild_id TEXT NOT NULL,
  channel_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  kinds TEXT NOT NULL,                -- as in subscriptions, like the next two
  filter TEXT NOT NULL,
  ending_lead INTEGER NOT NULL,
  changes INTEGER,                    -- the subscription that it would change
  created_at REAL NOT NULL
) STRICT;

CREATE TABLE guild_settings (
  guild_id TEXT PRIMARY KEY,
  time_zone TEXT NOT NULL,
  locale TEXT NOT NULL,
  currency_display TEXT NOT NULL CHECK (currency_display IN ('after', 'before', 'short')),
  colours TEXT NOT NULL,              -- JSON object: alert kind to number
  default_channel_id TEXT,
  manager_role_id TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE channel_settings (
  channel_id TEXT PRIMARY KEY,
  guild_id TEXT NOT NULL,
  look TEXT NOT NULL CHECK (look IN ('compact', 'normal', 'big')),
  publish INTEGER NOT NULL CHECK (publish IN (0, 1)),
  ping_role_id TEXT,                  -- NULL: nobody is mentioned
  ping_minimum TEXT,                  -- wei, decimal
  ping_cool_down INTEGER,             -- minutes
  quiet_from INTEGER,                 -- minutes since midnight, in the server's time zone
  quiet_to INTEGER,
  hourly_limit INTEGER,
  CHECK ((ping_role_id IS NULL) = (ping_cool_down IS NULL)),
  CHECK (ping_role_id IS NOT NULL OR ping_minimum IS NULL),
  CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX channel_settings_guild ON channel_settings (guild_id);
`,
};
