import { describe, expect, it } from 'vitest';
import type { LocalDiscord } from '../../../sandbox/discord/local-discord.ts';
import { startBotWorld } from '../../support/bot-world.ts';

describe.concurrent('a gateway connection that breaks', () => {
  it('is resumed each time, and commands of that time are answered', async () => {
    await using world = await startBotWorld();
    const { discord, home } = world;
    const bot = await world.start();
    const breaks = [
      () => discord.gateway.dropAll(),
      () => discord.gateway.dropAll(4000),
      () => discord.gateway.askToReconnect(),
      () => discord.gateway.dropAll(),
    ];

    for (const [index, breakIt] of breaks.entries()) {
      breakIt();
      const reply = await home.admin.command('alerts list');
      expect(reply.message?.content).toContain('No alerts yet');
      await bot.log.until('gateway session resumed', index + 1);
    }

    expect(discord.gateway.resumes()).toBe(breaks.length);
    expect(discord.gateway.identifies()).toBe(1);
  });

  it('does not hold alerts up', async () => {
    await using world = await startBotWorld();
    const { discord, home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);

    discord.gateway.settings.refuseConnections = 1001;
    discord.gateway.dropAll();
    marketplace.cause.sale();
    await bot.app.poll();

    expect(await world.untilPosted(home.channelId, 1)).toHaveLength(1);
  });
});

describe.concurrent('a gateway session that Discord has forgotten', () => {
  it.for([
    [
      'reported on resuming',
      (discord: LocalDiscord) => {
        discord.gateway.forgetSessions();
        discord.gateway.dropAll(4000);
      },
    ],
    ['reported while connected', (discord: LocalDiscord) => discord.gateway.invalidateSessions(false)],
  ] as const)('is begun anew, with the same commands (%s)', async ([_how, forget], { expect }) => {
    await using world = await startBotWorld();
    const { discord, home } = world;
    await world.start();

    // discord.js lets five seconds pass between identifies.
    forget(discord);
    await expect.poll(() => discord.gateway.identifies(), { timeout: 10_000 }).toBe(2);

    const reply = await home.admin.command('alerts list');
    expect(reply.message?.content).toContain('No alerts yet');
  });
});

describe.concurrent('a Discord that does not answer at the start', () => {
  it.each([
    ['resets every connection', { do: 'reset' }],
    ['answers 503', { do: 'answer', status: 503, body: '<html>upstream</html>' }],
  ] as const)('(%s) is waited for; the log says so once', async (_how, fault) => {
    await using world = await startBotWorld();
    const { discord, home } = world;
    const recovered = discord.faults.add(fault);
    const bot = await world.startWithoutWaiting();
    await bot.log.until('gateway information not read');

    recovered();
    await bot.app.ready;

    expect(bot.log.linesWith('gateway information not read')).toHaveLength(1);
    const reply = await home.admin.command('alerts list');
    expect(reply.message?.content).toContain('No alerts yet');
  });

  it('does not keep the bot from polling the feed: what is sold meanwhile is posted later', async () => {
    await using world = await startBotWorld();
    const { discord, home, marketplace } = world;
    const before = await world.start();
    await home.follow(home.channelId);
    await before[Symbol.asyncDispose]();

    const recovered = discord.faults.add({ do: 'reset' });
    const bot = await world.startWithoutWaiting();
    marketplace.cause.sale();
    await bot.app.poll();
    recovered();
    await bot.app.ready;
    world.clock.advance(60_000);

    expect(await world.untilPosted(home.channelId, 1)).toHaveLength(1);
  });
});
