import { describe, expect, it } from 'vitest';
import { crawlCommands } from './crawler.ts';
import { startLimitsWorld } from './limits-world.ts';

const SECONDS = 1_000;
/** Fewer would mean that the crawl did not get beyond the first answers. */
const MIN_STEPS = 100;
/** Rate limits and missing permissions are no answers that are too long. */
const BAD_REQUEST = 400;

describe('every command, and everything behind it, at the limits of the bot', () => {
  it(
    'is answered with what Discord takes',
    async () => {
      await using crawl = await startLimitsWorld();
      const { world, bot, of, texts, prepare } = crawl;
      const { home, clock, discord } = world;
      const refused: string[] = [];
      let where = '';
      discord.onRequest(({ status, method, route, responseBody }) => {
        if (status === BAD_REQUEST)
          refused.push(`${where}: ${method} ${route} ${JSON.stringify(responseBody)}`);
      });
      const taken = await crawlCommands(home.admin, {
        clock,
        of,
        texts,
        prepare,
        doing(_command, what) {
          where = what.slice(0, 300);
        },
      });

      expect(refused).toEqual([]);
      expect(taken.length).toBeGreaterThan(MIN_STEPS);
      const failures = bot.log.lines.filter(({ msg }) => msg === 'command failed');
      expect(failures).toEqual([]);
    },
    900 * SECONDS,
  );
});
