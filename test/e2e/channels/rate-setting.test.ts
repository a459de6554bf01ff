import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';

const CHANNELS = 40;
const LIMIT = 20;

describe('a token with another limit than Discord’s usual one', () => {
  it('is not refused for it where the setting says so', async () => {
    await using world = await startBotWorld({ rateLimits: { globalPerSecond: LIMIT } });
    const { home, marketplace, discord } = world;
    const bot = await world.start({ DISCORD_REQUESTS_PER_SECOND: String(LIMIT) });
    const channels = Array.from({ length: CHANNELS }, (_unused, number) => home.addChannel(`c${number}`));
    for (const channelId of channels) {
      await home.follow(channelId);
      world.clock.advance(60_000);
    }
    const before = discord.counts().tooMany.global;

    marketplace.cause.sale();
    await bot.app.poll();
    for (const channelId of channels) await world.untilPosted(channelId, 1, 30_000);

    expect(discord.counts().tooMany.global - before).toBe(0);
  }, 60_000);
});
