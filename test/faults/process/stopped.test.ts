import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';
import { launchFaultyBot } from './fault-injection.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
const NONCE_WINDOW_MS = 60_000;
/** Beyond the time that the bot gives a request, so that it gives this one up when it goes on. */
const REALLY_STOPPED_MS = 6_500;

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('a process that is stopped for longer than Discord knows a nonce, and continued', () => {
  it.each([
    ['was taken', { do: 'process-then-hang' }],
    ['was not taken', { do: 'hang' }],
  ] as const)(
    'with a message under way that %s posts it once, and what follows in order',
    async (_how, fault) => {
      await using world = await startBotWorld({ nonceWindowMs: NONCE_WINDOW_MS });
      const { home, discord, clock } = world;
      await using bot = await launchFaultyBot(world);
      await bot.log.until('ready');
      await home.follow(home.channelId);
      const arrived = Promise.withResolvers<void>();
      discord.faults.add(fault, {
        ...POSTING,
        times: 1,
        where() {
          arrived.resolve();
          return true;
        },
      });

      const due = sellFoxes(world, 1);
      await arrived.promise;
      bot.kill('SIGSTOP');
      await bot.setClockAhead(NONCE_WINDOW_MS + 10_000);
      clock.advance(NONCE_WINDOW_MS + 10_000);
      due.push(...sellFoxes(world, 2));
      await after(REALLY_STOPPED_MS);
      bot.kill('SIGCONT');

      expect(itemsPosted(await world.untilPosted(home.channelId, due.length, 20_000))).toEqual(due);
      bot.kill('SIGTERM');
      await bot.exit;
      expect(itemsPosted(world.embeds(home.channelId))).toEqual(due);
    },
  );
});
