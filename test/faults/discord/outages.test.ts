import { describe, expect, it } from 'vitest';
import type { FaultAction } from '../../../sandbox/discord/faults/faults.ts';
import { createRandom } from '../../../sandbox/marketplace/random/random.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';

/** Posting messages, and reading them back. */
const MESSAGES = { route: '/channels/:channelId/messages' };
const TURNS = 20;
const TURN_MS = 15_000;

/** For five minutes a fox is sold every fifteen seconds; answers what was sold. */
async function fiveMinutes(world: BotWorld, poll: () => Promise<void>): Promise<string[]> {
  const due: string[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    due.push(...sellFoxes(world, 1));
    await poll();
    world.clock.advance(TURN_MS);
  }
  return due;
}

/** Titles of the messages in a channel; each call lets a second pass first. */
function later(world: BotWorld, channelId: string) {
  return () => {
    world.clock.advance(1_000);
    return itemsPosted(world.embeds(channelId));
  };
}

const outages: readonly (readonly [string, FaultAction])[] = [
  ['answers 500 and takes nothing', { do: 'answer', status: 500 }],
  ['answers 500 and takes what it is sent', { do: 'process-then-answer', status: 500 }],
  ['answers 502 and HTML', { do: 'answer', status: 502, body: '<html>bad gateway</html>' }],
  ['answers 200 and HTML', { do: 'answer', status: 200, body: '<html>hello</html>' }],
  ['answers 200 and HTML to what it takes', { do: 'process-then-answer', status: 200, body: '<html>' }],
  ['answers 403 and the page of its gatekeeper', { do: 'answer', status: 403, body: '<html>banned</html>' }],
  ['answers 429 and HTML', { do: 'answer', status: 429, body: '<html>slow down</html>' }],
  ['answers 429 to all without a time', { do: 'rate-limit', scope: 'global', retryAfterMs: null }],
  ['resets every connection', { do: 'reset' }],
  ['resets every connection after taking what it is sent', { do: 'process-then-reset' }],
  ['ends every connection in good order without an answer', { do: 'process-then-close' }],
];

describe('a Discord that', () => {
  it.for(outages)('%s for five minutes has everything posted once and in order', async ([, fault]) => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const other = home.addChannel('other');
    await home.follow(home.channelId);
    await home.follow(other);
    const over = discord.faults.add(fault, MESSAGES);

    const due = await fiveMinutes(world, bot.app.poll);
    over();
    for (const channel of [home.channelId, other]) {
      await expect.poll(later(world, channel), { timeout: 30_000 }).toEqual(due);
    }
    due.push(...sellFoxes(world, 1));
    await bot.app.poll();
    for (const channel of [home.channelId, other]) {
      await expect.poll(later(world, channel), { timeout: 30_000 }).toEqual(due);
    }
  });

  it.for([1, 2, 3])(
    'fails in every way by turns for five minutes has everything posted once and in order (%i)',
    async (seed) => {
      await using world = await startBotWorld();
      const { home, discord } = world;
      const bot = await world.start();
      const channels = [home.channelId, home.addChannel('second'), home.addChannel('third')];
      for (const channel of channels) await home.follow(channel);
      const random = createRandom(`faults:${seed}`);
      for (const [, fault] of outages)
        discord.faults.add(fault, { ...MESSAGES, where: () => random.chance(0.07) });

      const due = await fiveMinutes(world, bot.app.poll);
      for (const channel of channels) {
        await expect.poll(later(world, channel), { timeout: 30_000 }).toEqual(due);
      }
      discord.faults.clear();
      due.push(...sellFoxes(world, 1));
      await bot.app.poll();
      for (const channel of channels) {
        await expect.poll(later(world, channel), { timeout: 30_000 }).toEqual(due);
      }
    },
  );
});

describe('requests that Discord refuses', () => {
  it('stay few while it refuses for five minutes: a ban is ten thousand in ten', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    discord.faults.add({ do: 'rate-limit', scope: 'global', retryAfterMs: null }, MESSAGES);

    await fiveMinutes(world, bot.app.poll);

    expect(discord.counts().byStatus[429] ?? 0).toBeLessThanOrEqual(100);
  });
});
