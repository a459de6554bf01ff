import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { FOXES } from '../../support/sell-foxes.ts';
import { messagesIn, tune, untilMessages, untilSent } from './channel.ts';

const COIN = 10n ** 18n;

/** A role that everybody may mention, and somebody who holds it. */
function whales({ discord, home }: BotWorld) {
  const { id: roleId } = discord.createRole({ guildId: home.guildId, name: 'whales', mentionable: true });
  const { id: userId } = discord.createUser({ name: 'whale' });
  discord.addMember({ guildId: home.guildId, userId, roleIds: [roleId] });
  return { roleId, whale: discord.person({ userId, channelId: home.channelId }) };
}

/** Sells a fox, and waits for the message that tells it until the bot knows that it arrived. */
async function tellSale(world: BotWorld, bot: Bot, coins: bigint) {
  const { channelId } = world.home;
  const told = bot.log.having('posted').length;
  world.marketplace.cause.sale({ collection: FOXES, price: coins * COIN });
  await bot.app.look();
  await bot.log.until('posted', told + 1);
  const message = messagesIn(world, channelId).at(-1);
  if (message === undefined) throw new Error('There is no message.');
  return message;
}

describe('a ping role', () => {
  it('is really pinged, and nobody else is', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const { roleId, whale } = whales(world);
    const said = await tune(home, home.channelId, { ping_role: roleId });

    const message = await tellSale(world, bot, 5n);

    expect(said).toContain(`Pings: <@&${roleId}>\n`);
    expect(message.content).toBe(`<@&${roleId}>`);
    expect(whale.isPinged(message)).toBe(true);
    expect([home.member.isPinged(message), home.admin.isPinged(message)]).toEqual([false, false]);
    expect(message.mention_everyone).toBe(false);
    expect(message.mention_roles).toEqual([roleId]);
  });

  it('is left in peace below its minimum price, and pinged from exactly that on', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const { roleId, whale } = whales(world);
    await tune(home, home.channelId, { ping_role: roleId, ping_minimum: '100' });

    const pinged = [];
    for (const coins of [99n, 100n, 5n, 101n]) {
      pinged.push(whale.isPinged(await tellSale(world, bot, coins)));
    }

    expect(pinged).toEqual([false, true, false, true]);
  });

  it('is pinged at most once within its cool-down', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const { roleId, whale } = whales(world);
    const said = await tune(home, home.channelId, { ping_role: roleId, ping_cooldown: 30 });

    const pinged = [];
    for (const minutesLater of [0, 10, 19, 2, 29]) {
      world.clock.leap(minutesLater * 60_000);
      pinged.push(whale.isPinged(await tellSale(world, bot, 5n)));
    }

    expect(said).toContain('at most once in 30 minutes');
    expect(pinged).toEqual([true, false, false, true, false]);
  });

  it('does not make a sale below the minimum use the cool-down up', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const { roleId, whale } = whales(world);
    await tune(home, home.channelId, { ping_role: roleId, ping_minimum: '100', ping_cooldown: 60 });

    const small = await tellSale(world, bot, 1n);
    const large = await tellSale(world, bot, 100n);

    expect([whale.isPinged(small), whale.isPinged(large)]).toEqual([false, true]);
  });

  it('keeps its cool-down over a restart of the bot', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const first = await world.start();
    await home.follow(home.channelId);
    const { roleId, whale } = whales(world);
    await tune(home, home.channelId, { ping_role: roleId, ping_cooldown: 30 });
    const before = await tellSale(world, first, 5n);
    await first[Symbol.asyncDispose]();

    const second = await world.start();
    const within = await tellSale(world, second, 5n);
    world.clock.leap(31 * 60_000);
    const after = await tellSale(world, second, 5n);

    expect([before, within, after].map((message) => whale.isPinged(message))).toEqual([true, false, true]);
  });

  it('is pinged again by no edit of a live message, and by a bid of its minimum in a message of its own', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.subscribe(home.channelId, { alerts: 'auctions', collection: FOXES });
    const { roleId, whale } = whales(world);
    await tune(home, home.channelId, { ping_role: roleId, ping_minimum: '100' });

    marketplace.cause.auction({ collection: FOXES, startingPrice: 10n * COIN, endsInMs: 7_200_000 });
    await bot.app.look();
    await untilSent(world, home.channelId, 1);
    marketplace.cause.bid({ amount: 20n * COIN });
    await bot.app.look();
    await untilMessages(world, home.channelId, ([card]) => JSON.stringify(card?.embeds).includes('20 S'));
    marketplace.cause.bid({ amount: 100n * COIN });
    await bot.app.look();
    const messages = await untilSent(world, home.channelId, 2);

    expect(messages.map((message) => whale.isPinged(message))).toEqual([false, true]);
    expect(messages.at(1)?.embeds[0]?.title).toContain('100 S');
  });

  it('is refused with the remedy where Discord would let nobody be pinged', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home, discord } = world;
    const { id: roleId } = discord.createRole({ guildId: home.guildId, name: 'closed' });
    const ask = () => home.admin.command('alerts channel', { channel: home.channelId, ping_role: roleId });

    const refused = await ask();
    discord.setRoleMentionable(home.guildId, roleId, true);
    const accepted = await ask();

    expect(refused.message?.content).toMatch(
      `I may not ping <@&${roleId}>. Allow everyone to mention it (Server settings → Roles), or give me`,
    );
    expect(accepted.message?.content).toContain('✅ Changed.');
  });

  it('is not mentioned once it was deleted, and the channel’s settings say so', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const { roleId } = whales(world);
    await tune(home, home.channelId, { ping_role: roleId });
    const shown = async () => {
      const { message } = await home.admin.command('alerts channel', { channel: home.channelId });
      return message?.content ?? '';
    };
    discord.setRoleMentionable(home.guildId, roleId, false);
    await expect.poll(shown).toContain(`⚠ I may not ping <@&${roleId}>. Allow everyone to mention it`);
    discord.installBot({
      guildId: home.guildId,
      applicationId: world.applicationId,
      permissions: Bits.Administrator,
    });
    await world.asBot('DELETE', `/guilds/${home.guildId}/roles/${roleId}`);
    await expect.poll(shown).toContain('⚠ That role was deleted, so nobody is pinged.');

    const message = await tellSale(world, bot, 5n);

    expect(message.content).toBe('');
    expect(await tune(home, home.channelId, { reset: 'pings' })).toContain('Pings: nobody');
  });

  it('cannot be everyone', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId, guildId } = world.home;

    const refused = await admin.command('alerts channel', { channel: channelId, ping_role: guildId });

    expect(refused.message?.content).toMatch(/^\*\*ping_role\*\* cannot be everyone/);
  });
});
