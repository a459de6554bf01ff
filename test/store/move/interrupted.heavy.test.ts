import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as readAll } from 'node:stream/consumers';
import pg from 'pg';
import { expect, it } from 'vitest';
import { openStore } from '#src/store/open.ts';
import { startWireProxy } from '../../support/postgres/wire-proxy.ts';
import { silentLog } from '../../support/silent-log.ts';
import { describePostgres } from '../database/each-database.ts';
import { filledSource, move, now, rowsIn } from './source.ts';

/** More than one statement takes. */
const SALES = 1_100;

/** `npm run move`, as a process of its own. */
function startMove(from: string, to: string) {
  const child = spawn(process.execPath, ['src/bin/move.ts', '--from', from], {
    env: { ...process.env, DATABASE_URL: to },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([readAll(child.stdout), readAll(child.stderr)]);
  return {
    kill: () => child.kill('SIGKILL'),
    async ended() {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      return { status: child.exitCode, output: (await output).join('') };
    },
  };
}

/** Resolves to why a bot cannot start on the database; empty if it can. */
async function startOn(databaseUrl: string): Promise<string> {
  try {
    await using _store = await openStore({ databaseUrl, log: silentLog, now });
    return '';
  } catch (error) {
    return String(error);
  }
}

describePostgres('npm run move', (kind) => {
  it.each([
    ['while it copies', 'insert into deliveries', /^$/],
    ['while it verifies', 'fetch', /^$/],
    ['between the mark in the file and the commit', 'commit\0', /was moved to/],
  ])('can be killed %s and run again', { timeout: 120_000 }, async (_when, text, refusal) => {
    await using source = await filledSource(SALES);
    await using target = await kind.create();
    await using proxy = await startWireProxy(target.url);
    const password = new URL(target.url).password;
    const held = proxy.holdAt(text, 'lock table');
    const first = startMove(source.url, proxy.url);
    await held;
    first.kill();
    expect((await first.ended()).output).not.toContain(password);
    expect((await rowsIn(target.url))['alerts']).toEqual([]);
    expect(await startOn(source.url)).toMatch(refusal);

    const { status, output } = await startMove(source.url, proxy.url).ended();

    expect(status).toBe(0);
    expect(output).toContain('deliveries: ');
    expect(output).toContain('100 % verified');
    expect(output).not.toContain(password);
    expect(await rowsIn(target.url)).toEqual(source.rows);
    const again = await startMove(source.url, proxy.url).ended();
    expect(again).toMatchObject({ status: 0, output: expect.stringContaining('already') });
  });

  it('does not wait long for another move', async () => {
    await using source = await filledSource();
    await using target = await kind.create();
    await using other = new AsyncDisposableStack();
    const client = new pg.Client({ connectionString: target.url });
    await client.connect();
    other.defer(() => client.end());
    await client.query('begin; lock table alerts in exclusive mode');
    await expect(move(source.url, target.url)).rejects.toMatchObject({ code: 'STORE_IN_USE' });
  });

  it('says what is wrong in a sentence, with status 78', async () => {
    const { status, output } = await startMove(
      'sqlite:nowhere/gavel.db',
      'postgres://u:swordfish@localhost/x?y=z',
    ).ended();
    expect(status).toBe(78);
    expect(output).toBe(
      'DATABASE_URL may have the parameters sslmode, sslrootcert and host, and no others.\n',
    );
  });
});
