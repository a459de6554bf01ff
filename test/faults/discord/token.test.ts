import { describe, expect, it } from 'vitest';
import type { BotChild } from '../../support/bot-child.ts';
import { FATAL } from '../../support/bot-log.ts';
import { startBotWorld } from '../../support/bot-world.ts';

/** The bot's exit status for what a restart does not mend. */
const NEEDS_OPERATOR = 78;

/** How the process ended, and the fatal lines of its log. */
async function endOf(bot: BotChild) {
  const { code } = await bot.exit;
  return { code, fatal: bot.log.lines.filter(({ level }) => level >= FATAL).map(({ msg }) => msg) };
}

const GIVEN_UP = {
  code: NEEDS_OPERATOR,
  fatal: [expect.stringMatching(/Discord refuses the token.*DISCORD_TOKEN/)],
};

describe('a token that Discord refuses', () => {
  it('from the start: the bot ends with status 78 and says what to set', async () => {
    await using world = await startBotWorld();
    const bot = world.startProcess({ DISCORD_TOKEN: 'bm9ib2R5.Zm9v.YmFy-not_the_right_one' });

    expect(await endOf(bot)).toEqual(GIVEN_UP);
    // The request, and the question whether it was the token.
    expect(world.discord.counts().byStatus[401]).toBe(2);
    expect(JSON.stringify(bot.log.lines)).not.toContain('not_the_right_one');
  });

  it('from the start, without the marketplace either: the log has no stack trace', async () => {
    await using world = await startBotWorld();
    world.marketplace.faults.set({ drop: true });
    // Otherwise the refusal may end the process before it has asked the marketplace.
    const endOutage = world.discord.faults.add({ do: 'answer', status: 503 });
    const bot = world.startProcess({ DISCORD_TOKEN: 'bm9ib2R5.Zm9v.YmFy-not_the_right_one' });
    await bot.log.until('poll of the feed failed');
    endOutage();

    expect(await endOf(bot)).toEqual(GIVEN_UP);
    expect(JSON.stringify(bot.log.lines)).not.toMatch(/\n\s+at /);
  });

  it('while it posts: the bot ends with status 78 and calls no more', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = world.startProcess();
    await bot.log.until('ready');
    const channels = [
      home.channelId,
      ...Array.from({ length: 5 }, (_, number) => home.addChannel(`c${number}`)),
    ];
    for (const channel of channels) await home.follow(channel);

    world.discord.revokeToken(world.applicationId);
    world.marketplace.cause.sale();

    expect(await endOf(bot)).toEqual(GIVEN_UP);
    expect(world.discord.counts().byStatus[401]).toBeLessThanOrEqual(channels.length + 1);
  });

  it('at the gateway, long after the login: the bot ends with status 78', async () => {
    await using world = await startBotWorld();
    const bot = world.startProcess();
    await bot.log.until('ready');

    world.discord.revokeToken(world.applicationId);
    world.discord.gateway.dropAll(4004);

    expect(await endOf(bot)).toEqual(GIVEN_UP);
  });
});

describe('a token that is renewed', () => {
  it('loses nothing of what the old one could not post', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const renewed = world.discord.renewToken(world.applicationId);
    world.marketplace.cause.sale();
    await bot.app.poll();
    expect((await bot.app.failed).code).toBe('DISCORD_UNAUTHORIZED');
    await bot[Symbol.asyncDispose]();

    await world.start({ DISCORD_TOKEN: renewed });

    expect(await world.untilPosted(home.channelId, 1)).toHaveLength(1);
  });
});
