import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { screenText } from '../../support/screen-text.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { configureChannel, quietHoursAround, SUMMARY_PENDING } from '../channels/channel.ts';
import { messageOf } from '../lookups/reading.ts';
import { listOf, removeAlert, startDraft, textOf } from '../setup/set-up.ts';

const serverFile = z.looseObject({
  server: z.looseObject({ id: z.string() }),
  settings: z.looseObject({}),
  alerts: z.array(z.looseObject({ channel: z.string(), setUpBy: z.string() })),
  setUpsInProgress: z.array(z.looseObject({ channel: z.string(), begunBy: z.string() })),
  channels: z.array(z.looseObject({ id: z.string() })),
});

const fileOf = ({ environment }: BotWorld) => (environment['DATABASE_URL'] ?? '').replace(/^sqlite:/, '');

/** Every row of every table as text. The bot must not be running. */
function everyRow(world: BotWorld): string {
  const db = new Database(fileOf(world), { readonly: true });
  try {
    const names = z
      .array(z.string())
      .parse(db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all());
    return JSON.stringify(names.map((name) => db.prepare(`SELECT * FROM "${name}"`).all()));
  } finally {
    db.close();
  }
}

/** The bytes of all files of the database. */
async function readDatabaseFiles(world: BotWorld): Promise<Buffer> {
  const folder = path.dirname(fileOf(world));
  const names = await readdir(folder);
  return Buffer.concat(await Promise.all(names.map((name) => readFile(path.join(folder, name)))));
}

/** A server with all kinds of stored data: a posted alert, a waiting alert, a draft, settings, a role. */
async function setUpServer(world: BotWorld) {
  const { home, discord } = world;
  const bot = await world.start();
  const quiet = home.addChannel('quiet');
  const { id: whales } = discord.createRole({ guildId: home.guildId, name: 'whales', mentionable: true });
  const { id: heralds } = discord.createRole({ guildId: home.guildId, name: 'heralds' });
  await home.follow(home.channelId, FOXES);
  await home.follow(quiet, FOXES);
  await configureChannel(home, home.channelId, { ping_role: whales });
  await configureChannel(home, quiet, {
    ping_role: whales,
    ...quietHoursAround(world, { before: 1, after: 2 }),
  });
  await home.admin.command('settings set', {
    manager_role: heralds,
    language: 'en-ZA',
    default_channel: quiet,
  });
  await startDraft(home.admin, { channel: quiet, collection: 'deep-sea-post' });
  const due = sellFoxes(world, 1);
  await bot.app.poll();
  await world.untilPosted(home.channelId, 1);
  await bot.log.until(SUMMARY_PENDING);
  await bot.log.until('posted');
  return { bot, quiet, whales, heralds, due };
}

/** The same, with the ids that an erasure must remove. */
async function setUpServerWithIds(world: BotWorld) {
  const { home } = world;
  const { bot, whales, heralds } = await setUpServer(world);
  const [attachment] = messageOf(await home.admin.command('settings export')).attachments;
  const text = attachment === undefined ? '' : home.admin.download(attachment).text;
  const userIds = serverFile.parse(JSON.parse(text)).alerts.map(({ setUpBy }) => setUpBy);
  return { bot, ids: [home.guildId, whales, heralds, ...new Set(userIds)] };
}

async function erase({ home }: BotWorld): Promise<string> {
  const asked = await home.admin.command('settings erase');
  return textOf(await home.admin.press(messageOf(asked), 'Yes, delete all'));
}

describe('/settings export', () => {
  it('returns everything stored about the server, and nothing about others', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const { quiet, whales, heralds } = await setUpServer(world);
    const other = world.addServer('other');
    await other.follow(other.channelId, FOXES);

    const reply = await home.admin.command('settings export');
    const [attachment] = messageOf(reply).attachments;
    const text = attachment === undefined ? '' : home.admin.download(attachment).text;
    const file = serverFile.parse(JSON.parse(text));

    expect(reply.ephemeral).toBe(true);
    expect(file.server.id).toBe(home.guildId);
    expect(file.settings).toMatchObject({
      language: 'en-ZA',
      managerRoleId: heralds,
      defaultChannelId: quiet,
    });
    expect(file.alerts.map(({ channel }) => channel)).toEqual([home.channelId, quiet]);
    expect(file.channels).toMatchObject([
      { id: home.channelId, waiting: 0 },
      { id: quiet, waiting: 1, settings: { ping: { role: { id: whales } } } },
    ]);
    expect(file.setUpsInProgress).toMatchObject([
      {
        channel: quiet,
        alerts: ['sale'],
        collection: [{ name: 'Deep Sea Post' }],
        begunBy: file.alerts[0]?.setUpBy,
      },
    ]);
    expect(text).not.toContain(other.guildId);
    expect(text).not.toContain(other.channelId);
  });
});

