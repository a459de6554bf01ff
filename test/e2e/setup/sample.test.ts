import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { configureChannel, messagesIn, quietHoursAround, SUMMARY_PENDING } from '../channels/channel.ts';
import { deny, textOf } from './set-up.ts';

const COIN = 10n ** 18n;
const SEND_MESSAGES = 0x800n;

describe('/alerts test', () => {
  it('posts the newest matching event, marked as a test, without pings', async () => {
    await using world = await startBotWorld();
    const { home, discord, marketplace } = world;
    const { id: roleId } = discord.createRole({ guildId: home.guildId, name: 'whales', mentionable: true });
    const [sale] = marketplace.cause.sale({ collection: FOXES, price: 123n * COIN });
    await world.start();
    await home.follow(home.channelId, FOXES);
    await configureChannel(home, home.channelId, { ping_role: roleId });

    const reply = await home.admin.command('alerts test', { alert: '1' });
    const [message] = messagesIn(world, home.channelId);

    expect(textOf(reply)).toBe(`🧪 Tested alert #1 in <#${home.channelId}> with the latest match.`);
    expect(message?.content).toMatch(/test/i);
    expect(message?.embeds[0]?.title).toBe(`**${sale?.tokenName}** sold for **123 S**`);
    expect(message?.mention_roles).toEqual([]);
    expect(message?.mentions).toEqual([]);
  });

  it('posts a token that fits with made-up numbers where nothing matches, and says so', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await world.start();
    await home.subscribe(home.channelId, { collection: FOXES, price_from: '1000000' });

    const reply = await home.admin.command('alerts test', { alert: '1' });
    const [message] = messagesIn(world, home.channelId);

    expect(textOf(reply)).toContain('a matching token with invented numbers.');
    expect(message?.embeds[0]?.title).toMatch(/^\*\*Lantern Fox #\d+\*\* sold for \*\*1,000,000 S\*\*$/);
  });

  it('does not count as the real alert, which is still posted', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);
    const due = sellFoxes(world, 1);

    await home.admin.command('alerts test', { alert: '1' });
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 2))).toEqual([...due, ...due]);
  });

  it('reports why it cannot be posted', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await world.start();
    await home.follow(home.channelId, FOXES);
    deny(world, home.channelId, SEND_MESSAGES);

    expect(textOf(await home.admin.command('alerts test', { alert: '1' }))).toContain(
      'Give me “Send Messages” there',
    );
  });

  it('is posted in quiet hours too', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);
    await configureChannel(home, home.channelId, quietHoursAround(world, { before: 1, after: 2 }));
    sellFoxes(world, 1);
    await bot.app.poll();
    await bot.log.until(SUMMARY_PENDING);

    await home.admin.command('alerts test', { alert: '1' });

    expect(messagesIn(world, home.channelId)).toHaveLength(1);
  });
});
