import type { VersionFixture } from './fixture.ts';
import { version3 } from './version-3.ts';

/** As written by the fourth version, with the times of tries by Discord's clock. */
export const version4: VersionFixture = {
  version: 4,
  fill(db) {
    version3.fill(db);
    db.exec('UPDATE posts SET first_ahead_ms = -250.5, last_ahead_ms = 1000 WHERE id = 2');
  },
};