describe('/settings export of a channel', () => {
  it('includes its data when its alerts are removed, and when it was deleted', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const { quiet } = await setUpServer(world);
    const configured = home.addChannel('tuned');
    await configureChannel(home, configured, { look: 'compact' });
    await removeAlert(home.admin, '1');
    discord.deleteChannel(quiet);
    discord.deleteChannel(configured);

    const [attachment] = messageOf(await home.admin.command('settings export')).attachments;
    const text = attachment === undefined ? '' : home.admin.download(attachment).text;
    const { channels } = serverFile.parse(JSON.parse(text));

    expect(channels.find(({ id }) => id === home.channelId)).toMatchObject({
      lastPostAt: expect.any(String),
    });
    expect(channels.find(({ id }) => id === quiet)).toMatchObject({ waiting: 1 });
    expect(channels.find(({ id }) => id === configured)).toMatchObject({ settings: { look: 'compact' } });
  });
});

describe('/settings erase', () => {
  it('removes set-ups and imports that wait for a confirmation: their buttons do nothing', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await world.start();
    await home.follow(home.channelId, FOXES);
    const [file] = messageOf(await home.admin.command('alerts export')).attachments;
    const content = file === undefined ? '' : home.admin.download(file).text;
    await removeAlert(home.admin, '1');
    const draft = await startDraft(home.admin, { channel: home.channelId });
    const pending = messageOf(
      await home.admin.command('alerts import', { file: { name: 'alerts.json', content } }),
    );

    await erase(world);
    const confirmed = [await home.admin.press(draft, 'Confirm'), await home.admin.press(pending, 'Confirm')];

    expect(confirmed.map(textOf)).toEqual([
      expect.stringMatching(/^This draft has expired/),
      expect.stringMatching(/^This import was completed/),
    ]);
    expect(await listOf(home.admin)).toMatch(/^No alerts yet/);
  });

  it('asks for confirmation, and keeps everything when it is cancelled', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await setUpServer(world);
    const list = await listOf(home.admin);

    const asked = await home.admin.command('settings erase');
    const kept = await home.admin.press(messageOf(asked), 'No, keep it');

    expect(textOf(asked)).toContain('**Delete all of this server’s data?** This can’t be undone.');
    expect(textOf(asked)).toContain('2 alerts');
    expect(textOf(kept)).toBe('Nothing was deleted.');
    expect(await listOf(home.admin)).toBe(list);
  });

  it('removes alerts, set-ups, settings and what waits, and posts nothing more', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const { bot, quiet } = await setUpServer(world);
    const other = world.addServer('other');
    await other.follow(other.channelId, FOXES);

    const erased = await erase(world);
    world.clock.advance(3 * 3_600_000);
    const due = sellFoxes(world, 1);
    await bot.app.poll();

    expect(erased).toBe('All of this server’s data was deleted. Start again with `/alerts add`.');
    expect(await listOf(home.admin)).toMatch(/^No alerts yet/);
    expect(screenText((await home.admin.command('settings view')).message)).toContain(
      'for example 1,234,567.89',
    );
    expect(screenText((await home.admin.command('alerts channel', { channel: quiet })).message)).toContain(
      '**Quiet hours** none',
    );
    expect(itemsPosted(await world.untilPosted(other.channelId, 1))).toEqual(due);
    expect(world.embeds(quiet)).toEqual([]);
    expect(world.embeds(home.channelId)).toHaveLength(1);
  });

  it('leaves no row with an id of the server, its members or its roles', async () => {
    await using world = await startBotWorld();
    const { bot, ids } = await setUpServerWithIds(world);
    expect(ids.filter((id) => !everyRow(world).includes(id))).toEqual([]);

    await erase(world);
    await bot[Symbol.asyncDispose]();
    const rows = everyRow(world);

    expect(ids.filter((id) => rows.includes(id))).toEqual([]);
  });

  it('leaves none of these ids in the database file, not even in free pages', async () => {
    await using world = await startBotWorld();
    const { bot, ids } = await setUpServerWithIds(world);
    await erase(world);
    await bot[Symbol.asyncDispose]();
    const bytes = await readDatabaseFiles(world);

    expect(ids.filter((id) => bytes.includes(id))).toEqual([]);
  });

  it('allows a new start, also after a restart', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const { bot } = await setUpServer(world);
    await erase(world);
    await bot[Symbol.asyncDispose]();

    const second = await world.start();
    const before = await listOf(home.admin);
    await home.follow(home.channelId, FOXES);
    const due = sellFoxes(world, 1);
    await second.app.poll();

    expect(before).toMatch(/^No alerts yet/);
    expect(itemsPosted((await world.untilPosted(home.channelId, 2)).slice(1))).toEqual(due);
  });
});
