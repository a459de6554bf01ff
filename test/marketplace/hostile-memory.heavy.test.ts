import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startBotWorld } from '../support/bot-world.ts';
import { startHostileMarketplace } from '../support/hostile-marketplace.ts';
import { cases } from '../support/thorough.ts';

/** What V8 takes in a container of 512 MB. */
const HEAP = '--max-old-space-size=256';
/** In a minute all lists are read, and those of the feed and of the auctions several times more. */
const LASTS_MS = cases(20_000, 60_000);
const SLOW_MACHINE_MS = 120_000;
const TIMEOUT_MS = 300_000;

it(
  'a marketplace whose three lists never end, of the longest texts, leaves the bot alive in a heap of 256 MB',
  async () => {
    await using world = await startBotWorld();
    await using hostile = await startHostileMarketplace();
    const bot = world.startProcess({ MARKETPLACE_URL: hostile.url, NODE_OPTIONS: HEAP, LOG_LEVEL: 'info' });
    await bot.log.until('ready');
    await world.home.follow(world.home.channelId);
    const endsAt = Date.now() + LASTS_MS;
    const ended = bot.exit.then((exit) => Promise.reject(new Error(`It ended: ${JSON.stringify(exit)}`)));

    // Each list was read and kept, as far as there is room.
    const collections = await Promise.race([
      bot.log.until('collection list over the limit; the rest left out'),
      ended,
    ]);
    expect(collections['known']).toBeGreaterThan(1_000);
    const auctions = await Promise.race([
      bot.log.until('too many auctions; those over the limit not tracked'),
      ended,
    ]);
    expect(auctions['leftOut']).toBeGreaterThan(1e8);
    await Promise.race([world.untilPosted(world.home.channelId, 1, TIMEOUT_MS), ended]);

    await Promise.race([delay(Math.max(0, endsAt - Date.now())), ended]);
    const areRead = async (list: string, least: number): Promise<void> => {
      await expect
        .poll(() => hostile.pages.get(list) ?? 0, { timeout: SLOW_MACHINE_MS, interval: 1_000 })
        .toBeGreaterThan(least);
    };
    await Promise.race([areRead('/api/auctions', 10), ended]);
    await Promise.race([areRead('/api/activities', 5), ended]);
    const health = await world.home.admin.command('alerts health');
    expect(health.outcome).toBe('message');
    const shown = JSON.stringify(health);
    const watched = /following ([\d,]+) auctions/.exec(shown)?.[1]?.replaceAll(',', '');
    expect(Number(watched)).toBeGreaterThan(1_000);
    expect(shown).toContain('are over the limit');
  },
  TIMEOUT_MS,
);
