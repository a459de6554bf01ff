import pg from 'pg';
import { expect, it } from 'vitest';
import { MOVED_TABLES } from '#src/store/move/tables.ts';
import { openStore } from '#src/store/open.ts';
import { interceptDatabase } from '../../support/database-edge.ts';
import { adminQuery } from '../../support/postgres/admin-query.ts';
import { startWireProxy } from '../../support/postgres/wire-proxy.ts';
import { silentLog } from '../../support/silent-log.ts';
import { describePostgres } from '../database/each-database.ts';
import { GENERAL, ruleFor } from '../samples.ts';
import { filledSource, move, now, rowsIn } from './source.ts';

const open = (databaseUrl: string) => openStore({ databaseUrl, log: silentLog, now, databaseNow: now });

describePostgres('moving a database from SQLite to PostgreSQL', (kind) => {
  it('copies every row of every table as it is', async () => {
    await using source = await filledSource();
    await using target = await kind.create();
    const empty = MOVED_TABLES.filter((table) => {
      const name = table.replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase());
      return source.rows[name]?.length === 0;
    });
    // Written by parts that are not part of the store.
    expect(empty.toSorted()).toEqual(['channel_facts', 'identify_budget', 'pending_recipients']);
    const { rows } = await move(source.url, target.url);
    expect(await rowsIn(target.url)).toEqual(source.rows);
    expect(rows?.get('deliveries')).toBe(source.rows['deliveries']?.length);
  });

  it('gives new rows ids that no row has had', async () => {
    await using source = await filledSource();
    await using target = await kind.create();
    await move(source.url, target.url);
    await using store = await open(target.url);
    const { subscription } = await store.addSubscription(ruleFor(GENERAL, { topics: ['mint'] }));
    expect(subscription.id).toBe(4);
  });

  it('lets no bot start on the file any more, and says where the database is', async () => {
    await using source = await filledSource();
    await using target = await kind.create();
    await move(source.url, target.url);
    await expect(open(source.url)).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringMatching(
        /was moved to test_\w+ at 127\.0\.0\.1:\d+ on 1970-01-01; set DATABASE_URL/,
      ),
    });
  });

  it('says when it was done before', async () => {
    await using source = await filledSource();
    await using target = await kind.create();
    await move(source.url, target.url);
    await using store = await open(target.url);
    await store.addSubscription(ruleFor(GENERAL, { topics: ['mint'] }));
    await store[Symbol.asyncDispose]();
    expect(await move(source.url, target.url)).toMatchObject({ rows: null });
  });

  it('refuses a database that is not empty, and changes nothing', async () => {
    await using source = await filledSource();
    await using target = await kind.create();
    {
      await using store = await open(target.url);
      await store.addSubscription(ruleFor(GENERAL));
    }
    const before = await rowsIn(target.url);
    await expect(move(source.url, target.url)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('is not empty (there are rows in channel_queues)'),
    });
    expect(await rowsIn(target.url)).toEqual(before);
    await using store = await open(source.url);
    expect(await store.allSubscriptions()).toHaveLength(2);
  });

  it('waits for no bot: it refuses a file and a database that are in use', async () => {
    await using source = await filledSource();
    await using target = await kind.create();
    {
      await using _running = await open(source.url);
      await expect(move(source.url, target.url)).rejects.toMatchObject({ code: 'STORE_IN_USE' });
    }
    await using _running = await open(target.url);
    await expect(move(source.url, target.url)).rejects.toMatchObject({ code: 'STORE_IN_USE' });
  });

  it('does not take a connection that is just ending for a bot', async () => {
    await using source = await filledSource();
    await using target = await kind.create();
    const ending = new pg.Client({ connectionString: target.url, application_name: 'gavel' });
    await ending.connect();
    // Within the move, after it has looked for the first time.
    const seen = Promise.withResolvers<void>();
    using _edge = interceptDatabase(target.url, {
      async around({ sql }, _client, run) {
        const result = await run();
        if (sql.includes('pg_stat_activity')) seen.resolve();
        return result;
      },
    });
    const moving = move(source.url, target.url);
    await seen.promise;
    await ending.end();
    expect((await moving).rows?.get('trades')).toBe(1);
  });

  it('is taken back when the other database does not have what was written', async () => {
    await using source = await filledSource();
    await using target = await kind.create();
    await adminQuery(
      target.url,
      `create function spoil() returns trigger language plpgsql as
         $$ begin new.quantity := '2'; return new; end $$;
       create trigger spoil before insert on trades for each row execute function spoil()`,
    );
    await expect(move(source.url, target.url)).rejects.toThrow(
      'The table trades was not copied unchanged (1 rows, 1 arrived); nothing was moved.',
    );
    expect((await rowsIn(target.url))['alerts']).toEqual([]);
    await adminQuery(target.url, 'drop trigger spoil on trades; drop function spoil');
    await move(source.url, target.url);
    expect(await rowsIn(target.url)).toEqual(source.rows);
  });

  it.each([
    ['insert into deliveries', 'request'],
    ['fetch', 'answer'],
    ['commit\0', 'request'],
  ] as const)('can be run again after the connection was lost at “%s” (%s)', async (text, when) => {
    await using source = await filledSource();
    await using target = await kind.create();
    await using proxy = await startWireProxy(target.url);
    // Before it the tables are created.
    proxy.cutAt(text, when, 'lock table');
    await expect(move(source.url, proxy.url)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' });
    expect((await rowsIn(target.url))['alerts']).toEqual([]);
    expect((await move(source.url, proxy.url)).rows?.get('trades')).toBe(1);
    expect(await rowsIn(target.url)).toEqual(source.rows);
  });

  it('finds out that it was done when the answer to the commit was lost', async () => {
    await using source = await filledSource();
    await using target = await kind.create();
    await using proxy = await startWireProxy(target.url);
    proxy.cutAt('commit\0', 'answer', 'lock table');
    await expect(move(source.url, proxy.url)).rejects.toThrow('run the same move again');
    await expect(open(source.url)).rejects.toThrow('was moved to');
    expect(await move(source.url, proxy.url)).toMatchObject({ rows: null });
    expect(await rowsIn(target.url)).toEqual(source.rows);
  });

  it('keeps the file in use when the server refuses the commit', async () => {
    await using source = await filledSource();
    await using target = await kind.create();
    await adminQuery(
      target.url,
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
       create constraint trigger refuse after insert on trades deferrable initially deferred
         for each row execute function refuse()`,
    );
    await expect(move(source.url, target.url)).rejects.toThrow('refused');
    await adminQuery(target.url, 'drop trigger refuse on trades; drop function refuse');
    await using store = await open(source.url);
    expect(await store.allSubscriptions()).toHaveLength(2);
  });

  it('names no password in an error', async () => {
    await using source = await filledSource();
    await using target = await kind.create();
    const url = new URL(target.url);
    url.password = 'swordfish';
    const error: unknown = await move(source.url, url.href).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ message: expect.stringContaining('refuses the password') });
    expect(String(error)).not.toContain('swordfish');
  });
});
