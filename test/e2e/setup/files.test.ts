import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Person, Reply } from '../../../sandbox/discord/local-discord.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { screenText } from '../../support/screen-text.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { configureChannel, quietHoursAround } from '../channels/channel.ts';
import { description, messageOf } from '../lookups/reading.ts';
import { allow, customIdOf, deny, forgedButton, listOf, removeAlert, textOf } from './set-up.ts';

const LETTERS = 'deep-sea-post';
const SEND_MESSAGES = 0x800n;

const alertsFile = z.looseObject({
  format: z.literal('gavel-alerts'),
  version: z.literal(1),
  channels: z.array(z.looseObject({ id: z.string(), name: z.string(), alerts: z.array(z.looseObject({})) })),
});

/** The text of the file that `/alerts export` returns. */
async function exportFile(person: Person): Promise<string> {
  const [attachment] = messageOf(await person.command('alerts export')).attachments;
  if (attachment === undefined) throw new Error('There is no file.');
  expect(attachment.filename).toBe('alerts.json');
  return person.download(attachment).text;
}

/** A file's content without the time of the export. */
const withoutExportDate = (text: string) => ({ ...alertsFile.parse(JSON.parse(text)), exportedAt: '' });

/** An import file, with changes. */
const fileWith = (channels: unknown, change: object = {}) =>
  JSON.stringify({ format: 'gavel-alerts', version: 1, channels, ...change });
const fileWithAlert = (alert: object) =>
  fileWith([{ id: '123456789012345678', name: 'sales', alerts: [alert] }]);

const startImport = (
  person: Person,
  content: string | Uint8Array,
  mode: 'add' | 'replace' = 'add',
): Promise<Reply> => person.command('alerts import', { file: { name: 'alerts.json', content }, mode });

/** Creates two channels with three rules that use every option, and settings of one of them. */
async function setUpServer({ home, discord, ...world }: BotWorld): Promise<string> {
  const letters = home.addChannel('letters');
  const { id: ping_role } = discord.createRole({ guildId: home.guildId, name: 'whales', mentionable: true });
  await home.subscribe(home.channelId, { collection: FOXES });
  await home.subscribe(letters, {
    alerts: 'sales, auctions',
    collection: 'whitelisted',
    price_from: '0.000000000000000001',
    price_to: '1.5k',
    below_floor: '5',
    rank: '4000',
    traits: 'hat: beanie, eyes: laser',
    trait_mode: 'all',
    wallets: '0x00000000000000000000000000000000000000a1',
    not_wallets: '0x00000000000000000000000000000000000000b2',
    amount: '2',
    ending: '30',
  });
  await home.subscribe(letters, { collection: `${FOXES}, ${LETTERS}`, price_from: '12.5' });
  await home.admin.command('alerts pause', { alert: '3' });
  await configureChannel(home, letters, {
    ping_role,
    ping_minimum: '100',
    ping_cooldown: 30,
    look: 'compact',
    hourly_limit: 12,
    notify_from: '250',
    ...quietHoursAround({ ...world, home, discord }, { before: 9, after: -2 }),
  });
  return letters;
}

