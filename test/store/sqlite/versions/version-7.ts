import { BUSY, type VersionFixture } from './fixture.ts';
import { version6 } from './version-6.ts';

const ROLES = ['600000000000000001', '600000000000000002'];

/** As written by the seventh version, with ping roles of rules. */
export const version7: VersionFixture = {
  version: 7,
  fill(db) {
    version6.fill(db);
    const roles = JSON.stringify(ROLES);
    db.prepare('UPDATE drafts SET ping_role_ids = ?').run(roles);
    db.prepare('UPDATE posts SET ping_role_ids = ? WHERE id = 1').run(roles);
    db.prepare('UPDATE deliveries SET ping_role_ids = ?, pings_channel_role = 0 WHERE id = 3').run(roles);
    const pinged = db.prepare('INSERT INTO role_pings (channel_id, role_id, pinged_at) VALUES (?, ?, 500)');
    for (const role of ROLES) pinged.run(BUSY, role);
  },
};
