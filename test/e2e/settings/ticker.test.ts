import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { FOXES } from '../../support/sell-foxes.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { description, messageOf } from '../lookups/reading.ts';

const COIN = 10n ** 18n;
const MINUTE_MS = 60_000;
/** Longer than the bot's delay before it posts a notice. */
const NOTICE_DELAY_MS = 5_000;
const NEEDED = Bits.ViewChannel | Bits.Connect | Bits.ManageChannels;

interface TickerWorld extends BotWorld {
  readonly voiceId: string;
  readonly botUserId: string;
  /** Requests to rename the voice channel, with the status of their answers. */
  readonly renames: readonly { readonly name: unknown; readonly status: number | null }[];
  /** Lists a fox at this price, in hundredths of a coin, and reads the floors. */
  setFloor(bot: Bot, hundredths: bigint): Promise<void>;
  untilRenames(count: number): Promise<readonly { readonly name: unknown }[]>;
}

async function startTickerWorld(): Promise<TickerWorld> {
  const world = await startBotWorld({ rateLimits: {} });
  const { discord, home, clock, marketplace } = world;
  const { id: voiceId } = discord.createChannel({
    guildId: home.guildId,
    name: 'voice',
    type: ChannelType.GuildVoice,
  });
  const { id: botUserId } = (await world.requestAsBot('GET', '/users/@me')) as { id: string };
  discord.setOverwrite(voiceId, { id: botUserId, type: 'member', allow: NEEDED });
  const renames: { readonly name: unknown; readonly status: number | null }[] = [];
  discord.onRequest(({ method, route, body, status }) => {
    if (method === 'PATCH' && route === '/channels/:channelId')
      renames.push({
        name: typeof body === 'object' && body !== null && 'name' in body ? body.name : null,
        status,
      });
  });
  return {
    ...world,
    voiceId,
    botUserId,
    renames,
    async setFloor(bot, hundredths) {
      marketplace.cause.listing({
        collection: FOXES,
        tokenId: String(hundredths),
        price: (hundredths * COIN) / 100n,
      });
      clock.advance(MINUTE_MS);
      await bot.app.poll();
      clock.advance(MINUTE_MS / 2);
    },
    untilRenames: (count) =>
      waitUntil({
        read: () => (renames.length >= count ? renames : undefined),
        listen: (changed) => discord.onRequest(changed),
        what: () => `${count} renames; there were ${JSON.stringify(renames)}`,
      }),
  };
}

const nameOf = async (world: TickerWorld): Promise<string> =>
  ((await world.requestAsBot('GET', `/channels/${world.voiceId}`)) as { name: string }).name;

describe('/settings ticker', () => {
  it('shows the floor in the name of a voice channel, and renames it on each change', async () => {
    await using world = await startTickerWorld();
    const bot = await world.start();
    const { admin } = world.home;

    const saved = await admin.command('settings ticker', { channel: world.voiceId, collection: FOXES });
    expect(saved).toMatchObject({ outcome: 'message', ephemeral: true });
    expect(description(saved)).toContain(`✅ <#${world.voiceId}> will show the floor of Lantern Foxes`);
    await world.setFloor(bot, 40n);
    await world.untilRenames(1);
    await world.setFloor(bot, 39n);
    await world.untilRenames(2);

    expect(world.renames).toEqual([
      { name: 'Floor: 0.4 S', status: 200 },
      { name: 'Floor: 0.39 S', status: 200 },
    ]);
    expect(await nameOf(world)).toBe('Floor: 0.39 S');
    expect(description(await admin.command('settings ticker', {}))).toContain(
      `<#${world.voiceId}>: floor of Lantern Foxes`,
    );
  });

  it('does not exceed Discord’s two renames in ten minutes, over a restart', async () => {
    await using world = await startTickerWorld();
    const bot = await world.start();
    await world.home.admin.command('settings ticker', { channel: world.voiceId, collection: FOXES });
    await world.setFloor(bot, 40n);
    await world.untilRenames(1);
    await world.setFloor(bot, 39n);
    await world.untilRenames(2);
    await bot[Symbol.asyncDispose]();

    const next = await world.start();
    for (const hundredths of [38n, 37n]) await world.setFloor(next, hundredths);
    expect(world.renames).toHaveLength(2);
    world.clock.advance(10 * MINUTE_MS);
    await world.untilRenames(3);
    expect(world.renames[2]).toEqual({ name: 'Floor: 0.37 S', status: 200 });
  });

  it('tells who set it up that a permission is missing, says so in health, and resumes with it', async () => {
    await using world = await startTickerWorld();
    const bot = await world.start();
    const { admin } = world.home;
    await admin.command('settings ticker', { channel: world.voiceId, collection: FOXES });
    await world.setFloor(bot, 40n);
    await world.untilRenames(1);

    world.discord.setOverwrite(world.voiceId, {
      ...{ id: world.botUserId, type: 'member', allow: Bits.ViewChannel, deny: Bits.Connect },
    });
    await world.setFloor(bot, 39n);
    await bot.log.until('ticker on hold', 1);
    world.clock.advance(NOTICE_DELAY_MS);
    const notices = await waitUntil({
      read: () => (admin.directMessages().length > 0 ? admin.directMessages() : undefined),
      listen: (changed) => world.discord.onMessage(changed),
      what: () => 'a notice',
    });
    expect(notices[0]?.content).toContain(`The <#${world.voiceId}> ticker no longer shows the floor`);
    expect(notices[0]?.content).toContain('give me “Connect” and “Manage Channels” there');
    const { embeds } = messageOf(await admin.command('alerts health'));
    const field = embeds[0]?.fields?.find(({ name }) => name === 'Stopped tickers');
    expect(field?.value).toContain(`<#${world.voiceId}>: I can’t rename the channel`);

    world.discord.setOverwrite(world.voiceId, { id: world.botUserId, type: 'member', allow: NEEDED });
    const refused = world.renames.length;
    world.clock.advance(15 * MINUTE_MS);
    await world.untilRenames(refused + 1);
    expect(await nameOf(world)).toBe('Floor: 0.39 S');
    expect(admin.directMessages()).toHaveLength(1);
  });

  it('is refused to members who may not rename the channel, and without the bot’s permissions', async () => {
    await using world = await startTickerWorld();
    await world.start();
    const { discord, home, voiceId } = world;
    const { id: roleId } = discord.createRole({
      ...{ guildId: home.guildId, name: 'managers', permissions: Bits.ManageGuild },
    });
    discord.setMemberRoles(home.guildId, home.memberId, [roleId]);
    const options = { channel: voiceId, collection: FOXES };
    expect(description(await home.member.command('settings ticker', options))).toContain(
      'You need “Manage Channels”',
    );
    discord.removeOverwrite(voiceId, world.botUserId);
    expect(description(await home.admin.command('settings ticker', options))).toContain(
      'Give me “Manage Channels” there',
    );
  });

  it('stops with off, and keeps its last name', async () => {
    await using world = await startTickerWorld();
    const bot = await world.start();
    const { admin } = world.home;
    await admin.command('settings ticker', { channel: world.voiceId, collection: FOXES });
    await world.setFloor(bot, 40n);
    await world.untilRenames(1);
    const off = await admin.command('settings ticker', { channel: world.voiceId, off: true });
    expect(description(off)).toContain('is no longer renamed');
    await world.setFloor(bot, 39n);
    world.clock.advance(20 * MINUTE_MS);
    await bot.app.poll();
    expect(world.renames).toHaveLength(1);
    expect(description(await admin.command('settings ticker', {}))).toContain('No tickers.');
  });
});
