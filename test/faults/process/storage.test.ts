import { copyFile, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { restore } from '#src/store/file/restore.ts';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';
import { healthPages } from '../../e2e/operating/metrics-page.ts';
import { FATAL } from '../../support/bot-log.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { messageRequests } from '../../support/message-requests.ts';
import { countAlertsPosted, itemsPosted } from '../../support/posted-items.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';
import { databaseOf, launchFaultyBot } from './fault-injection.ts';

/** The bot's exit status for what a restart does not mend. */
const NEEDS_OPERATOR = 78;
const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
/** Longer than the store waits for somebody else. */
const LOCKED_MS = 3_500;
const SETTLED_WITHIN_MS = 25_000;

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('a disk that is full', () => {
  it('posts nothing that cannot be stored first, reports it, and goes on when there is room', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    await using bot = await launchFaultyBot(world);
    await bot.log.until('ready');
    await home.follow(home.channelId);
    const due = sellFoxes(world, 2);
    await world.untilPosted(home.channelId, 2);
    using db = disposable(new Database(databaseOf(world), { readonly: true }));
    const begun = db.value.prepare<[string], number>(`SELECT count(*) FROM posts WHERE nonce = ?`).pluck();
    const unwritten: string[] = [];
    discord.faults.add(
      { do: 'delay' },
      {
        ...POSTING,
        where({ body }) {
          const nonce = typeof body === 'object' && body !== null && 'nonce' in body ? body.nonce : '';
          if (begun.get(String(nonce)) === 0) unwritten.push(String(nonce));
          return false;
        },
      },
    );

    await bot.setDiskFull(true);
    due.push(...sellFoxes(world, 40));
    await bot.log.until('data of the feed not stored');
    const postedWhileFull = world.embeds(home.channelId).length;
    await bot.setDiskFull(false);
    due.push(...sellFoxes(world, 1));
    await expect
      .poll(() => countAlertsPosted(world.embeds(home.channelId)), { timeout: SETTLED_WITHIN_MS })
      .toBe(due.length);

    const said = bot.log.linesWith('data of the feed not stored');
    expect(JSON.stringify(said[0])).toContain('the disk is full');
    expect(postedWhileFull).toBe(2);
    expect(unwritten).toEqual([]);
  });
});

describe('a disk that is full at the start', () => {
  it('is waited for, and the bot starts once there is room', async () => {
    await using world = await startBotWorld();
    await writeFile(path.join(path.dirname(databaseOf(world)), 'full'), '');
    await using bot = await launchFaultyBot(world);
    await bot.log.until('opening the database failed');

    await bot.setDiskFull(false);
    await bot.log.until('ready');
    await world.home.follow(world.home.channelId);
    const due = sellFoxes(world, 1);

    expect(itemsPosted(await world.untilPosted(world.home.channelId, 1))).toEqual(due);
    expect(bot.log.lines.filter(({ level }) => level >= FATAL)).toEqual([]);
    const [line] = bot.log.linesWith('opening the database failed');
    expect(JSON.stringify(line)).toContain('the disk is full');
  });

  it('ends the wait when the bot is stopped', async () => {
    await using world = await startBotWorld();
    await writeFile(path.join(path.dirname(databaseOf(world)), 'full'), '');
    await using bot = await launchFaultyBot(world);
    await bot.log.until('opening the database failed');
    bot.kill('SIGTERM');
    expect(await bot.exit).toEqual({ code: 0, signal: null });
  });
});

/** Everything that a bot says in answer to a command. */
const said = (reply: Reply) => JSON.stringify(reply.message);

describe('what is said of a disk that is full', () => {
  it('is that, and not that the marketplace fails, and the bot is not ready until there is room', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const pages = await healthPages();
    await using bot = await launchFaultyBot(world, pages.environment);
    await bot.log.until('ready');
    await home.follow(home.channelId);
    await expect.poll(async () => (await pages.get('/readyz')).status).toBe(200);

    await bot.setDiskFull(true);
    sellFoxes(world, 40);
    await expect.poll(async () => (await pages.get('/readyz')).status, { timeout: 10_000 }).toBe(503);
    const { checks } = JSON.parse((await pages.get('/readyz')).body);
    const health = said(await home.admin.command('alerts health'));
    const status = said(await home.member.command('status'));
    await bot.setDiskFull(false);
    await world.untilPosted(home.channelId, 1, SETTLED_WITHIN_MS);

    expect(checks).toMatchObject({ store: { ok: false, state: 'disk full' }, discord: { ok: true } });
    expect(JSON.stringify(checks)).not.toContain('marketplace');
    for (const text of [health, status]) {
      expect(text).toContain('disk is full');
      expect(text).not.toContain('failed request');
    }
    expect(health).toContain('Alerts need attention');
    await expect.poll(async () => (await pages.get('/readyz')).status, { timeout: 10_000 }).toBe(200);
    expect(said(await home.admin.command('alerts health'))).not.toContain('disk is full');
  });
});

