import { spawnSync } from 'node:child_process';
import { linkSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { databaseOf } from './fault-injection.ts';

const BACKUP = fileURLToPath(new URL('../../../src/bin/backup.ts', import.meta.url));
const RESTORE = fileURLToPath(new URL('../../../src/bin/restore.ts', import.meta.url));
const OTHERS = 0o077;

/** The files and folders below a folder that others than their owner may do anything with. */
function openToOthers(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => (statSync(file).mode & OTHERS) !== 0)
    .map((file) => path.relative(folder, file));
}

/** Runs a tool by the usual file mask of a shell. */
function run(program: string, databaseUrl: string, ...args: readonly string[]): number | null {
  const environment = { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl };
  return spawnSync(process.execPath, [program, ...args], { env: environment }).status;
}

describe('what the bot keeps', () => {
  it('is for its owner alone: database, log, lock, backups and their folders', async () => {
    await using world = await startBotWorld();
    const folder = path.dirname(databaseOf(world));
    const databaseUrl = `sqlite:${path.join(folder, 'data', 'deep', 'gavel.db')}`;
    const bot = world.startProcess({ DATABASE_URL: databaseUrl });
    await bot.log.until('ready');
    expect(run(BACKUP, databaseUrl)).toBe(0);
    const whileItRuns = openToOthers(folder);
    expect(readdirSync(path.join(folder, 'data', 'deep')).toSorted()).toEqual(
      expect.arrayContaining(['backups', 'gavel.db', 'gavel.db-wal', 'gavel.db.lock']),
    );
    bot.kill('SIGTERM');
    await bot.exit;
    expect(run(RESTORE, databaseUrl, '--newest')).toBe(0);

    expect(whileItRuns).toEqual([]);
    expect(openToOthers(folder)).toEqual([]);
  });
});

describe('a database with a second name', () => {
  it('is refused to a second bot while the first goes on', async () => {
    await using world = await startBotWorld();
    const first = world.startProcess();
    await first.log.until('ready');
    const other = path.join(path.dirname(databaseOf(world)), 'other.db');
    linkSync(databaseOf(world), other);

    const second = world.startProcess({ DATABASE_URL: `sqlite:${other}` });

    expect(await second.exit).toEqual({ code: 78, signal: null });
    expect(second.log.lines.at(-1)).toMatchObject({
      code: 'STORE_IN_USE',
      msg: expect.stringMatching(/other\.db has a second name \(a hard link\)/),
    });
    world.marketplace.cause.sale();
    await world.home.follow(world.home.channelId);
    expect(run(BACKUP, `sqlite:${other}`)).toBe(78);
    first.kill('SIGTERM');
    expect(await first.exit).toEqual({ code: 0, signal: null });
  });
});
