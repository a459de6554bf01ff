import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { titlesIn, untilMessages } from '../../support/channel-reading.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';
import { launchFaultyBot } from './fault-injection.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
const MINUTE_MS = 60_000;
const JUMP_MS = 10 * MINUTE_MS;
const TOLD_WITHIN_MS = 20_000;

describe('a clock that is set while the bot runs', () => {
  it.each([
    ['ten minutes forward', JUMP_MS],
    ['ten minutes back', -JUMP_MS],
  ])('%s makes nothing late, lost or twice', async (_how, ms) => {
    await using world = await startBotWorld();
    const { home } = world;
    await using bot = await launchFaultyBot(world);
    await bot.log.until('ready');
    await home.follow(home.channelId);
    const due = sellFoxes(world, 2);
    await world.untilPosted(home.channelId, due.length);

    await bot.setClockAhead(ms);
    due.push(...sellFoxes(world, 2));
    await world.untilPosted(home.channelId, due.length);
    await bot.setClockAhead(0);
    due.push(...sellFoxes(world, 2));

    expect(itemsPosted(await world.untilPosted(home.channelId, due.length))).toEqual(due);
  });

  it.each([
    ['was taken', { do: 'process-then-reset' }],
    ['was not taken', { do: 'reset' }],
  ] as const)(
    'ten minutes back after the answer to a message that %s was lost: posted once, and not late',
    async (_how, fault) => {
      await using world = await startBotWorld();
      const { home, discord } = world;
      await using bot = await launchFaultyBot(world);
      await bot.log.until('ready');
      await home.follow(home.channelId);
      discord.faults.add(fault, { ...POSTING, times: 1 });

      const due = sellFoxes(world, 1);
      await bot.log.until('no response to a message');
      await bot.setClockAhead(-JUMP_MS);
      due.push(...sellFoxes(world, 1));

      expect(itemsPosted(await world.untilPosted(home.channelId, 2, TOLD_WITHIN_MS))).toEqual(due);
    },
  );

  it('back after an auction’s end was announced announces it no second time', async () => {
    await using world = await startBotWorld();
    const { home, marketplace, clock } = world;
    const bot = await world.start();
    await home.subscribe(home.channelId, { alerts: 'auctions ending soon' });
    marketplace.cause.auction({ endsInMs: 25 * MINUTE_MS });
    await bot.app.poll();

    clock.advance(JUMP_MS);
    await bot.app.poll();
    expect(titlesIn(world, home.channelId)).toEqual([]);
    clock.advance(JUMP_MS);
    await untilMessages(world, home.channelId, 1);
    clock.advance(-JUMP_MS);
    await bot.app.poll();
    clock.advance(JUMP_MS);
    await bot.app.poll();

    expect(titlesIn(world, home.channelId)).toHaveLength(1);
  });
});
