import { BUSY, type VersionFixture } from './fixture.ts';
import { version4 } from './version-4.ts';

/** As the fifth Gavel left it, which stops a channel until somebody says what became of a message. */
export const version5: VersionFixture = {
  version: 5,
  fill(db) {
    version4.fill(db);
    db.exec(
      `UPDATE posts SET held_told = 1, said_absent = 0 WHERE channel_id = '${BUSY}' AND settled_at IS NULL`,
    );
  },
};
