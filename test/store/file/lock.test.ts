import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openFile, temporaryFolder } from './folder.ts';

const HOLDER = fileURLToPath(new URL('./holder.ts', import.meta.url));

/** Another process that has the database open. */
async function startHolder(file: string): Promise<{ readonly child: ChildProcess } & AsyncDisposable> {
  const child = spawn(process.execPath, [HOLDER, `sqlite:${file}`], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('The holder ended before it had opened the store.'))),
  ]);
  return {
    child,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

describe('a database that another process has open', () => {
  it('is refused as being in use', async () => {
    await using folder = await temporaryFolder();
    await using holder = await startHolder(folder.path('gavel.db'));
    await expect(openFile(folder.path('gavel.db'))).rejects.toMatchObject({
      name: 'GavelError',
      code: 'STORE_IN_USE',
      message: expect.stringContaining('Another Gavel is running'),
    });
    expect(holder.child.exitCode).toBeNull();
  });

  it('lets the next one in at once when its process was killed, with everything that was written', async () => {
    await using folder = await temporaryFolder();
    const holder = await startHolder(folder.path('gavel.db'));
    await holder[Symbol.asyncDispose]();
    expect(holder.child.signalCode).toBe('SIGKILL');
    await using store = await openFile(folder.path('gavel.db'));
    expect((await store.known(['from the holder'])).size).toBe(1);
  });

  it('can still be read by other tools', async () => {
    await using folder = await temporaryFolder();
    await using holder = await startHolder(folder.path('gavel.db'));
    const tool = new Database(folder.path('gavel.db'), { readonly: true });
    expect(tool.prepare('SELECT key FROM seen_keys').pluck().all()).toEqual(['from the holder']);
    tool.close();
    expect(holder.child.exitCode).toBeNull();
  });
});

describe('a database that this process has open', () => {
  it('is refused a second time, and available again after it is closed', async () => {
    await using folder = await temporaryFolder();
    const store = await openFile(folder.path('gavel.db'));
    await expect(openFile(folder.path('gavel.db'))).rejects.toMatchObject({ code: 'STORE_IN_USE' });
    await store[Symbol.asyncDispose]();
    await using again = await openFile(folder.path('gavel.db'));
    await expect(again.feedState()).resolves.toBe('blank');
  });
});
