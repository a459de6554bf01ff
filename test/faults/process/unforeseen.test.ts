import { describe, expect, it } from 'vitest';
import { FATAL } from '../../support/bot-log.ts';
import { startBotWorld } from '../../support/bot-world.ts';

const PROGRAM = new URL('../../support/bot-with-uncaught-errors.ts', import.meta.url);
/** sysexits: EX_SOFTWARE. A supervisor starts the bot again. */
const BROKE = 70;

describe('an unexpected error', () => {
  it.each([
    ['thrown outside of everything', 'SIGHUP'],
    ['of a promise that nobody waits for', 'SIGCONT'],
  ] as const)('%s is in the log without secrets, and ends the bot with status 70', async (_how, signal) => {
    await using world = await startBotWorld();
    const bot = world.startProcess({}, PROGRAM);
    await bot.log.until('ready');

    bot.kill(signal);

    expect(await bot.exit).toEqual({ code: BROKE, signal: null });
    const fatal = bot.log.lines.filter(({ level }) => level >= FATAL);
    expect(fatal).toHaveLength(1);
    expect(fatal[0]).toMatchObject({
      msg: 'unexpected error, exiting',
      err: {
        message: 'broke while it held [secret]',
        stack: expect.stringContaining('bot-with-uncaught-errors'),
      },
    });
    expect(JSON.stringify(bot.log.lines)).not.toContain(world.token);
  });
});
