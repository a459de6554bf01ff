import type { Migration } from './migration.ts';

/** Held messages, of which it is unknown whether they were posted: their queue is stopped until a user decides. */
export const heldMessages: Migration = {
  name: '005-held-messages',
  sql: `
-- 1: those who made the rules of its channel were told that it waits for their answer.
ALTER TABLE posts ADD COLUMN held_told INTEGER NOT NULL DEFAULT 0 CHECK (held_told IN (0, 1));
-- 1: somebody said that it was not posted: it is to be sent in a new nonce window, without a look.
ALTER TABLE posts ADD COLUMN said_absent INTEGER NOT NULL DEFAULT 0 CHECK (said_absent IN (0, 1));
`,
};