describe('a database that another program keeps locked', () => {
  it('is waited for: everything is posted once and in order when it is free again', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = world.startProcess();
    await bot.log.until('ready');
    await home.follow(home.channelId);
    const due = sellFoxes(world, 1);
    await world.untilPosted(home.channelId, 1);
    const requests = messageRequests(discord);
    using other = disposable(new Database(databaseOf(world)));

    other.value.exec('BEGIN IMMEDIATE');
    due.push(...sellFoxes(world, 3));
    await after(LOCKED_MS);
    const askedWhileLocked = requests.all.length;
    other.value.exec('ROLLBACK');
    due.push(...sellFoxes(world, 1));

    expect(itemsPosted(await world.untilPosted(home.channelId, due.length, SETTLED_WITHIN_MS))).toEqual(due);
    expect(askedWhileLocked).toBe(0);
  });
});

describe('a database file that is deleted under a running bot', () => {
  it('stops the posting, is said, and goes on from the copy that the bot saved: nothing lost, nothing twice', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const file = databaseOf(world);
    const pages = await healthPages();
    await using bot = await launchFaultyBot(world, pages.environment);
    await bot.log.until('ready');
    await home.follow(home.channelId);
    const due = sellFoxes(world, 2);
    await world.untilPosted(home.channelId, 2);

    await rm(file);
    due.push(...sellFoxes(world, 3));
    await bot.log.until('copy of the lost database saved');
    const { checks } = JSON.parse((await pages.get('/readyz')).body);
    const health = said(await home.admin.command('alerts health'));
    const status = said(await home.member.command('status'));
    const posted = world.embeds(home.channelId).length;
    bot.kill('SIGTERM');
    const stopped = await bot.exit;
    const refused = world.startProcess();
    const [refusal, line] = [await refused.exit, refused.log.lines.at(-1)];
    const [copy = ''] = (await readdir(path.dirname(file))).filter((name) => name.includes('.saved-'));
    await restore({
      databaseUrl: `sqlite:${file}`,
      backup: { file: path.join(path.dirname(file), copy) },
      now: Date.now(),
    });
    const last = world.startProcess();
    await last.log.until('ready');

    expect(itemsPosted(await world.untilPosted(home.channelId, 5, SETTLED_WITHIN_MS))).toEqual(due);
    expect(posted).toBe(2);
    expect(checks).toMatchObject({ store: { ok: false, state: 'file lost' } });
    for (const text of [health, status]) expect(text).toContain('Posting is paused');
    const alarms = bot.log.linesWith('posting paused');
    expect(alarms.map(({ level }) => level)).toEqual([50]);
    expect(stopped).toEqual({ code: 0, signal: null });
    expect(refusal).toEqual({ code: NEEDS_OPERATOR, signal: null });
    expect(line).toMatchObject({ code: 'STORE_UNUSABLE', msg: expect.stringContaining(copy) });
  });
});

describe('a database that cannot be used', () => {
  it('that is damaged stops the start with status 78 and names the newest backup', async () => {
    await using world = await startBotWorld();
    const file = databaseOf(world);
    const first = world.startProcess();
    await first.log.until('ready');
    first.kill('SIGTERM');
    await first.exit;
    const backup = path.join(path.dirname(file), 'backups', 'gavel-20260103T000000Z.db');
    await mkdir(path.dirname(backup));
    await copyFile(file, backup);
    const handle = await open(file, 'r+');
    await handle.write(Buffer.alloc(16_384, 0x5a), 0, 16_384, 8_192);
    await handle.close();
    const damaged = await readFile(file);

    const bot = world.startProcess();

    expect(await bot.exit).toEqual({ code: NEEDS_OPERATOR, signal: null });
    const [error, ...more] = bot.log.lines.filter(({ level }) => level >= FATAL);
    expect(more).toEqual([]);
    expect(error).toMatchObject({ code: 'STORE_UNUSABLE', msg: expect.stringContaining(backup) });
    expect((await readFile(file)).equals(damaged)).toBe(true);
  });

  it('that a newer Gavel wrote stops the start with status 78', async () => {
    await using world = await startBotWorld();
    const first = world.startProcess();
    await first.log.until('ready');
    first.kill('SIGTERM');
    await first.exit;
    using db = disposable(new Database(databaseOf(world)));
    db.value.pragma('user_version = 999');
    db.value.exec('update schema_compatibility set oldest_program = 999');
    db.value.close();

    const bot = world.startProcess();

    expect(await bot.exit).toEqual({ code: NEEDS_OPERATOR, signal: null });
    expect(bot.log.lines.at(-1)).toMatchObject({
      code: 'STORE_UNUSABLE',
      msg: expect.stringContaining('written by a newer Gavel (schema 999'),
    });
  });
});

/** Closes the connection at the end of the block. */
function disposable(value: Database.Database): Disposable & { readonly value: Database.Database } {
  return { value, [Symbol.dispose]: () => void value.close() };
}
