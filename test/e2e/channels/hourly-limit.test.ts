import { describe, expect, it } from 'vitest';
import { linkedItems } from '../../../sandbox/demo/page-links.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';
import { configureChannel, HOUR_MS, messagesIn, SUMMARY_PENDING, untilSent } from './channel.ts';

describe('the hourly message limit', () => {
  it('posts the first messages and summarises the rest: every alert is posted once', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const said = await configureChannel(home, home.channelId, { hourly_limit: 2 });
    const due: string[] = [];
    for (let sale = 1; sale <= 5; sale += 1) {
      due.push(...sellFoxes(world, 1));
      await bot.app.poll();
      if (sale <= 2) await bot.log.until('posted', sale);
    }
    await bot.log.until(SUMMARY_PENDING);
    const within = messagesIn(world, home.channelId).flatMap(({ embeds }) => embeds);

    world.clock.advance(HOUR_MS + 2_000);
    const summary = (await untilSent(world, home.channelId, 3)).at(2);

    expect(said).toContain('**Limit** 2 messages per hour, then summaries');
    expect(itemsPosted(within)).toEqual(due.slice(0, 2));
    expect(summary?.embeds[0]?.title).toMatch(/^3 alerts/);
    expect(linkedItems(summary?.embeds[0]?.description ?? '').toSorted()).toEqual(due.slice(2).toSorted());
  });

  it('is never exceeded in any hour; summaries count the alerts that they cannot name', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    await configureChannel(home, home.channelId, { hourly_limit: 1 });
    let sales = 0;
    for (let round = 0; round < 4; round += 1) {
      sales += sellFoxes(world, round === 2 ? 30 : 3).length;
      await bot.app.poll();
      await bot.log.until(round === 0 ? 'posted' : SUMMARY_PENDING, Math.max(1, round));
      world.clock.advance(25 * 60_000);
    }
    world.clock.advance(3 * HOUR_MS);
    await bot.app.poll();
    const messages = await untilSent(world, home.channelId, 3);
    const times = discord.messages(home.channelId).map(({ acceptedAtMs }) => acceptedAtMs);

    const counts = messages.map(({ embeds }) => {
      const summary = /^(\d+) alerts?/.exec(embeds[0]?.title ?? '')?.[1];
      return summary === undefined ? itemsPosted(embeds).length : Number(summary);
    });
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(sales);
    expect(times.slice(1).every((at, index) => at - (times[index] ?? 0) >= HOUR_MS)).toBe(true);
  });

  it('applies to this channel only, until it is reset', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const open = home.addChannel('open');
    await home.follow(home.channelId);
    await home.follow(open);
    await configureChannel(home, home.channelId, { hourly_limit: 1 });
    const due: string[] = [];
    for (let sale = 1; sale <= 3; sale += 1) {
      due.push(...sellFoxes(world, 1));
      await bot.app.poll();
      await untilSent(world, open, sale);
    }
    await bot.log.until(SUMMARY_PENDING);

    const reset = await configureChannel(home, home.channelId, { reset: 'limit' });
    const messages = await untilSent(world, home.channelId, 2);

    expect(reset).toContain('**Limit** none');
    expect(itemsPosted(world.embeds(open))).toEqual(due);
    expect(linkedItems(messages.at(1)?.embeds[0]?.description ?? '').toSorted()).toEqual(
      due.slice(1).toSorted(),
    );
  });
});
