import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { examinePostgres } from '#src/store/database/postgres/examine.ts';
import { openPostgresDatabase } from '#src/store/database/postgres/open.ts';
import { parsePostgresUrl } from '#src/store/database/postgres/url.ts';
import { createPostgresWakeups } from '#src/store/database/postgres/wakeups.ts';
import { startPostgres } from '../../../sandbox/postgres/server.ts';
import { adminQuery } from '../../support/postgres/admin-query.ts';
import { CERTIFICATE, offerTls } from '../../support/postgres/offer-tls.ts';
import { recordingLog, silentLog } from '../../support/silent-log.ts';
import { temporaryFolder } from '../file/folder.ts';
import { describePostgres } from './each-database.ts';

const repeat = { conflicts: 1, unreachableMs: 0, longestWaitMs: 1 };

function withParameters(url: string, parameters: Readonly<Record<string, string>>): string {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(parameters)) changed.searchParams.set(name, value);
  return changed.href;
}

describePostgres('a connection to PostgreSQL', () => {
  it('is encrypted where the host is another machine and its server offers that', () => {
    const prefersTls = (rest: string) => parsePostgresUrl(`postgres://gavel:x@${rest}`).prefersTls;
    for (const host of ['db.example/gavel', '10.0.0.5/gavel', 'localhost.example/gavel', '[fd00::1]/gavel'])
      expect([host, prefersTls(host)]).toEqual([host, true]);
    for (const host of ['localhost/g', '127.0.0.1/g', '[::1]/g', 'x/g?host=/run/postgresql'])
      expect([host, prefersTls(host)]).toEqual([host, false]);
    expect(prefersTls('db.example/gavel?sslmode=disable')).toBe(false);
    expect(prefersTls('localhost/gavel?sslmode=prefer')).toBe(true);
  });

  it('is encrypted once the server offers TLS, and the log says which it is', async () => {
    await using server = await startPostgres({ isDurable: false });
    await adminQuery(server.url('postgres'), `create database gavel encoding 'UTF8' template template0`);
    const databaseUrl = withParameters(server.url('gavel'), { sslmode: 'prefer' });
    const open = async () => {
      const { log, lines } = recordingLog();
      await using database = await openPostgresDatabase({ databaseUrl, log });
      const large = 'x'.repeat(5_000_000);
      const { rows } = await database.pool.query<{ same: string }>('select $1::text as same', [large]);
      expect(rows[0]?.same === large).toBe(true);
      return lines.filter((line) => /connected|encrypted/.test(`${line.msg} ${String(line['problem'])}`));
    };

    const plain = await open();
    const examinedPlain = await examinePostgres(databaseUrl);
    await offerTls(server);
    const encrypted = await open();
    const examined = await examinePostgres(databaseUrl);

    expect(plain).toMatchObject([
      { msg: 'connected to the database', encryption: 'none' },
      { level: 40, problem: expect.stringMatching(/is not encrypted, because its server offers no TLS/) },
    ]);
    const unencrypted = expect.stringContaining('is not encrypted');
    const risk = expect.objectContaining({ problem: unencrypted });
    expect(examinedPlain).toMatchObject({ isEncrypted: false, risks: expect.arrayContaining([risk]) });
    expect(encrypted).toMatchObject([{ msg: 'connected to the database', encryption: 'TLS' }]);
    expect(examined).toMatchObject({ isEncrypted: true, risks: expect.not.arrayContaining([risk]) });

    await using database = await openPostgresDatabase({ databaseUrl, log: silentLog });
    const heard = Promise.withResolvers<void>();
    await using wakeups = createPostgresWakeups({ databaseUrl, pool: database.pool, log: silentLog });
    wakeups.listen('outbox', heard.resolve);
    await heard.promise;
    const listening = `select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where datname = 'gavel'`;
    expect(await adminQuery(server.url('postgres'), listening)).toEqual([{ ssl: true }]);
  });

  it('is refused in one sentence where TLS is asked for and cannot be had as asked', async () => {
    await using server = await startPostgres({ isDurable: false });
    await using folder = await temporaryFolder();
    await writeFile(folder.path('root.crt'), CERTIFICATE);
    const refusalOf = (parameters: Readonly<Record<string, string>>) =>
      openPostgresDatabase({
        ...{ databaseUrl: withParameters(server.url('postgres'), parameters), log: silentLog, repeat },
      }).then(
        async (database) => {
          await database[Symbol.asyncDispose]();
          return null;
        },
        (error: unknown) => error,
      );
    const sslrootcert = folder.path('root.crt');
    const refused = (message: RegExp) => ({ name: 'GavelError', message: expect.stringMatching(message) });
    expect(await refusalOf({ sslmode: 'require' })).toMatchObject(refused(/over TLS: .+ sslmode/));
    await offerTls(server);
    expect(await refusalOf({ sslmode: 'require' })).toBeNull();
    expect(await refusalOf({ sslmode: 'verify-ca', sslrootcert })).toBeNull();
    expect(await refusalOf({ sslmode: 'verify-ca' })).toMatchObject(refused(/over TLS: self-signed/));
    expect(await refusalOf({ sslmode: 'verify-full', sslrootcert })).toMatchObject(refused(/over TLS: /));
    const missing = join(folder.path(), 'nowhere.crt');
    expect(await refusalOf({ sslmode: 'verify-full', sslrootcert: missing })).toMatchObject(
      refused(/cannot be read: .+nowhere\.crt/),
    );
    expect(await refusalOf({ sslrootcert })).toMatchObject(refused(/sslrootcert needs sslmode/));
  });

  it('says at once that a server is tried that cannot be reached', async () => {
    const { log, lines } = recordingLog();
    const databaseUrl = 'postgres://gavel:hunter2@127.0.0.1:1/gavel';
    await expect(
      openPostgresDatabase({ databaseUrl, log, repeat: { ...repeat, unreachableMs: 50 } }),
    ).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
    });
    expect(lines).toMatchObject([
      { level: 30, msg: 'connecting to the database', database: 'gavel at 127.0.0.1:1' },
      {
        level: 40,
        msg: 'database unreachable; retrying',
        reason: expect.stringMatching(/ECONNREFUSED/),
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });
});
