import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { FOXES } from '../../support/sell-foxes.ts';
import { configureChannel, messagesIn, untilMessages, untilSent } from './channel.ts';

const COIN = 10n ** 18n;

/** A mentionable role and a member who has it. */
const whales = (world: BotWorld) => roleWithMember(world, 'whales');

function roleWithMember({ discord, home }: BotWorld, name: string) {
  const { id: roleId } = discord.createRole({ guildId: home.guildId, name, mentionable: true });
  const { id: userId } = discord.createUser({ name: `${name}-member` });
  discord.addMember({ guildId: home.guildId, userId, roleIds: [roleId] });
  return { roleId, whale: discord.person({ userId, channelId: home.channelId }) };
}

/** Sells a fox and waits until the bot has logged its message as posted. */
async function postSale(world: BotWorld, bot: Bot, coins: bigint) {
  const { channelId } = world.home;
  const postedBefore = bot.log.linesWith('posted').length;
  world.marketplace.cause.sale({ collection: FOXES, price: coins * COIN });
  await bot.app.poll();
  await bot.log.until('posted', postedBefore + 1);
  const message = messagesIn(world, channelId).at(-1);
  if (message === undefined) throw new Error('There is no message.');
  return message;
}

describe('a ping role', () => {
  it('is pinged, and nobody else is', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const { roleId, whale } = whales(world);
    const said = await configureChannel(home, home.channelId, { ping_role: roleId });

    const message = await postSale(world, bot, 5n);

    expect(said).toContain(`**Pings** <@&${roleId}>\n`);
    expect(message.content).toBe(`<@&${roleId}>`);
    expect(whale.isPinged(message)).toBe(true);
    expect([home.member.isPinged(message), home.admin.isPinged(message)]).toEqual([false, false]);
    expect(message.mention_everyone).toBe(false);
    expect(message.mention_roles).toEqual([roleId]);
  });

  it('is not pinged below its minimum price, and is pinged from exactly that price', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const { roleId, whale } = whales(world);
    await configureChannel(home, home.channelId, { ping_role: roleId, ping_minimum: '100' });

    const pinged = [];
    for (const coins of [99n, 100n, 5n, 101n]) {
      pinged.push(whale.isPinged(await postSale(world, bot, coins)));
    }

    expect(pinged).toEqual([false, true, false, true]);
  });

  it('is pinged at most once within its cool-down', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const { roleId, whale } = whales(world);
    const said = await configureChannel(home, home.channelId, { ping_role: roleId, ping_cooldown: 30 });

    const pinged = [];
    for (const minutesLater of [0, 10, 19, 2, 29]) {
      world.clock.advance(minutesLater * 60_000);
      pinged.push(whale.isPinged(await postSale(world, bot, 5n)));
    }

    expect(said).toContain('at most once every 30 minutes');
    expect(pinged).toEqual([true, false, false, true, false]);
  });

  it('keeps its cool-down unused by a sale below the minimum', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const { roleId, whale } = whales(world);
    await configureChannel(home, home.channelId, {
      ping_role: roleId,
      ping_minimum: '100',
      ping_cooldown: 60,
    });

    const small = await postSale(world, bot, 1n);
    const large = await postSale(world, bot, 100n);

    expect([whale.isPinged(small), whale.isPinged(large)]).toEqual([false, true]);
  });

  it('keeps its cool-down across a restart of the bot', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const first = await world.start();
    await home.follow(home.channelId);
    const { roleId, whale } = whales(world);
    await configureChannel(home, home.channelId, { ping_role: roleId, ping_cooldown: 30 });
    const before = await postSale(world, first, 5n);
    await first[Symbol.asyncDispose]();

    const second = await world.start();
    const within = await postSale(world, second, 5n);
    world.clock.advance(31 * 60_000);
    const after = await postSale(world, second, 5n);

    expect([before, within, after].map((message) => whale.isPinged(message))).toEqual([true, false, true]);
  });

  it('is not pinged by edits of a live message, but by a bid from its minimum in a separate message', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.subscribe(home.channelId, { alerts: 'auctions', collection: FOXES });
    const { roleId, whale } = whales(world);
    await configureChannel(home, home.channelId, { ping_role: roleId, ping_minimum: '100' });

    marketplace.cause.auction({ collection: FOXES, startingPrice: 10n * COIN, endsInMs: 7_200_000 });
    await bot.app.poll();
    await untilSent(world, home.channelId, 1);
    marketplace.cause.bid({ amount: 20n * COIN });
    await bot.app.poll();
    await untilMessages(world, home.channelId, ([card]) => JSON.stringify(card?.embeds).includes('20 S'));
    marketplace.cause.bid({ amount: 100n * COIN });
    await bot.app.poll();
    const messages = await untilSent(world, home.channelId, 2);

    expect(messages.map((message) => whale.isPinged(message))).toEqual([false, true]);
    expect(messages.at(1)?.embeds[0]?.title).toContain('100 S');
  });

  it('is refused with a remedy where Discord would not deliver the ping', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home, discord } = world;
    const { id: roleId } = discord.createRole({ guildId: home.guildId, name: 'closed' });
    const ask = () => home.admin.command('alerts channel', { channel: home.channelId, ping_role: roleId });

    const refused = await ask();
    discord.setRoleMentionable(home.guildId, roleId, true);
    const accepted = await ask();

    expect(refused.message?.content).toMatch(
      `I can’t ping <@&${roleId}>. Allow everyone to mention it (Server Settings → Roles), or give me`,
    );
    expect(accepted.message?.content).toContain('✅ Saved.');
  });

  it('is not mentioned after it was deleted, and the channel’s settings say so', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const { roleId } = whales(world);
    await configureChannel(home, home.channelId, { ping_role: roleId });
    const shown = async () => {
      const { message } = await home.admin.command('alerts channel', { channel: home.channelId });
      return message?.content ?? '';
    };
    discord.setRoleMentionable(home.guildId, roleId, false);
    await expect.poll(shown).toContain(`⚠ I can’t ping <@&${roleId}>. Allow everyone to mention it`);
    discord.installBot({
      guildId: home.guildId,
      applicationId: world.applicationId,
      permissions: Bits.Administrator,
    });
    await world.requestAsBot('DELETE', `/guilds/${home.guildId}/roles/${roleId}`);
    await expect.poll(shown).toContain('⚠ The role was deleted, so nobody is pinged.');

    const message = await postSale(world, bot, 5n);

    expect(message.content).toBe('');
    expect(await configureChannel(home, home.channelId, { reset: 'pings' })).toContain('**Pings** nobody');
  });

  it('of each rule is mentioned by the one message of an alert that both match, each with its own cool-down', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const { roleId: large } = whales(world);
    const { roleId: foxes } = roleWithMember(world, 'foxes');
    const { roleId: everySale } = roleWithMember(world, 'sales');
    await home.subscribe(home.channelId, { collection: FOXES, ping_role: foxes });
    const said = await home.subscribe(home.channelId, { price_from: '100', ping_role: large });
    await configureChannel(home, home.channelId, { ping_role: everySale, ping_cooldown: 30 });

    const mentioned = [];
    for (const [minutesLater, coins] of [
      [0, 5n],
      [10, 100n],
      [21, 100n],
      [60, 100n],
    ] as const) {
      world.clock.advance(minutesLater * 60_000);
      mentioned.push((await postSale(world, bot, coins)).mention_roles.toSorted());
    }

    expect(said).toContain(` · pings <@&${large}>`);
    expect(mentioned).toEqual([[foxes], [large], [foxes], [foxes, large].toSorted()]);
    expect(discord.messages(home.channelId)).toHaveLength(4);
  });

  it('is mentioned only from the price that the form of the preview sets', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const { roleId: large } = whales(world);
    await home.follow(home.channelId);
    const draft = (await home.admin.command('alerts edit', { alert: '1' })).message;
    if (draft === null) throw new Error('There is no draft.');
    const { modal } = await home.admin.press(draft, 'Pings');
    if (modal === null) throw new Error('There is no form.');
    const unreadable = await home.admin.submit(modal, { roles: [large], ping_from: 'much' });
    const chosen = await home.admin.submit(modal, { roles: [large], ping_from: '100' });
    const saved = await home.admin.press(chosen.message ?? draft, 'Save');
    const mentioned = [];
    for (const coins of [99n, 100n]) mentioned.push((await postSale(world, bot, coins)).mention_roles);

    expect(unreadable.message?.content).toContain('I can’t read “much” in **Minimum price to ping**.');
    expect(saved.message?.content).toContain(`pings <@&${large}> at 100 S or more`);
    expect(mentioned).toEqual([[], [large]]);
  });

  it('of a rule that was deleted is said and left out at the next change', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const { roleId: gone } = roleWithMember(world, 'gone');
    const { roleId: foxes } = roleWithMember(world, 'foxes');
    await home.subscribe(home.channelId, { collection: FOXES, ping_role: gone });
    discord.installBot({
      guildId: home.guildId,
      applicationId: world.applicationId,
      permissions: Bits.Administrator,
    });
    await world.requestAsBot('DELETE', `/guilds/${home.guildId}/roles/${gone}`);
    const edit = async () => {
      const { message } = await home.admin.command('alerts edit', { alert: '1', price_from: '2' });
      if (message === null) throw new Error('There is no draft.');
      return message;
    };
    await expect
      .poll(async () => (await edit()).content)
      .toContain('1 role that this alert pings was deleted');

    const draft = await edit();
    const { modal } = await home.admin.press(draft, 'Pings');
    if (modal === null) throw new Error('There is no form.');
    const chosen = await home.admin.submit(modal, { roles: [foxes] });
    const saved = await home.admin.press(chosen.message ?? draft, 'Save');
    const sale = await postSale(world, bot, 5n);

    expect(saved.message?.content).toContain(`pings <@&${foxes}>`);
    expect(saved.message?.mention_roles).toEqual([]);
    expect(sale.mention_roles).toEqual([foxes]);
  });

  it('@everyone can’t be pinged', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId, guildId } = world.home;

    const refused = await admin.command('alerts channel', { channel: channelId, ping_role: guildId });

    expect(refused.message?.content).toMatch(/^@everyone can’t be pinged/);
  });
});
