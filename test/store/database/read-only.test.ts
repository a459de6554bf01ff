import { expect, it } from 'vitest';
import { systemClock } from '#src/chain/clock.ts';
import type { Database } from '#src/store/database/database.ts';
import { openPostgresDatabase } from '#src/store/database/postgres/open.ts';
import { openDatabase } from '#src/store/open.ts';
import { openPatiently } from '#src/store/patient-open.ts';
import { createSharedDatabase } from '#src/store/shared-database.ts';
import { startSwitchable } from '../../support/postgres/switchable.ts';
import { silentLog } from '../../support/silent-log.ts';
import { describePostgres } from './each-database.ts';

const NO_PATIENCE = { conflicts: 3, unreachableMs: 0, longestWaitMs: 10 };
const LIFE_MS = 10_000;

const add = (database: Database, key: string) =>
  database.transaction('add', (transaction) =>
    transaction.insertInto('seenKeys').values({ key, seenAt: 1 }).execute(),
  );

const keysIn = (database: Database): Promise<readonly string[]> =>
  database.read('keys', async (queries) =>
    (await queries.selectFrom('seenKeys').select('key').orderBy('id').execute()).map(({ key }) => key),
  );

describePostgres('a database that turns read-only for a while', () => {
  it('is waited for: what was to be written is written once', async () => {
    await using server = await startSwitchable();
    await using database = await openPostgresDatabase({ databaseUrl: server.database, log: silentLog });
    await add(database, 'before');
    await server.setReadOnly(true);
    const writing = add(database, 'meanwhile');
    expect(await keysIn(database)).toEqual(['before']);
    await server.setReadOnly(false);
    await writing;
    expect(await keysIn(database)).toEqual(['before', 'meanwhile']);
    expect(database.maintenance.problem()).toBeNull();
  });

  it('is written nothing into, and health says so', async () => {
    await using server = await startSwitchable();
    await using database = await openPostgresDatabase({
      databaseUrl: server.database,
      log: silentLog,
      repeat: NO_PATIENCE,
    });
    await server.setReadOnly(true);
    await expect(add(database, 'meanwhile')).rejects.toThrow(/is read-only/);
    expect(database.maintenance.problem()).toBe('not writable');
    expect(await keysIn(database)).toEqual([]);
  });

  it('is waited for at the start', async () => {
    await using server = await startSwitchable();
    const { database: databaseUrl } = server;
    await (await openPostgresDatabase({ databaseUrl, log: silentLog }))[Symbol.asyncDispose]();
    await server.setReadOnly(true);
    let waits = 0;
    const clock = {
      ...systemClock,
      async sleep() {
        waits += 1;
        await server.setReadOnly(false);
      },
    };
    await using database = await openPatiently(
      () => openDatabase({ databaseUrl, log: silentLog, now: Date.now }),
      { clock, log: silentLog, signal: new AbortController().signal },
    );
    expect(await keysIn(database)).toEqual([]);
    expect(waits).toBe(1);
  });

  it('costs nobody a lease', async () => {
    await using server = await startSwitchable();
    const databaseUrl = server.database;
    await using database = await openPostgresDatabase({ databaseUrl, log: silentLog });
    await using shared = createSharedDatabase({ databaseUrl, database, lifeMs: LIFE_MS, log: silentLog });
    const { leases } = shared;
    const lease = await leases.take('poller', 'a', LIFE_MS);
    await server.setReadOnly(true);
    expect(await leases.renew('a', ['poller'], LIFE_MS)).toEqual([lease]);
    expect(await leases.take('sender', 'a', LIFE_MS)).toMatchObject({ role: 'sender', holder: 'a' });
  });
});
