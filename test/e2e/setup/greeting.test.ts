import { setTimeout as delay } from 'node:timers/promises';
import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { BotServer } from '../../support/bot-server.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { messageOf } from '../lookups/reading.ts';
import { listOf, textOf } from './set-up.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' } as const;
/** Longer than the bot waits before it greets, and longer than it takes to post. */
const QUIET_MS = 3_000;
const HOUR_MS = 3_600_000;

const greetingsIn = ({ discord }: BotWorld, channelId: string) =>
  discord.messages(channelId).filter(({ payload }) => payload.content.startsWith('👋'));

const untilGreeted = (world: BotWorld, channelId: string, count = 1) =>
  waitUntil(
    {
      read: () => (greetingsIn(world, channelId).length >= count ? greetingsIn(world, channelId) : undefined),
      listen: (changed) => world.discord.onMessage(changed),
      what: () => `${count} greetings`,
    },
    90_000,
  );

/** The greeting of a server, as a message to press the buttons of. */
async function greetingOf(world: BotWorld, { channelId }: BotServer) {
  const [greeting] = await untilGreeted(world, channelId);
  if (greeting === undefined) throw new Error('There is no greeting.');
  return greeting.payload;
}

describe('a server that invites the bot', () => {
  it('is greeted with what the bot does, and three buttons', async () => {
    await using world = await startBotWorld();
    await world.start();
    const invited = world.addServer('fox-den');

    const greeting = await greetingOf(world, invited);

    expect(greeting.content).toMatch(
      /^👋 I post sales and auctions from Test Market\.\n-# Test Market · alert \w{8}$/,
    );
    const labels = [...JSON.stringify(greeting.components).matchAll(/"label":"([^"]+)"/g)];
    expect(labels.map(([, label]) => label)).toEqual(['Post sales here', 'Choose collections', 'Help']);
    expect(greetingsIn(world, world.home.channelId)).toEqual([]);
  });

  it('gets its first alert of one collection with one command', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    const invited = world.addServer('fox-den');
    await greetingOf(world, invited);

    await invited.admin.command('alerts add', { channel: invited.channelId, collection: FOXES });
    const due = sellFoxes(world, 1);
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(invited.channelId, 1))).toEqual(due);
  });

  it('is told which permission alerts lack there', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { discord, applicationId } = world;
    const { id: ownerId } = discord.createUser({ name: 'owner' });
    const { id: guildId } = discord.createGuild({ name: 'bare', ownerId });
    const { id: channelId } = discord.createChannel({ guildId, name: 'general' });
    discord.setOverwrite(channelId, { id: guildId, type: 'role', deny: Bits.EmbedLinks });
    discord.installBot({ guildId, applicationId, permissions: Bits.ViewChannel | Bits.SendMessages });

    const [greeting] = await untilGreeted(world, channelId);

    expect(greeting?.payload.content).toContain('⚠️ To post alerts here, I need “Embed Links”.');
  });

  it('is greeted once, after a lost answer, a restart and an outage of the server', async () => {
    await using world = await startBotWorld();
    const { discord } = world;
    const first = await world.start();
    discord.faults.add({ do: 'process-then-reset' }, { ...POSTING, times: 2 });
    const { channelId, guildId } = world.addServer('fox-den');
    await untilGreeted(world, channelId);
    await first[Symbol.asyncDispose]();
    await using second = await world.start();
    discord.setGuildUnavailable(guildId, true);
    discord.setGuildUnavailable(guildId, false);
    await delay(QUIET_MS);

    expect(second.log.linesWith('greeting not saved; retrying')).toEqual([]);
    expect(greetingsIn(world, channelId)).toHaveLength(1);
  });

  it('is greeted again after it removed the bot and invited it again', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { discord, applicationId } = world;
    const { channelId, guildId } = world.addServer('fox-den');
    await untilGreeted(world, channelId);

    discord.kickBot(guildId, applicationId);
    world.clock.advance(1_000);
    discord.installBot({ guildId, applicationId, permissions: Bits.ViewChannel | Bits.SendMessages });

    expect(await untilGreeted(world, channelId, 2)).toHaveLength(2);
  });

  it('is not greeted if it invited the bot long ago, or before the bot knew greetings', async () => {
    await using world = await startBotWorld();
    const before = world.addServer('before');
    const first = await world.start();
    await first[Symbol.asyncDispose]();
    const long = world.addServer('long-ago');
    world.clock.advance(2 * HOUR_MS);
    await world.start();
    await delay(QUIET_MS);

    for (const { channelId } of [before, long, world.home]) expect(greetingsIn(world, channelId)).toEqual([]);
  });

  it('is greeted once, although the process is killed while it posts', { timeout: 120_000 }, async () => {
    await using world = await startBotWorld();
    const first = world.startProcess();
    await first.log.until('ready');
    await delay(QUIET_MS);
    const posted = Promise.withResolvers<void>();
    world.discord.onMessage(() => posted.resolve());
    world.discord.faults.add({ do: 'process-then-hang' }, { ...POSTING, times: 1 });
    const { channelId } = world.addServer('fox-den');
    await posted.promise;
    first.kill('SIGKILL');
    await first.exit;
    const second = world.startProcess();
    await second.log.until('ready');
    await delay(QUIET_MS);

    expect(greetingsIn(world, channelId)).toHaveLength(1);
  });
});

describe('the buttons under a greeting', () => {
  it('set up sales in this channel after a preview that only the admin sees', async () => {
    await using world = await startBotWorld();
    await world.start();
    const invited = world.addServer('fox-den');
    const greeting = await greetingOf(world, invited);

    const draft = await invited.admin.press(greeting, 'Post sales here');
    const confirmed = await invited.admin.press(messageOf(draft), 'Confirm');

    expect(draft.ephemeral).toBe(true);
    expect(textOf(draft)).toContain(`**New alert in <#${invited.channelId}>**`);
    expect(textOf(confirmed)).toContain('Sales · all collections');
    expect(greetingsIn(world, invited.channelId)[0]?.payload).toEqual(greeting);
  });

  it('open the modal of a new alert, whose answer leaves the greeting as it is', async () => {
    await using world = await startBotWorld();
    await world.start();
    const invited = world.addServer('fox-den');
    const greeting = await greetingOf(world, invited);

    const { modal } = await invited.admin.press(greeting, 'Choose collections');
    if (modal === null) throw new Error('There is no modal.');
    const draft = await invited.admin.submit(modal, { others: FOXES });

    expect(draft.ephemeral).toBe(true);
    expect(textOf(draft)).toContain('Lantern Foxes');
    expect(greetingsIn(world, invited.channelId)[0]?.payload).toEqual(greeting);
  });

  it('show the help to everybody, and say to others who may set up alerts', async () => {
    await using world = await startBotWorld();
    await world.start();
    const invited = world.addServer('fox-den');
    const greeting = await greetingOf(world, invited);

    const help = await invited.member.press(greeting, 'Help');
    const refused = [
      await invited.member.press(greeting, 'Post sales here'),
      await invited.member.press(greeting, 'Choose collections'),
    ];

    expect(help.message?.embeds[0]?.title).toBe('What I can do');
    expect(help.ephemeral).toBe(true);
    expect(refused.map(textOf)).toEqual([
      'You need the “Manage Server” permission in this server.',
      'You need the “Manage Server” permission in this server.',
    ]);
    expect(await listOf(invited.admin)).toMatch(/^No alerts yet/);
  });
});
