import pg from 'pg';
import { expect, it } from 'vitest';
import { createPostgresWakeups } from '#src/store/database/postgres/wakeups.ts';
import type { Wakeups, Word } from '#src/store/wakeups.ts';
import { createBotLog, loggerInto } from '../../support/bot-log.ts';
import { adminQuery } from '../../support/postgres/admin-query.ts';
import { startWireProxy } from '../../support/postgres/wire-proxy.ts';
import { silentLog } from '../../support/silent-log.ts';
import { describePostgres } from './each-database.ts';

/** The words that arrive. */
function heardBy(wakeups: Wakeups): Word[] {
  const heard: Word[] = [];
  for (const word of ['outbox', 'rules', 'leases'] as const) wakeups.listen(word, () => heard.push(word));
  return heard;
}

/** A process that tells and listens. @param tellsAt the database that it tells words to; its own unless given */
function openProcess(databaseUrl: string, tellsAt = databaseUrl, log = silentLog) {
  const pool = new pg.Pool({ connectionString: tellsAt });
  pool.on('error', () => undefined);
  const wakeups = createPostgresWakeups({ databaseUrl, pool, log });
  return {
    ...wakeups,
    async [Symbol.asyncDispose]() {
      await wakeups[Symbol.asyncDispose]();
      await pool.end();
    },
  };
}

describePostgres('words between processes', (kind) => {
  it('reach every process, once for many at a time', async () => {
    await using place = await kind.create();
    await using one = openProcess(place.url);
    await using other = openProcess(place.url);
    await expect.poll(() => [one.isHeard(), other.isHeard()]).toEqual([true, true]);
    const heard = heardBy(other);
    for (let times = 0; times < 5; times += 1) one.notify('rules');
    one.notify('outbox');
    await expect.poll(() => heard.toSorted()).toEqual(['outbox', 'rules']);
  });

  it('are taken for told when the connection that listens was lost, and are heard again afterwards', async () => {
    await using place = await kind.create();
    await using one = openProcess(place.url);
    await expect.poll(() => one.isHeard()).toBe(true);
    const heard = heardBy(one);
    await adminQuery(
      place.url,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ~ '^listen' and pid <> pg_backend_pid()`,
    );
    await expect.poll(() => heard.toSorted()).toEqual(['leases', 'outbox', 'rules']);
    one.notify('outbox');
    await expect.poll(() => heard.filter((word) => word === 'outbox')).toHaveLength(2);
  });

  it('are waited for no longer when a process stops while the database does not answer', async () => {
    await using place = await kind.create();
    await using proxy = await startWireProxy(place.url);
    const listens = proxy.holdAt('listen gavel');
    const one = openProcess(proxy.url, place.url);
    await listens;
    const began = performance.now();
    await one[Symbol.asyncDispose]();
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('that do not arrive are noticed, and said once', async () => {
    await using place = await kind.create();
    // As behind a pooler that takes LISTEN for one transaction: nothing comes back.
    await using elsewhere = await kind.create();
    const log = createBotLog();
    await using one = openProcess(place.url, elsewhere.url, loggerInto(log));
    await expect.poll(() => one.isHeard()).toBe(false);
    expect(log.lines.map(({ msg }) => msg)).toEqual([
      expect.stringMatching(/^LISTEN not supported .* polling every two seconds/),
    ]);
  });
});
