import type { Migration } from './migration.ts';

/**
 * The schema of the first release. Times are epoch milliseconds unless the column says otherwise, REAL because a clock or
 * a Retry-After may give fractions. Discord's ids are TEXT: they do not fit into a float.
 */
export const initial: Migration = {
  name: '001-initial',
  sql: `
CREATE TABLE seen (
  id INTEGER PRIMARY KEY,             -- grows with time: the newest rows have the highest ids
  key TEXT NOT NULL UNIQUE,           -- one of the names that a record of the feed is known by
  seen_at REAL NOT NULL
) STRICT;

CREATE TABLE feed_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  baseline_at REAL NOT NULL,          -- when the first look at the feed was written; no row before it
  news_after REAL NOT NULL,           -- epoch seconds: what the feed says happened by then is history
  last_intake_at REAL NOT NULL,       -- when something was last taken in
  pruned_at REAL NOT NULL             -- when old rows of 'seen' were last thrown away
) STRICT;

CREATE TABLE feed_gaps (
  id INTEGER PRIMARY KEY,
  noticed_at REAL NOT NULL,
  oldest_read_at REAL                 -- epoch seconds of the oldest record read; the gap lies before it
) STRICT;

CREATE TABLE subscriptions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again, since admins type it
  guild_id TEXT NOT NULL,
  channel_id TEXT NOT NULL REFERENCES lanes (channel_id),
  kinds TEXT NOT NULL,                -- JSON array of alert kinds, sorted, each once
  collection TEXT,                    -- address; NULL follows every collection
  created_by TEXT NOT NULL,
  created_at REAL NOT NULL
) STRICT;

CREATE UNIQUE INDEX subscriptions_rule ON subscriptions (channel_id, kinds, ifnull(collection, ''));
CREATE INDEX subscriptions_guild ON subscriptions (guild_id);

CREATE TABLE lanes (
  channel_id TEXT PRIMARY KEY,
  -- open: sends. paused: waits for a permission. closed: its channel is gone.
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paused', 'closed')),
  problem_code INTEGER,               -- Discord's error code that stopped it
  stopped_at REAL,
  not_before REAL NOT NULL DEFAULT 0, -- nothing may be sent before
  last_post_at REAL,                  -- when the last message was accepted
  -- 1: its last rule was taken away. What would wait here is dropped until a rule is added again.
  abandoned INTEGER NOT NULL DEFAULT 0 CHECK (abandoned IN (0, 1)),
  CHECK ((state = 'open') = (stopped_at IS NULL)),
  CHECK ((state = 'open') = (problem_code IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE alerts (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,           -- names the alert for ever
  payload TEXT NOT NULL,              -- the alert as versioned JSON, see src/store/rows.ts
  occurred_at REAL NOT NULL,          -- epoch seconds
  created_at REAL NOT NULL
) STRICT;

CREATE TABLE posts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel_id TEXT NOT NULL REFERENCES lanes (channel_id),
  nonce TEXT NOT NULL,
  -- sending: a request may be under way. ambiguous: one was, and its answer was lost. These two are unsettled.
  -- sent: Discord has it. dead: given up, see dead_reason. released: certainly not posted, its deliveries went back.
  state TEXT NOT NULL CHECK (state IN ('sending', 'ambiguous', 'sent', 'dead', 'released')),
  form TEXT NOT NULL CHECK (form IN ('rich', 'plain')),
  attempts INTEGER NOT NULL,          -- tries within the current nonce window
  first_try_at REAL NOT NULL,         -- start of the current nonce window
  last_try_at REAL NOT NULL,
  message_id TEXT,                    -- of the message at Discord, where it is known
  settled_at REAL,
  dead_reason TEXT CHECK (dead_reason IN ('refused', 'unverifiable')),
  CHECK ((state IN ('sending', 'ambiguous')) = (settled_at IS NULL)),
  CHECK ((state = 'dead') = (dead_reason IS NOT NULL))
) STRICT;

-- One unsettled post a lane: a second message cannot overtake it.
CREATE UNIQUE INDEX posts_unsettled ON posts (channel_id) WHERE settled_at IS NULL;

CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY,             -- the order within a lane
  alert_id INTEGER NOT NULL REFERENCES alerts (id),
  channel_id TEXT NOT NULL REFERENCES lanes (channel_id),
  occurred_at REAL NOT NULL,          -- the alert's, epoch seconds; copied so that what is too old is found by index
  -- pending: waits. posting: its post decides. sent: Discord has it. expired: too old when its turn came.
  -- dead: its post was given up. dropped: its channel has no rule left.
  state TEXT NOT NULL CHECK (state IN ('pending', 'posting', 'sent', 'expired', 'dead', 'dropped')),
  alone INTEGER NOT NULL DEFAULT 0 CHECK (alone IN (0, 1)), -- 1: in a message of its own
  post_id INTEGER REFERENCES posts (id),
  UNIQUE (alert_id, channel_id),
  CHECK ((state IN ('posting', 'sent', 'dead')) = (post_id IS NOT NULL))
) STRICT;

-- Only what is unsettled: millions of settled rows must not make a look at the lanes slower.
CREATE INDEX deliveries_pending ON deliveries (channel_id) WHERE state = 'pending';
CREATE INDEX deliveries_pending_age ON deliveries (channel_id, occurred_at) WHERE state = 'pending';
CREATE INDEX deliveries_posting ON deliveries (post_id) WHERE state = 'posting';

CREATE TABLE collections (
  position INTEGER PRIMARY KEY,       -- the place in the list as it was saved
  address TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  symbol TEXT,
  path TEXT,
  verified INTEGER NOT NULL CHECK (verified IN (0, 1)),
  total_volume TEXT,                  -- wei, decimal
  thumbnail TEXT
) STRICT;
`,
};
