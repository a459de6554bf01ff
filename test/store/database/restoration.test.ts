import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCHEMA_LINE } from '#src/store/database/sqlite/schema.ts';
import { backUp } from '#src/store/file/backup.ts';
import { restore } from '#src/store/file/restore.ts';
import { openStore, type Store } from '#src/store/open.ts';
import { adminQuery } from '../../support/postgres/admin-query.ts';
import { recordingLog } from '../../support/silent-log.ts';
import { addressed, begin, ingestionOf, ruleFor, SALES, sale, salesFor, send } from '../samples.ts';
import { describePostgres } from './each-database.ts';

const HOUR_MS = 3_600_000;
const NOW = 1_000_000_000;

/** A post of each kind: one that is settled, one whose request is under way, and one that waits. */
async function fill(store: Store): Promise<void> {
  await store.addSubscription(ruleFor(SALES));
  await store.ingest(ingestionOf(salesFor(['sent', 'tried', 'waits'], SALES)));
  await send(store, SALES, 1);
  await begin(store, SALES, 1);
}

async function expectVerification(store: Store): Promise<void> {
  const work = await store.channelWork(SALES, 10);
  expect(work.unsettled).toBeNull();
  expect(work.pending.map(({ alert, alone }) => [alert.key, alone])).toEqual([
    ['tried', true],
    ['waits', true],
  ]);
  expect(work.toSummarise).toBe(2);
  const post = await begin(store, SALES, 1, { at: NOW });
  expect(post).toMatchObject({ state: 'ambiguous', firstClockOffsetMs: null });
  expect(post.firstTryAt).toBeLessThanOrEqual(NOW - HOUR_MS);
  await store.markSent(post.id, { messageId: 'found', at: NOW, publish: false });
  // An event from before is searched for as well, and one from after is not.
  await store.ingest(
    ingestionOf([
      addressed(sale('before', { occurredAt: 1_000 }), SALES),
      addressed(sale('after', { occurredAt: Date.now() / 1_000 + 10_000 }), SALES),
    ]),
  );
  const { pending } = await store.channelWork(SALES, 10);
  expect(pending.map(({ alert, alone }) => [alert.key, alone])).toEqual([
    ['waits', true],
    ['before', true],
    ['after', false],
  ]);
}

describe('an SQLite database that was restored from a backup', () => {
  it('has what it may have posted since searched for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gavel-restored-'));
    const options = { databaseUrl: `sqlite:${join(folder, 'gavel.db')}`, now: NOW, line: SCHEMA_LINE };
    const { log, lines } = recordingLog();
    const open = () => openStore({ ...options, log, now: () => NOW });
    const first = await open();
    await fill(first);
    const backup = await backUp({ ...options, target: null, onProgress: () => undefined });
    await first[Symbol.asyncDispose]();
    await restore({ ...options, backup });
    const restored = await open();
    await expectVerification(restored);
    await restored[Symbol.asyncDispose]();
    const warning = expect.stringMatching(/^database restored from a backup;/);
    const warnings = () => lines.filter(({ level }) => level >= 40);
    expect(warnings()).toMatchObject([{ msg: warning, backedUpAt: new Date(NOW).toISOString() }]);
    const again = await open();
    await again[Symbol.asyncDispose]();
    expect(warnings()).toHaveLength(1);
    rmSync(folder, { recursive: true });
  });
});

describePostgres('a PostgreSQL database with another history', (kind) => {
  it.each([
    ['of another server', `system_identifier = '1'`],
    ['of another timeline', 'timeline = timeline - 1'],
    // `docs/database.md`: a dump on the same server looks like the database that it was made of.
    ['as its operator says', `system_identifier = 'restored'`],
  ])('(%s) has what it may have posted since searched for', async (_what, change) => {
    await using place = await kind.create();
    const { log, lines } = recordingLog();
    // The test's server is fast and not durable, which is warned of at every start.
    const warnings = () => lines.filter(({ level, msg }) => level >= 40 && msg !== 'database at risk');
    const open = () => openStore({ databaseUrl: place.url, log, now: () => NOW });
    const first = await open();
    await fill(first);
    await first[Symbol.asyncDispose]();
    const same = await open();
    expect((await same.channelWork(SALES, 1)).unsettled).not.toBeNull();
    await same[Symbol.asyncDispose]();
    expect(warnings()).toEqual([]);

    await adminQuery(place.url, `update database_history set ${change}`);
    const other = await open();
    await expectVerification(other);
    await other[Symbol.asyncDispose]();
    expect(warnings()).toMatchObject([{ msg: expect.stringMatching(/^database history changed;/) }]);
  });
});
