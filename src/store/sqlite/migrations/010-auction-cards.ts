import type { Migration } from './migration.ts';

/** An auction has one card in a channel: further alerts about it may be left to the card. */
export const auctionCards: Migration = {
  name: '010-auction-cards',
  sql: `
-- What is posted of an auction: its card and short messages, or its card alone.
ALTER TABLE channel_settings ADD COLUMN auctions TEXT NOT NULL DEFAULT 'messages' CHECK (auctions IN ('messages', 'card'));

-- 1: 'sent' by an edit of the live message of its topic that is not done yet. If that message cannot be edited, the
-- delivery is pending again.
ALTER TABLE deliveries ADD COLUMN awaits_edit INTEGER NOT NULL DEFAULT 0 CHECK (awaits_edit IN (0, 1));
CREATE INDEX deliveries_awaiting_edit ON deliveries (channel_id, topic) WHERE awaits_edit = 1;
`,
};
