import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';
import { told } from '../../support/told.ts';
import { tune, untilSent } from './channel.ts';

describe('the look of a channel', () => {
  it.each([
    ['compact', { lines: 1, fields: 0, image: false, thumbnail: false }],
    ['normal', { lines: 1, fields: 3, image: false, thumbnail: true }],
    ['big', { lines: 1, fields: 3, image: true, thumbnail: false }],
  ])('can be %s', async (look, expected) => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const said = await tune(home, home.channelId, { look });

    const due = sellFoxes(world, 1);
    await bot.app.look();
    const [message] = await untilSent(world, home.channelId, 1);
    const embeds = message?.embeds ?? [];
    const [embed] = embeds;

    expect(said).toContain(`Look: ${look}`);
    expect(embeds).toHaveLength(1);
    expect(told(embeds)).toEqual(due);
    expect({
      lines: (embed?.description ?? '').split('\n').filter((line) => line !== '').length,
      fields: Math.min(3, (embed?.fields ?? []).length),
      image: embed?.image !== undefined,
      thumbnail: embed?.thumbnail !== undefined,
    }).toEqual(expected);
  });

  it('is of this channel only, is shown when nothing is changed, and goes back to the usual', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const other = home.addChannel('other');
    await home.follow(home.channelId);
    await home.follow(other);
    await tune(home, home.channelId, { look: 'compact' });
    sellFoxes(world, 1);
    await bot.app.look();
    const [small] = await untilSent(world, home.channelId, 1);
    const [large] = await untilSent(world, other, 1);

    const shown = await home.admin.command('alerts channel', { channel: home.channelId });
    const reset = await tune(home, home.channelId, { reset: 'everything' });
    sellFoxes(world, 1);
    await bot.app.look();
    const [, again] = await untilSent(world, home.channelId, 2);

    expect(small?.embeds[0]?.image).toBeUndefined();
    expect(large?.embeds[0]?.image).toBeDefined();
    expect(shown.message?.content.split('\n')).toEqual([
      `**How alerts come to <#${home.channelId}>**`,
      'Pings: nobody',
      'Look: compact, two lines without a picture',
      'Published to servers that follow the channel: no',
      'Quiet hours: none',
      'Limit: none',
    ]);
    expect(reset).toContain('Look: big');
    expect(again?.embeds[0]?.image).toBeDefined();
  });

  it('outlives a restart of the bot', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const first = await world.start();
    await home.follow(home.channelId);
    await tune(home, home.channelId, { look: 'normal' });
    await first[Symbol.asyncDispose]();

    const second = await world.start();
    sellFoxes(world, 1);
    await second.app.look();
    const [message] = await untilSent(world, home.channelId, 1);

    expect(message?.embeds[0]?.thumbnail).toBeDefined();
    expect(message?.embeds[0]?.image).toBeUndefined();
  });
});
