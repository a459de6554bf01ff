import { describe, expect, it } from 'vitest';
import { itemsLinked } from '../../../sandbox/demo/pages.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';
import { told } from '../../support/told.ts';
import { HELD, HOUR_MS, messagesIn, tune, untilSent } from './channel.ts';

describe('at most so many messages an hour', () => {
  it('lets the first ones through and folds what is beyond: every alert is told once', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const said = await tune(home, home.channelId, { hourly_limit: 2 });
    const due: string[] = [];
    for (let sale = 1; sale <= 5; sale += 1) {
      due.push(...sellFoxes(world, 1));
      await bot.app.look();
      if (sale <= 2) await bot.log.until('posted', sale);
    }
    await bot.log.until(HELD);
    const within = messagesIn(world, home.channelId).flatMap(({ embeds }) => embeds);

    world.clock.leap(HOUR_MS + 2_000);
    const summary = (await untilSent(world, home.channelId, 3)).at(2);

    expect(said).toContain('Limit: 2 messages an hour; what is beyond comes as summaries');
    expect(told(within)).toEqual(due.slice(0, 2));
    expect(summary?.embeds[0]?.title).toMatch(/^3 alerts/);
    expect(itemsLinked(summary?.embeds[0]?.description ?? '').toSorted()).toEqual(due.slice(2).toSorted());
  });

  it('never sends more than that in any hour, and counts in summaries what it cannot name', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    await tune(home, home.channelId, { hourly_limit: 1 });
    let sales = 0;
    for (let round = 0; round < 4; round += 1) {
      sales += sellFoxes(world, round === 2 ? 30 : 3).length;
      await bot.app.look();
      await bot.log.until(round === 0 ? 'posted' : HELD, Math.max(1, round));
      world.clock.leap(25 * 60_000);
    }
    world.clock.leap(3 * HOUR_MS);
    await bot.app.look();
    const messages = await untilSent(world, home.channelId, 3);
    const times = discord.messages(home.channelId).map(({ acceptedAtMs }) => acceptedAtMs);

    const tells = messages.map(({ embeds }) => {
      const summary = /^(\d+) alerts?/.exec(embeds[0]?.title ?? '')?.[1];
      return summary === undefined ? told(embeds).length : Number(summary);
    });
    expect(tells.reduce((sum, count) => sum + count, 0)).toBe(sales);
    expect(times.slice(1).every((at, index) => at - (times[index] ?? 0) >= HOUR_MS)).toBe(true);
  });

  it('is of this channel only, and gone when it is reset', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const open = home.addChannel('open');
    await home.follow(home.channelId);
    await home.follow(open);
    await tune(home, home.channelId, { hourly_limit: 1 });
    const due: string[] = [];
    for (let sale = 1; sale <= 3; sale += 1) {
      due.push(...sellFoxes(world, 1));
      await bot.app.look();
      await untilSent(world, open, sale);
    }
    await bot.log.until(HELD);

    const reset = await tune(home, home.channelId, { reset: 'limit' });
    const messages = await untilSent(world, home.channelId, 2);

    expect(reset).toContain('Limit: none');
    expect(told(world.embeds(open))).toEqual(due);
    expect(itemsLinked(messages.at(1)?.embeds[0]?.description ?? '').toSorted()).toEqual(
      due.slice(1).toSorted(),
    );
  });
});
