import { MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { screenText } from '../../support/screen-text.ts';
import { FOXES } from '../../support/sell-foxes.ts';
import { configureChannel, untilSent } from './channel.ts';

const COIN = 10n ** 18n;

/** Sells foxes for so many coins, one after the other; returns which messages are silent. */
async function silencesOf(world: BotWorld, bot: Bot, prices: readonly bigint[]): Promise<readonly boolean[]> {
  const before = bot.log.linesWith('posted').length;
  for (const [index, coins] of prices.entries()) {
    world.marketplace.cause.sale({ collection: FOXES, price: coins * COIN });
    await bot.app.poll();
    await bot.log.until('posted', before + index + 1);
  }
  const messages = await untilSent(world, world.home.channelId, before + prices.length);
  return messages.slice(before).map(({ flags = 0 }) => (flags & MessageFlags.SuppressNotifications) !== 0);
}

describe('a channel that chose silent messages', () => {
  it('gets them without a notification, until it is reset', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);

    const said = await configureChannel(home, home.channelId, { notifications: 'silent' });
    const silent = await silencesOf(world, bot, [5n]);
    await configureChannel(home, home.channelId, { reset: 'notifications' });
    const loud = await silencesOf(world, bot, [5n]);

    expect(said).toContain('**Notify for** nothing (all messages are silent)');
    expect([silent, loud]).toEqual([[true], [false]]);
  });

  it('is notified of pings, and from a price on, if it chose so', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const { id: role } = discord.createRole({ guildId: home.guildId, name: 'whales', mentionable: true });
    await configureChannel(home, home.channelId, { ping_role: role, ping_minimum: '1000' });
    const said = await configureChannel(home, home.channelId, { notify_from: '100' });

    expect(await silencesOf(world, bot, [99n, 100n, 1_000n])).toEqual([true, false, false]);
    expect(said).toContain('**Notify for** pings, and prices of 100 S and up (other messages are silent)');
  });

  it('stays so after a restart of the bot', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const first = await world.start();
    await home.follow(home.channelId);
    await configureChannel(home, home.channelId, { notifications: 'important' });
    await first[Symbol.asyncDispose]();
    const bot = await world.start();

    const shown = await home.admin.command('alerts channel', { channel: home.channelId });

    expect(screenText(shown.message)).toContain('**Notify for** pings only (other messages are silent)');
    expect(await silencesOf(world, bot, [5n])).toEqual([true]);
  });
});
