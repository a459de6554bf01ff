import { describe, expect, it } from 'vitest';
import { configureChannel, messagesIn, untilSent } from '../../e2e/channels/channel.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';
import { launchFaultyBot } from './fault-injection.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
const FEED = '/api/activities';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TOLD_WITHIN_MS = 20_000;
/** Longer than the bot takes from one poll to the next. */
const SOME_POLLS_MS = 3_000;

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('a clock that leaps eight hours ahead and comes back', () => {
  it.each([
    ['in the same process', false],
    ['over a restart', true],
  ])('with a 429 in between neither mutes a channel nor expires what waits (%s)', async (_how, restart) => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    await using bot = await launchFaultyBot(world);
    await bot.log.until('ready');
    await home.follow(home.channelId);
    discord.faults.add({ do: 'rate-limit', retryAfterMs: 1_500 }, { ...POSTING, times: 3 });

    const due = sellFoxes(world, 3);
    await bot.log.until('message rejected temporarily');
    await bot.setClockAhead(8 * HOUR_MS);
    await bot.log.until('message rejected temporarily', 2);
    due.push(...sellFoxes(world, 2));
    await bot.log.until('message rejected temporarily', 3);
    await bot.setClockAhead(0);
    if (restart) {
      bot.kill('SIGTERM');
      await bot.exit;
    }
    await using _next = restart ? await launchFaultyBot(world) : null;
    due.push(...sellFoxes(world, 1));

    expect(itemsPosted(await world.untilPosted(home.channelId, due.length, TOLD_WITHIN_MS))).toEqual(due);
  });
});

describe('a clock that leaps two hours ahead and comes back', () => {
  it.each([
    ['nothing else', null],
    ['a poll that failed', { status: 500 }],
    ['a 429 of the marketplace', { tooMany: { retryAfter: 2, headers: true } }],
  ])('still reads the feed, with %s in between', async (_what, fault) => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    await using bot = await launchFaultyBot(world);
    await bot.log.until('ready');
    await home.follow(home.channelId);

    await bot.setClockAhead(2 * HOUR_MS);
    if (fault === null) await after(SOME_POLLS_MS);
    else {
      marketplace.faults.set(fault, FEED);
      await bot.log.until('poll of the feed failed');
      marketplace.faults.clear();
    }
    await bot.setClockAhead(0);
    const due = sellFoxes(world, 1);

    expect(itemsPosted(await world.untilPosted(home.channelId, 1, TOLD_WITHIN_MS))).toEqual(due);
  });

  it('with a ping in between pings again once the cool-down is over', async () => {
    await using world = await startBotWorld();
    const { home, discord, clock } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const { id: roleId } = discord.createRole({ guildId: home.guildId, name: 'whales', mentionable: true });
    await configureChannel(home, home.channelId, { ping_role: roleId, ping_cooldown: 10 });

    clock.set(2 * HOUR_MS);
    sellFoxes(world, 1);
    await bot.app.poll();
    await bot.log.until('posted');
    clock.set(-2 * HOUR_MS);
    clock.advance(11 * MINUTE_MS);
    sellFoxes(world, 1);
    await bot.app.poll();
    await untilSent(world, home.channelId, 2);

    expect(messagesIn(world, home.channelId).map(({ content }) => content)).toEqual([
      `<@&${roleId}>`,
      `<@&${roleId}>`,
    ]);
  });

  it('with messages in between leaves a channel its messages of the hour', async () => {
    await using world = await startBotWorld();
    const { home, clock } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    await configureChannel(home, home.channelId, { hourly_limit: 1 });

    clock.set(2 * HOUR_MS);
    const due = sellFoxes(world, 1);
    await bot.app.poll();
    await bot.log.until('posted');
    clock.set(-2 * HOUR_MS);
    clock.advance(61 * MINUTE_MS);
    due.push(...sellFoxes(world, 1));
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 2))).toEqual(due);
  });
});
