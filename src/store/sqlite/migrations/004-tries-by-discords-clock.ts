import type { Migration } from './migration.ts';

/** The times of tries by Discord's clock, on which message ids are based; ours may be wrong or be changed. */
export const triesByDiscordsClock: Migration = {
  name: '004-tries-by-discords-clock',
  sql: `
-- How far Discord's clock was ahead of ours at the first and the last try, ms; NULL where that was not known.
ALTER TABLE posts ADD COLUMN first_ahead_ms REAL;
ALTER TABLE posts ADD COLUMN last_ahead_ms REAL;
`,
};
