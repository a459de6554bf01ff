import { expect, it } from 'vitest';
import { MIGRATIONS } from '#src/store/database/migrations/index.ts';
import { examinePostgres } from '#src/store/database/postgres/examine.ts';
import { openPostgresDatabase } from '#src/store/database/postgres/open.ts';
import { obstacleOf, type ServerFacts } from '#src/store/database/postgres/server-check.ts';
import { openStore } from '#src/store/open.ts';
import { startPostgres } from '../../../sandbox/postgres/server.ts';
import { adminQuery } from '../../support/postgres/admin-query.ts';
import { recordingLog, silentLog } from '../../support/silent-log.ts';
import { GENERAL, ruleFor } from '../samples.ts';
import { describePostgres } from './each-database.ts';

const open = (databaseUrl: string) => openPostgresDatabase({ databaseUrl, log: silentLog });

function withUser(url: string, user: string): string {
  const changed = new URL(url);
  changed.username = user;
  changed.password = 'secret';
  return changed.href;
}

const FACTS: ServerFacts = {
  version: '16.4',
  versionNumber: 160_004,
  isReplica: false,
  encoding: 'UTF8',
  isFsync: true,
  synchronousCommit: 'on',
  mayCreate: true,
  hasTables: false,
  otherConnections: 0,
  isEncrypted: false,
  bytes: 1,
};

describePostgres('a server', (kind) => {
  it('is refused with one sentence when it is too old, a replica or encoded otherwise', () => {
    expect(obstacleOf(FACTS, 'gavel at db:5432')).toBeNull();
    expect(obstacleOf({ ...FACTS, version: '14.9', versionNumber: 140_009 }, 'gavel at db:5432')).toBe(
      'The server of the database gavel at db:5432 is PostgreSQL 14.9; Gavel needs 15 or later.',
    );
    expect(obstacleOf({ ...FACTS, isReplica: true }, 'g')).toMatch(/read-only, a replica/);
    expect(obstacleOf({ ...FACTS, encoding: 'LATIN1' }, 'g')).toMatch(/encoded in LATIN1/);
  });

  it('may belong to an ordinary user, who owns only the database', async () => {
    await using place = await kind.create({ isEmpty: true });
    const user = `owner_${new URL(place.url).pathname.slice(1)}`;
    const database = new URL(place.url).pathname.slice(1);
    await adminQuery(place.url, `create role ${user} login password 'secret'`);
    await adminQuery(place.url, `alter database ${database} owner to ${user}`);
    {
      await using store = await openStore({
        databaseUrl: withUser(place.url, user),
        log: silentLog,
        now: Date.now,
      });
      await store.addSubscription(ruleFor(GENERAL));
      expect(await store.allSubscriptions()).toHaveLength(1);
    }
    await adminQuery(place.url, `reassign owned by ${user} to gavel`);
    await adminQuery(place.url, `drop owned by ${user}`);
    await adminQuery(place.url, `drop role ${user}`);
  });

  it('says which right is missing', async () => {
    await using place = await kind.create({ isEmpty: true });
    const user = `guest_${new URL(place.url).pathname.slice(1)}`;
    await adminQuery(place.url, `create role ${user} login password 'secret'`);
    const url = withUser(place.url, user);
    const sentence = /denies the user the permission to create tables; make the user the owner/;
    await expect(open(url)).rejects.toThrow(sentence);
    expect(await examinePostgres(url)).toMatchObject({
      state: 'unusable',
      problem: expect.stringMatching(sentence),
    });
    await adminQuery(place.url, `drop role ${user}`);
  });

  it('warns at the start of what a crash of it may cost', async () => {
    await using place = await kind.create();
    const { log, lines } = recordingLog();
    await using database = await openPostgresDatabase({ databaseUrl: place.url, log });
    const said = lines.map((line) => `${String(line['problem'])} ${String(line['remedy'])}`).join('\n');
    // The server of the tests writes nothing to the disk.
    expect(said).toMatch(/fsync = off.* Set fsync = on\./);
    expect(said).toMatch(/synchronous_commit = off.* Set synchronous_commit = on\./);
    expect(database.dialect).toBe('postgres');
    expect(await examinePostgres(place.url)).toMatchObject({ state: 'sound', risks: { length: 2 } });
  });

  it('names a full disk', async () => {
    await using place = await kind.create();
    await using database = await open(place.url);
    await adminQuery(
      place.url,
      `create function full_disk() returns trigger language plpgsql as $$ begin
         raise exception 'could not extend file' using errcode = '53100'; end $$;
       create trigger full_disk before insert on seen_keys execute function full_disk()`,
    );
    const written = database.transaction('add', (transaction) =>
      transaction.insertInto('seenKeys').values({ key: 'a', seenAt: 1 }).execute(),
    );
    await expect(written).rejects.toThrow(/disk of the server is full \(53100\)\.$/);
    expect(database.maintenance.problem()).toBe('disk full');
  });

  it('is examined while a bot is connected to it, and without tables', async () => {
    await using place = await kind.create();
    {
      await using store = await openStore({ databaseUrl: place.url, log: silentLog, now: Date.now });
      await store.addSubscription(ruleFor(GENERAL));
      expect(await examinePostgres(place.url)).toMatchObject({
        state: 'sound',
        running: true,
        pendingMigrations: 0,
        channels: [{ channelId: GENERAL, rules: 1, topics: ['sale'], stoppedBy: null }],
      });
    }
    await using empty = await kind.create({ isEmpty: true });
    expect(await examinePostgres(empty.url)).toMatchObject({
      state: 'sound',
      running: false,
      pendingMigrations: MIGRATIONS.length,
      channels: [],
    });
  });

  it('is examined without the password in what is said', async () => {
    await using place = await kind.create();
    const wrong = new URL(place.url);
    wrong.password = 'hunter2';
    const missing = new URL(place.url);
    missing.pathname = 'nothing_here';
    const unreachable = new URL(place.url);
    unreachable.port = '1';
    for (const [url, sentence] of [
      [wrong, /refuses the password/],
      [missing, /does not exist/],
      [unreachable, /cannot be reached/],
    ] as const) {
      const found = await examinePostgres(url.href);
      expect(found).toMatchObject({ state: 'unusable', problem: expect.stringMatching(sentence) });
      expect(JSON.stringify(found)).not.toContain(url.password);
    }
  });
});

describePostgres('a replica', () => {
  it('is refused with one sentence, by the bot and by the doctor', async () => {
    await using server = await startPostgres({ isDurable: false });
    const { log, lines } = recordingLog();
    await adminQuery(server.url('postgres'), 'create database gavel');
    await using database = await openPostgresDatabase({
      databaseUrl: server.url('gavel'),
      log,
      repeat: { conflicts: 3, unreachableMs: 500, longestWaitMs: 50 },
    });
    await server.restart('replica');
    expect(JSON.stringify(lines)).not.toContain(new URL(server.url('gavel')).password);
    await expect(open(server.url('gavel'))).rejects.toThrow(/read-only, a replica; connect to the primary/);
    expect(await examinePostgres(server.url('gavel'))).toMatchObject({ state: 'unusable' });
    const written = database.transaction('add', (transaction) =>
      transaction.insertInto('seenKeys').values({ key: 'a', seenAt: 1 }).execute(),
    );
    await expect(written).rejects.toThrow(/is read-only, perhaps a replica/);
  });
});
