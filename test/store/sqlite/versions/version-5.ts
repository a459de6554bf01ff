import { BUSY, type VersionFixture } from './fixture.ts';
import { version4 } from './version-4.ts';

/** As written by the fifth version, with held messages. */
export const version5: VersionFixture = {
  version: 5,
  fill(db) {
    version4.fill(db);
    db.exec(
      `UPDATE posts SET held_told = 1, said_absent = 0 WHERE channel_id = '${BUSY}' AND settled_at IS NULL`,
    );
  },
};
