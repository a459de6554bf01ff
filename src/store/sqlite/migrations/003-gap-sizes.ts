import type { Migration } from './migration.ts';

/** The data for estimates of gap sizes: totals of sales, and how many sales the feed showed. */
export const gapSizes: Migration = {
  name: '003-gap-sizes',
  sql: `
-- When something was last taken in before the gap, epoch ms; NULL where nobody knows.
ALTER TABLE feed_gaps ADD COLUMN since REAL;
-- 1: its size has not been looked into.
ALTER TABLE feed_gaps ADD COLUMN open INTEGER NOT NULL DEFAULT 0 CHECK (open IN (0, 1));
CREATE INDEX feed_gaps_open ON feed_gaps (id) WHERE open = 1;

-- Sales that the marketplace counted and the feed did not show. Gaps that lie close together have one size, at the last.
CREATE TABLE gap_sizes (
  gap_id INTEGER NOT NULL REFERENCES feed_gaps (id),
  collection TEXT NOT NULL,
  at_least INTEGER NOT NULL CHECK (at_least > 0),
  at_most INTEGER NOT NULL CHECK (at_most >= at_least),
  PRIMARY KEY (gap_id, collection)
) STRICT, WITHOUT ROWID;

-- All sales of each collection, as the newest readings of the marketplace's list told them.
CREATE TABLE sales_totals (
  asked_at REAL NOT NULL,             -- epoch ms
  collection TEXT NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (asked_at, collection)
) STRICT, WITHOUT ROWID;

CREATE INDEX trades_collection ON trades (collection, at);

-- Lanes that can have work, which are asked one by one.
CREATE INDEX lanes_open ON lanes (channel_id) WHERE state = 'open';

-- For what is told of a channel's health.
CREATE INDEX deliveries_expired ON deliveries (channel_id, occurred_at) WHERE state = 'expired';
`,
};
