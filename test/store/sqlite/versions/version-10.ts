import type { VersionFixture } from './fixture.ts';
import { version9 } from './version-9.ts';

/** As written by the tenth version, in which a delivery may wait for an edit of its auction's card. */
export const version10: VersionFixture = {
  version: 10,
  fill(db) {
    db.exec('ALTER TABLE channel_settings DROP COLUMN auctions');
    version9.fill(db);
    db.exec(
      `ALTER TABLE channel_settings ADD COLUMN auctions TEXT NOT NULL DEFAULT 'messages' CHECK (auctions IN ('messages', 'card'))`,
    );
    db.exec(`
      UPDATE deliveries SET awaits_edit = 1
       WHERE id = (SELECT max(id) FROM deliveries WHERE state = 'sent' AND topic IS NOT NULL)`);
  },
};
