import { inspect } from 'node:util';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { now } from '#src/store/database/adapters.ts';
import type { Database, Transaction } from '#src/store/database/database.ts';
import { lockQueueOrder } from '#src/store/database/locks.ts';
import { openPostgresDatabase } from '#src/store/database/postgres/open.ts';
import { outcomeOf } from '#src/store/database/postgres/outcome.ts';
import { startPostgres } from '../../../sandbox/postgres/server.ts';
import { adminQuery } from '../../support/postgres/admin-query.ts';
import { startWireProxy } from '../../support/postgres/wire-proxy.ts';
import { recordingLog, silentLog } from '../../support/silent-log.ts';
import { describePostgres } from './each-database.ts';

/** As the protocol has it; the isolation level has the word as well. */
const COMMIT = 'commit\0';

const add = (transaction: Transaction, key: string) =>
  transaction.insertInto('seenKeys').values({ key, seenAt: 1 }).execute();

const keysIn = (database: Database): Promise<readonly string[]> =>
  database.read('keys', async (queries) =>
    (await queries.selectFrom('seenKeys').select('key').orderBy('id').execute()).map(({ key }) => key),
  );

describePostgres('a transaction of PostgreSQL', (kind) => {
  it('is repeated after a deadlock, until both are committed', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    await database.transaction('rows', async (transaction) => {
      for (const key of ['a', 'b']) await add(transaction, key);
    });
    let runs = 0;
    const locked = { a: false, b: false };
    const touch = (transaction: Transaction, key: 'a' | 'b') =>
      transaction.updateTable('seenKeys').set({ seenAt: 2 }).where('key', '=', key).execute();
    const crossing = (first: 'a' | 'b', second: 'a' | 'b') =>
      database.transaction('cross', async (transaction) => {
        runs += 1;
        await touch(transaction, first);
        locked[first] = true;
        // Waits within the database, so that the two certainly hold a row each when they meet for the first time.
        while (!(locked.a && locked.b)) await sql`select pg_sleep(0.01)`.execute(transaction);
        await touch(transaction, second);
      });
    await Promise.all([crossing('a', 'b'), crossing('b', 'a')]);
    expect(runs).toBe(3);
  });

  it('is repeated when its connection is lost before the commit reaches the server', async () => {
    await using place = await kind.create();
    await using proxy = await startWireProxy(place.url);
    await using database = await openPostgresDatabase({ databaseUrl: proxy.url, log: silentLog });
    proxy.cutAt(COMMIT, 'request');
    let runs = 0;
    const result = await database.transaction('add', async (transaction) => {
      runs += 1;
      await add(transaction, 'a');
      return runs;
    });
    expect([result, runs]).toEqual([2, 2]);
    expect(await keysIn(database)).toEqual(['a']);
  });

  it('is not repeated when only the answer to its commit is lost', async () => {
    await using place = await kind.create();
    await using proxy = await startWireProxy(place.url);
    await using database = await openPostgresDatabase({ databaseUrl: proxy.url, log: silentLog });
    proxy.cutAt(COMMIT, 'answer');
    let runs = 0;
    const result = await database.transaction('add', async (transaction) => {
      runs += 1;
      await add(transaction, `run ${runs}`);
      return runs;
    });
    expect([result, runs]).toEqual([1, 1]);
    expect(await keysIn(database)).toEqual(['run 1']);
  });

  it('is repeated when its connection is lost within its work', async () => {
    await using place = await kind.create();
    await using proxy = await startWireProxy(place.url);
    await using database = await openPostgresDatabase({ databaseUrl: proxy.url, log: silentLog });
    for (const when of ['request', 'answer'] as const) {
      proxy.cutAt('insert into', when);
      await database.transaction('add', (transaction) => add(transaction, when));
    }
    expect(await keysIn(database)).toEqual(['request', 'answer']);
  });

  it('has the time of the server', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const [mine, theirs] = await database.transaction('time', async (transaction) => {
      const { rows } = await sql<{ time: number }>`
        select extract(epoch from clock_timestamp())::float8 * 1000 as time`.execute(transaction);
      return [now(transaction), rows[0]?.time ?? 0];
    });
    expect(theirs).toBeGreaterThanOrEqual(mine ?? 0);
    expect(theirs - (mine ?? 0)).toBeLessThan(60_000);
  });

  it('that enqueues waits for the one before it, so that ids are in the order of commits', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const locked = Promise.withResolvers<void>();
    const order: string[] = [];
    const first = database.transaction('first', async (transaction) => {
      await lockQueueOrder(transaction);
      locked.resolve();
      // Until the second one waits for the lock.
      for (let waiting = 0; waiting === 0; ) {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())`.execute(
          transaction,
        );
        waiting = rows[0]?.count ?? 0;
      }
      await add(transaction, 'first');
      order.push('first');
    });
    await locked.promise;
    const second = database.transaction('second', async (transaction) => {
      await lockQueueOrder(transaction);
      order.push('second');
      await add(transaction, 'second');
    });
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
    expect(await keysIn(database)).toEqual(['first', 'second']);
  });

  it('ends when the process that holds it does nothing for too long', async () => {
    await using place = await kind.create();
    const limits = {
      connections: 2,
      connectMs: 5_000,
      statementMs: 5_000,
      answerMs: 9_000,
      idleInTransactionMs: 100,
    };
    await using database = await openPostgresDatabase({ databaseUrl: place.url, log: silentLog, limits });
    let runs = 0;
    await database.transaction('frozen once', async (transaction) => {
      runs += 1;
      await add(transaction, `run ${runs}`);
      // As a paused process: nothing runs, not even the event loop.
      if (runs === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    });
    expect(await keysIn(database)).toEqual(['run 2']);
  });

  it('gives up a statement that takes too long, with a sentence', async () => {
    await using place = await kind.create();
    const limits = {
      connections: 2,
      connectMs: 5_000,
      statementMs: 100,
      answerMs: 9_000,
      idleInTransactionMs: 5_000,
    };
    await using database = await openPostgresDatabase({ databaseUrl: place.url, log: silentLog, limits });
    const slow = database.read('slow', (queries) => sql`select pg_sleep(5)`.execute(queries));
    await expect(slow).rejects.toThrow(/did not answer in time \(57014\)\.$/);
    expect(await keysIn(database)).toEqual([]);
  });
});

describePostgres('the outcome of a transaction', (kind) => {
  async function committed(database: Database): Promise<string> {
    return database.transaction('add', async (transaction) => {
      const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(
        transaction,
      );
      return rows[0]?.id ?? '';
    });
  }

  it('is not that of another one that got its id after a crash of the server', async () => {
    await using place = await kind.create();
    await using database = await openPostgresDatabase({ databaseUrl: place.url, log: silentLog });
    const lost = { transactionId: await committed(database), connection: 'lost', token: 1 };
    expect(await outcomeOf(database.pool, lost)).toBe('aborted');
  });

  it('is that it was aborted, when its id is from before a crash of the server', async () => {
    await using place = await kind.create();
    await using database = await openPostgresDatabase({ databaseUrl: place.url, log: silentLog });
    const ahead = String(BigInt(await committed(database)) + 1_000_000n);
    expect(await outcomeOf(database.pool, { transactionId: ahead, connection: 'lost', token: 1 })).toBe(
      'aborted',
    );
  });

  it('is not known while the server works on it', async () => {
    await using place = await kind.create();
    await using database = await openPostgresDatabase({ databaseUrl: place.url, log: silentLog });
    const client = await database.pool.connect();
    await client.query('begin');
    const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
    const running = { transactionId: rows[0]?.id ?? '', connection: 'running', token: 1 };
    expect(await outcomeOf(database.pool, running)).toBe('in progress');
    await client.query('rollback');
    client.release();
    expect(await outcomeOf(database.pool, running)).toBe('aborted');
  });
});

describePostgres('a connection to PostgreSQL', (kind) => {
  it('does not show the password, whatever fails', async () => {
    await using place = await kind.create();
    const secret = 'hunter2-%-hunter2';
    const { log, lines } = recordingLog();
    const wrong = new URL(place.url);
    wrong.password = encodeURIComponent(secret);
    const unreachable = new URL(wrong);
    unreachable.port = '1';
    const missing = new URL(place.url);
    missing.pathname = 'nothing_here';
    const urls = [
      [wrong.href, /refuses the password; check DATABASE_URL \(28P01\)\.$/],
      [unreachable.href, /cannot be reached \(ECONNREFUSED\)\.$/],
      [missing.href, /does not exist; create it \(3D000\)\.$/],
      [`postgres://gavel:${secret}@host:port/database`, /^DATABASE_URL must be/],
      [`postgres://gavel:${encodeURIComponent(secret)}@/`, /^DATABASE_URL must be/],
      [`postgres://gavel:${encodeURIComponent(secret)}@h/d?sslmode=maybe`, /sslmode must be/],
      [`postgres://gavel:${encodeURIComponent(secret)}@h/d?password=x`, /no others/],
    ] as const;
    const repeat = { conflicts: 1, unreachableMs: 0, longestWaitMs: 1 };
    for (const [databaseUrl, sentence] of urls) {
      const failure: unknown = await openPostgresDatabase({ databaseUrl, log, repeat }).then(
        () => null,
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({ message: expect.stringMatching(sentence) });
      const shown = inspect(failure, { depth: 10, showHidden: true }) + JSON.stringify(lines);
      expect(shown).not.toContain('hunter2');
      log.error({ err: failure }, 'As the bot would log it.');
    }
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(lines.filter(({ level }) => level >= 50)).toHaveLength(urls.length);
  });
});

describePostgres('a server that is restarted', () => {
  it('ends neither the process nor the work', async () => {
    await using server = await startPostgres({ isDurable: true });
    await adminQuery(server.url('postgres'), 'create database gavel');
    const { log, lines } = recordingLog();
    await using database = await openPostgresDatabase({ databaseUrl: server.url('gavel'), log });
    await database.transaction('add', (transaction) => add(transaction, 'before'));
    await server.restart('fast');
    expect(lines.some(({ msg }) => msg === 'database connection lost')).toBe(true);
    await database.transaction('add', (transaction) => add(transaction, 'between'));
    const restarted = server.restart('crash');
    // Some of these meet the end of the server, some its start.
    const during = Array.from({ length: 20 }, (_, index) =>
      database.transaction('add', (transaction) => add(transaction, `during ${index}`)),
    );
    await Promise.all([restarted, ...during]);
    const keys = await keysIn(database);
    expect(keys.slice(0, 2)).toEqual(['before', 'between']);
    expect(keys).toHaveLength(22);
  });
});