describe('a file of alerts', () => {
  it('restores everything that was exported: rules, pauses and channel settings', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    const { home } = world;
    const letters = await setUpServer(world);
    const file = await exportFile(home.admin);
    const listed = await listOf(home.admin);
    const settingsOf = async () =>
      screenText((await home.admin.command('alerts channel', { channel: letters })).message);
    const channelSettings = await settingsOf();
    const forget = await home.admin.command('settings erase');
    await home.admin.press(messageOf(forget), 'Yes, delete all');
    const between = await listOf(home.admin);

    const preview = await startImport(home.admin, file);
    const done = textOf(await home.admin.press(messageOf(preview), 'Confirm'));
    const due = sellFoxes(world, 1);
    await bot.app.poll();

    expect(between).toMatch(/^No alerts yet/);
    expect(description(preview)).toMatch(/^3 alerts to add, 0 to remove\./);
    expect(description(preview)).toContain(`➕ <#${home.channelId}> Sales · Lantern Foxes`);
    expect(description(preview)).toContain(`⚙️ settings for <#${letters}>`);
    expect(done).toContain('✅ Done: 3 alerts added, settings for 1 channel imported.');
    expect(withoutExportDate(await exportFile(home.admin))).toEqual(withoutExportDate(file));
    const rules = (text: string) => text.match(/<#\d+> .*/g);
    expect(rules(await listOf(home.admin))).toEqual(rules(listed));
    expect(await settingsOf()).toBe(channelSettings);
    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
  });

  it('is readable: channels, collections and roles by id and name, amounts in coins', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const letters = await setUpServer(world);

    const { channels } = alertsFile.parse(JSON.parse(await exportFile(home.admin)));
    const entry = channels.find(({ id }) => id === letters);

    expect(channels.map(({ name }) => name)).toEqual(['sales', 'letters']);
    expect(entry).toMatchObject({
      settings: {
        ping: { role: { name: 'whales' }, priceFrom: '100', pauseMinutes: 30 },
        look: 'compact',
        messagesAnHour: 12,
        notifications: 'important',
        notifyFrom: '250',
      },
      alerts: [
        {
          collection: 'whitelisted',
          price_from: '0.000000000000000001',
          price_to: '1500',
          below_floor: 5,
          rank: 4_000,
          traits: [{ type: 'hat' }, { type: 'eyes', value: 'laser' }],
          trait_mode: 'all',
          wallets: ['0x00000000000000000000000000000000000000a1'],
          not_wallets: ['0x00000000000000000000000000000000000000b2'],
          amount: '2',
          ending: 30,
        },
        {
          collection: [{ name: 'Lantern Foxes' }, { name: 'Deep Sea Post' }],
          price_from: '12.5',
          paused: true,
        },
      ],
    });
  });

  it('changes nothing before it is confirmed or when it is cancelled, and nothing twice', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    await home.follow(home.channelId, FOXES);
    const file = await exportFile(home.admin);
    await removeAlert(home.admin, '1');

    const first = messageOf(await startImport(home.admin, file));
    const before = await listOf(home.admin);
    const cancelled = textOf(await home.admin.press(first, 'Cancel'));
    const second = messageOf(await startImport(home.admin, file));
    const copy = await forgedButton(world, home.channelId, customIdOf(second, 'Confirm'));
    const both = await Promise.all([home.admin.press(second, 'Confirm'), home.admin.press(copy, 'Press')]);
    const third = await startImport(home.admin, file);

    expect(before).toMatch(/^No alerts yet/);
    expect(cancelled).toBe('Nothing was changed.');
    expect(both.map(textOf).filter((text) => text.startsWith('✅'))).toHaveLength(1);
    expect(both.map(textOf).filter((text) => text.startsWith('This import was completed'))).toHaveLength(1);
    expect(textOf(third)).toBe('Nothing to import.');
    expect(description(third)).toContain('1 already exists.');
    expect((await listOf(home.admin)).match(/\*\*#\d+\*\*/g)).toHaveLength(1);
  });

  it('keeps rules that it does not contain in mode add, and removes them in mode replace', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    await home.follow(home.channelId, FOXES);
    const file = await exportFile(home.admin);
    await home.follow(home.channelId, LETTERS);

    const adding = await startImport(home.admin, file, 'add');
    const replacing = await startImport(home.admin, file, 'replace');
    const done = textOf(await home.admin.press(messageOf(replacing), 'Confirm'));

    expect(textOf(adding)).toBe('Nothing to import.');
    expect(description(replacing)).toContain(`➖ #2 <#${home.channelId}> Sales · Deep Sea Post`);
    expect(done).toContain('0 alerts added, 1 alert removed');
    expect(await listOf(home.admin)).toContain('Lantern Foxes');
    expect(await listOf(home.admin)).not.toContain('Deep Sea Post');
  });

  it('moves alerts to another server by channel names, and reports what it leaves out', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const other = world.addServer('other');
    await setUpServer(world);
    const file = await exportFile(home.admin);

    const preview = await startImport(other.admin, file);
    const done = textOf(await other.admin.press(messageOf(preview), 'Confirm'));

    expect(description(preview)).toContain('⚠️ Skipped: This server has no channel named “letters”.');
    expect(done).toContain('✅ Done: 1 alert added.');
    expect(await listOf(other.admin)).toMatch(new RegExp(`<#${other.channelId}> Sales · Lantern Foxes`));
    expect((await listOf(home.admin)).match(/\*\*#\d+\*\*/g)).toHaveLength(3);
  });

  it('leaves out a channel whose name is ambiguous, with a remedy', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const other = world.addServer('other');
    const twins = [other.addChannel('letters'), other.addChannel('letters')];
    await setUpServer(world);
    const file = await exportFile(home.admin);

    const preview = await startImport(other.admin, file);

    expect(description(preview)).toContain(
      '⚠️ Skipped: “letters”: this server has several channels with this name.',
    );
    for (const twin of twins) expect(description(preview)).not.toContain(twin);
  });

  it('reports that its amounts are in another currency', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    await home.subscribe(home.channelId, { price_from: '100' });
    const file = await exportFile(home.admin);
    await removeAlert(home.admin, '1');

    const same = await startImport(home.admin, file);
    const other = await startImport(home.admin, file.replace('"symbol": "S"', '"symbol": "ETH"'));

    expect(description(same)).not.toContain('⚠️');
    expect(description(other)).toContain(
      '⚠️ Amounts in this file are in ETH. They are imported as S, without conversion.',
    );
    expect(description(other)).toContain('Sales · all collections · 100 S and up');
  });

  it('leaves out a channel in which the bot may not post, and replaces nothing there', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const closed = home.addChannel('closed');
    await home.follow(home.channelId, FOXES);
    await home.follow(closed, FOXES);
    const file = await exportFile(home.admin);
    await removeAlert(home.admin, '1');
    deny(world, closed, SEND_MESSAGES);

    const preview = await startImport(home.admin, file, 'replace');
    await home.admin.press(messageOf(preview), 'Confirm');
    allow(world, closed);

    expect(description(preview)).toContain(
      `⚠️ Skipped: I can’t post in <#${closed}>. Give me “Send Messages”`,
    );
    const list = await listOf(home.admin);
    expect(list).toContain(`<#${closed}> Sales · Lantern Foxes`);
    expect(list).toContain(`<#${home.channelId}> Sales · Lantern Foxes`);
  });

  it('adds nothing where the bot may no longer post at Confirm, and reports it', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const closing = home.addChannel('closing');
    await home.follow(home.channelId, FOXES);
    await home.follow(closing, FOXES);
    const file = await exportFile(home.admin);
    for (const number of ['1', '2']) await removeAlert(home.admin, number);
    const preview = messageOf(await startImport(home.admin, file));
    deny(world, closing, SEND_MESSAGES);

    const done = textOf(await home.admin.press(preview, 'Confirm'));

    expect(done).toContain(
      `✅ Done: 1 alert added. Nothing was added in <#${closing}>: you or I can no longer post there.`,
    );
    expect(await listOf(home.admin)).not.toContain(closing);
  });

  it.each([
    ['no JSON', 'alerts please', /^This file is not valid JSON\. Attach a file from `\/alerts export`\.$/],
    [
      'something else',
      '{"format":"recipes"}',
      'This is not an alert file. Attach a file from `/alerts export`.',
    ],
    [
      'an alert that cannot be',
      JSON.stringify({
        format: 'gavel-alerts',
        version: 1,
        channels: [
          {
            id: '123456789012345678',
            name: 'sales',
            alerts: [{ alerts: ['sale'] }, { alerts: ['sale'], price_from: 'a lot' }],
          },
        ],
      }),
      /- In channel “sales”, alert 2: \*\*price\\_from\*\* must be an amount in quotation marks/,
    ],
    ['too large for an alert file', '[]', 'This is not an alert file. Attach a file from `/alerts export`.'],
    ['newer than the bot', fileWith([], { version: 2 }), /^This file is from a newer version of the bot\. /],
    [
      'without its version',
      fileWith([], { version: null }),
      /^The \*\*version\*\* of this file must be 1\. Attach /,
    ],
    ['without its list', fileWith('sales'), '- In the file: **channels** must be a list in square brackets'],
    [
      'written by hand, and badly',
      fileWithAlert({ alerts: ['sale'], pricefrom: '1', rank: 1.5, paused: 'yes', wallets: 'me' }),
      [
        'I can’t import this file. Nothing was changed. Fix these problems, then import it again:',
        '- In channel “sales”, alert 1: **rank** must be a whole number from 1 to 1,000,000,000',
        '- In channel “sales”, alert 1: **wallets** must be a list of up to 25 addresses',
        '- In channel “sales”, alert 1: **paused** must be true or false',
        '- In channel “sales”, alert 1: has unknown keys: “pricefrom”',
      ].join('\n'),
    ],
    [
      'a trait of nothing',
      fileWithAlert({ alerts: ['sale'], traits: [{ type: ' ', value: 'red' }] }),
      '**traits** must be a list of up to 25 entries like',
    ],
    [
      'a wallet that is asked for and refused',
      fileWithAlert({
        alerts: ['sale'],
        wallets: ['0x00000000000000000000000000000000000000a1'],
        not_wallets: ['0x00000000000000000000000000000000000000A1'],
      }),
      'In channel “sales”, alert 1: The same wallet is in **wallets** and in **not_wallets**. Remove it from one of them.',
    ],
    [
      'full of formats',
      fileWith([{ id: '1', name: '**bold** @everyone', alerts: [] }]),
      '- In channel “\\*\\*bold\\*\\* @\u200beveryone”: **id** must be a Discord ID',
    ],
    [
      'a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xd8]),
      'This file contains no text. Attach a file from ',
    ],
    ['too much', ' '.repeat(1_024 * 1_024 + 1), /^This file is larger than 1 MB/],
    ['far too much', ' '.repeat(10 * 1_000_000), /^This file is larger than 1 MB/],
  ])('that is %s is refused with the place and the reason', async (_what, content, why) => {
    await using world = await startBotWorld();
    await world.start();
    const { admin } = world.home;

    const refused = await startImport(admin, content);

    expect(textOf(refused)).toMatch(why);
    expect(refused.message?.components ?? []).toEqual([]);
    expect(await listOf(admin)).toMatch(/^No alerts yet/);
  });

  it('cannot be confirmed by another member, and by the one who began it also after a restart of the bot', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const first = await world.start();
    await home.follow(home.channelId, FOXES);
    const file = await exportFile(home.admin);
    await removeAlert(home.admin, '1');
    const preview = messageOf(await startImport(home.admin, file));
    const copy = await forgedButton(world, home.channelId, customIdOf(preview, 'Confirm'));

    const byMember = textOf(await home.member.press(copy, 'Press'));
    await first[Symbol.asyncDispose]();
    await world.start();
    const confirmed = textOf(await home.admin.press(preview, 'Confirm'));

    expect(byMember).toMatch(/^You need the “Manage Server” permission|^This belongs to somebody else/);
    expect(confirmed).toContain('✅ Done: 1 alert added.');
  });
});
