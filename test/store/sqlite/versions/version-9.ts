import { DERPS, type VersionFixture } from './fixture.ts';
import { version8 } from './version-8.ts';

/** As written by the ninth version, in which the lead time of a rule is one of its conditions. */
export const version9: VersionFixture = {
  version: 9,
  fill(db) {
    for (const table of ['subscriptions', 'drafts']) {
      db.exec(`ALTER TABLE ${table} ADD COLUMN ending_lead INTEGER NOT NULL DEFAULT 10`);
    }
    version8.fill(db);
    const [filter, rule] = [{ collection: [DERPS] }, { kinds: ['sale'], collection: [DERPS] }];
    db.prepare('UPDATE subscriptions SET filter = ?, rule = ? WHERE id = 2').run(
      JSON.stringify(filter),
      JSON.stringify(rule),
    );
    for (const table of ['subscriptions', 'drafts']) db.exec(`ALTER TABLE ${table} DROP COLUMN ending_lead`);
  },
};
