import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { screenText } from '../../support/screen-text.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';
import { configureChannel, untilSent } from './channel.ts';

describe('the layout of a channel', () => {
  it.each([
    ['auto', 'by type', { lines: 2, image: true, thumbnail: false }],
    ['compact', 'compact', { lines: 1, image: false, thumbnail: false }],
    ['normal', 'normal', { lines: 2, image: false, thumbnail: true }],
    ['big', 'big', { lines: 2, image: true, thumbnail: false }],
  ])('can be %s', async (look, name, expected) => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const said = await configureChannel(home, home.channelId, { look });

    const due = sellFoxes(world, 1);
    await bot.app.poll();
    const [message] = await untilSent(world, home.channelId, 1);
    const embeds = message?.embeds ?? [];
    const [embed] = embeds;

    expect(said).toContain(`**Look** ${name}`);
    expect(embeds).toHaveLength(1);
    expect(itemsPosted(embeds)).toEqual(due);
    expect({
      lines: (embed?.description ?? '').split('\n').filter((line) => line !== '').length,
      image: embed?.image !== undefined,
      thumbnail: embed?.thumbnail !== undefined,
    }).toEqual(expected);
  });

  it('applies to this channel only, is shown by the command without options, and can be reset', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const other = home.addChannel('other');
    await home.follow(home.channelId);
    await home.follow(other);
    await configureChannel(home, home.channelId, { look: 'compact' });
    sellFoxes(world, 1);
    await bot.app.poll();
    const [small] = await untilSent(world, home.channelId, 1);
    const [usual] = await untilSent(world, other, 1);

    const shown = await home.admin.command('alerts channel', { channel: home.channelId });
    const reset = await configureChannel(home, home.channelId, { reset: 'everything' });
    sellFoxes(world, 1);
    await bot.app.poll();
    const [, again] = await untilSent(world, home.channelId, 2);

    expect(small?.embeds[0]?.image).toBeUndefined();
    expect(usual?.embeds[0]?.image).toBeDefined();
    expect(screenText(shown.message).split('\n')).toEqual([
      `**Alert settings for <#${home.channelId}>**`,
      'Notifications',
      '**Pings** nobody',
      '**Notify for** all messages',
      '**Quiet hours** none',
      'Messages',
      '**Look** compact (two lines, no picture)',
      '**Auctions** card and messages',
      '**Limit** none',
    ]);
    expect(reset).toContain('**Look** by type');
    expect(again?.embeds[0]?.image).toBeDefined();
  });

  it('survives a restart of the bot', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const first = await world.start();
    await home.follow(home.channelId);
    await configureChannel(home, home.channelId, { look: 'big' });
    await first[Symbol.asyncDispose]();

    const second = await world.start();
    sellFoxes(world, 1);
    await second.app.poll();
    const [message] = await untilSent(world, home.channelId, 1);

    expect(message?.embeds[0]?.image).toBeDefined();
    expect(message?.embeds[0]?.thumbnail).toBeUndefined();
  });
});
