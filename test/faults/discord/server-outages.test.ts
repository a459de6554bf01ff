import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';

const MISSING_ACCESS = { do: 'answer', status: 403, code: 50_001 } as const;

describe('a server that is out of order', () => {
  it('delays no other server, and goes on by itself when it is back', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const away = world.addServer('away');
    const bot = await world.start();
    await home.follow(home.channelId);
    await away.follow(away.channelId);
    discord.setGuildUnavailable(away.guildId, true);
    const over = discord.faults.add(MISSING_ACCESS, {
      method: 'POST',
      where: ({ params }) => params['channelId'] === away.channelId,
    });

    const due = sellFoxes(world, 2);
    await bot.app.poll();
    expect(itemsPosted(await world.untilPosted(home.channelId, 2))).toEqual(due);
    await bot.log.until('channel rejects messages');
    over();
    discord.setGuildUnavailable(away.guildId, false);

    expect(itemsPosted(await world.untilPosted(away.channelId, 2))).toEqual(due);
  });

  it('from before the start on delays the others only briefly, and gets what was due once it is back', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const before = await world.start();
    await home.follow(home.channelId);
    await before[Symbol.asyncDispose]();
    discord.setGuildUnavailable(home.guildId, true);
    const over = discord.faults.add(MISSING_ACCESS, {
      method: 'POST',
      where: ({ params }) => params['channelId'] === home.channelId,
    });

    const began = performance.now();
    const bot = await world.start();
    expect(performance.now() - began).toBeLessThan(10_000);
    const due = sellFoxes(world, 2);
    await bot.app.poll();
    await bot.log.until('channel rejects messages');
    over();
    discord.setGuildUnavailable(home.guildId, false);

    expect(itemsPosted(await world.untilPosted(home.channelId, 2))).toEqual(due);
  });
});

describe('a gateway connection that is dead and does not say so', () => {
  it('is given up and resumed, and alerts are posted meanwhile', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const { settings } = discord.gateway;
    settings.heartbeatIntervalMs = 1_000;
    settings.answerHeartbeats = false;
    const bot = await world.startWithoutWaiting();
    await bot.app.ready;
    await home.follow(home.channelId);
    const due = sellFoxes(world, 1);
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
    await expect.poll(() => discord.gateway.resumes()).toBeGreaterThan(0);
    settings.answerHeartbeats = true;
    const reply = await home.admin.command('help');
    expect(reply.message).not.toBeNull();
  });
});
