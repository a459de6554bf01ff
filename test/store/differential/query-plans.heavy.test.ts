import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { interceptDatabase } from '../../support/database-edge.ts';
import { cases } from '../../support/thorough.ts';
import { createIdNumbers, dumpOf } from '../database/dump.ts';
import { type BothKinds, describeBothDatabases } from '../database/each-database.ts';
import { scansOf } from '../database/sqlite-plans.ts';
import { runHistories } from './histories.ts';

/** What the test itself reads. */
async function statementsOfDump({ sqlite }: BothKinds): Promise<ReadonlySet<string>> {
  await using place = await sqlite.create();
  const statements = new Set<string>();
  using _edge = interceptDatabase(place.url, { before: ({ sql }) => void statements.add(sql) });
  await using database = await place.open();
  statements.clear();
  await dumpOf(database, createIdNumbers());
  return statements;
}

describeBothDatabases('with millions of rows, SQLite', (kinds) => {
  it('reads no table from its beginning to its end in any statement of random histories', {
    timeout: 300_000,
  }, async () => {
    const statements = new Set<string>();
    await runHistories(kinds, {
      runs: cases(3, 6),
      steps: 200,
      prepare: ({ sqlite }) => interceptDatabase(sqlite, { before: ({ sql }) => void statements.add(sql) }),
    });
    const ofTest = await statementsOfDump(kinds);
    const own = [...statements].filter((sql) => !ofTest.has(sql));
    expect(own.length).toBeGreaterThan(150);
    await using place = await kinds.sqlite.create();
    await using _database = await place.open();
    const db = new Database(place.url.slice('sqlite:'.length), { readonly: true });
    expect(scansOf(db, own)).toEqual([]);
    db.close();
  });
});
