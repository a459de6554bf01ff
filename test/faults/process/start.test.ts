import { describe, expect, it } from 'vitest';
import { startBotChild } from '../../support/bot-child.ts';
import { FATAL } from '../../support/bot-log.ts';
import { startBotWorld } from '../../support/bot-world.ts';

/** The bot's exit status for what a restart does not mend. */
const NEEDS_OPERATOR = 78;

describe('a second bot on the same database', () => {
  it('is refused with status 78 and a clear error, and the first goes on', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const first = world.startProcess();
    await first.log.until('ready');
    await home.follow(home.channelId);

    const second = world.startProcess();

    expect(await second.exit).toEqual({ code: NEEDS_OPERATOR, signal: null });
    const [error, ...more] = second.log.lines.filter(({ level }) => level >= FATAL);
    expect(more).toEqual([]);
    expect(error).toMatchObject({
      code: 'STORE_IN_USE',
      msg: expect.stringMatching(/^Another Gavel is running on the database .+gavel\.db\.$/),
    });
    marketplace.cause.sale();
    expect(await world.untilPosted(home.channelId, 1)).toHaveLength(1);
  });
});

describe('wrong settings', () => {
  it('stop the start, each with variable, value and what is accepted, but never the token', async () => {
    await using bot = startBotChild({
      DISCORD_TOKEN: 'my secret token',
      MARKETPLACE_URL: 'ftp://market.example',
      POLL_SCHEDULE: 'now and then',
      CURRENCY_DECIMALS: '99',
      DATABASE_URL: 'db.sqlite',
    });

    expect(await bot.exit).toEqual({ code: NEEDS_OPERATOR, signal: null });
    const [error, ...more] = bot.log.lines;
    expect(more).toEqual([]);
    expect(error?.msg.split('\n').toSorted()).toEqual([
      expect.stringMatching(/^CURRENCY_DECIMALS \(given: "99"\): accepted is a whole number from 0 to 36/),
      expect.stringMatching(/^DATABASE_URL \(given: "db.sqlite"\): accepted is sqlite:/),
      expect.stringMatching(/^DISCORD_TOKEN \(what was given is kept secret\): accepted is a bot token/),
      expect.stringMatching(
        /^MARKETPLACE_URL \(given: "ftp:\/\/market.example"\): accepted is the http\(s\)/,
      ),
      expect.stringMatching(/^POLL_SCHEDULE \(given: "now and then"\): accepted is a cron expression/),
    ]);
    expect(JSON.stringify(bot.log.lines)).not.toContain('secret token');
  });

  it('stop the start when what is required is missing', async () => {
    await using bot = startBotChild({});

    expect(await bot.exit).toEqual({ code: NEEDS_OPERATOR, signal: null });
    expect(bot.log.lines.map(({ msg }) => msg)).toEqual([
      expect.stringMatching(/^DISCORD_TOKEN: is missing; .+\nMARKETPLACE_URL: is missing; /),
    ]);
  });

  it('stop the start when the database cannot be made where it is to be', async () => {
    await using world = await startBotWorld();
    const bot = world.startProcess({ DATABASE_URL: 'sqlite:/dev/null/gavel.db' });

    expect(await bot.exit).toEqual({ code: NEEDS_OPERATOR, signal: null });
    expect(bot.log.lines.at(-1)).toMatchObject({ level: FATAL, code: 'STORE_UNUSABLE' });
    expect(bot.log.lines.at(-1)?.msg).toContain('/dev/null/gavel.db');
  });
});
