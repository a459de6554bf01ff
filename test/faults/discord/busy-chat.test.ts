import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { postChatter } from '../../support/chatter.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
const READING = { method: 'GET', route: '/channels/:channelId/messages' };
/** Longer than any request of the bot can still be under way. */
const REQUEST_LIFETIME_MS = 7_000;
/** Longer than the bot relies on Discord's memory of nonces. */
const PAST_THE_WINDOW_MS = MINUTE_MS + 1_000;

/** How often the messages of a channel were asked for, from now on. */
function countReads({ discord }: BotWorld): () => number {
  let reads = 0;
  discord.onRequest(({ method, route }) => {
    if (method === READING.method && route === READING.route) reads += 1;
  });
  return () => reads;
}

/** A bot that is killed while Discord has a message of it and has not answered. */
async function killedMidSend(fault: 'process-then-hang' | 'hang') {
  const world = await startBotWorld({ nonceWindowMs: MINUTE_MS });
  const { home, discord } = world;
  const bot = world.startProcess();
  await bot.log.until('ready');
  await home.follow(home.channelId);
  const arrived = Promise.withResolvers<void>();
  const over = discord.faults.add(
    { do: fault },
    {
      ...POSTING,
      where() {
        arrived.resolve();
        return true;
      },
    },
  );
  const due = sellFoxes(world, 1);
  await arrived.promise;
  bot.kill('SIGKILL');
  await bot.exit;
  over();
  return { world, due };
}

describe('a bot that was killed in the middle of a send and is started the next day, in a chat of 2,100 later messages', () => {
  it.each([
    ['Discord had taken the message', 'process-then-hang'],
    ['Discord had not taken it', 'hang'],
  ] as const)(
    'settles that message with a few reads and goes on: %s',
    async (_how, fault) => {
      const { world, due } = await killedMidSend(fault);
      await using _world = world;
      const { home, clock } = world;
      clock.advance(HOUR_MS);
      await postChatter(world, home.channelId, 2_100);
      clock.advance(DAY_MS);
      const reads = countReads(world);

      const next = await world.start();
      const later = sellFoxes(world, 1);
      await next.app.poll();

      expect(itemsPosted(await world.untilPosted(home.channelId, 2))).toEqual([...due, ...later]);
      expect(reads()).toBeLessThanOrEqual(3);
    },
    60_000,
  );
});

/** A message that is taken, and whose answer is lost. */
async function answerLost() {
  const world = await startBotWorld({ nonceWindowMs: MINUTE_MS });
  const bot = await world.start();
  await world.home.follow(world.home.channelId);
  const over = world.discord.faults.add({ do: 'process-then-reset' }, { ...POSTING, times: 1 });
  const due = sellFoxes(world, 1);
  await bot.app.poll();
  await bot.log.until('no response to a message');
  over();
  return { world, bot, due };
}

describe('a message whose answer was lost, where the right to read the channel is taken', () => {
  it('is not sent again because the history was empty: it may only look so', async () => {
    const { world, bot, due } = await answerLost();
    await using _world = world;
    const { home, clock, discord, applicationId } = world;
    // While the permission is checked, before the gateway has reported the message.
    discord.faults.add(
      { do: 'delay', beforeMs: 0 },
      {
        ...READING,
        times: 1,
        where() {
          discord.setOverwrite(home.channelId, {
            id: applicationId,
            type: 'member',
            deny: Bits.ReadMessageHistory,
          });
          return true;
        },
      },
    );
    clock.advance(REQUEST_LIFETIME_MS + PAST_THE_WINDOW_MS);
    await bot.log.until('delivery not verifiable');

    discord.removeOverwrite(home.channelId, applicationId);
    await home.admin.command('alerts list');
    clock.advance(PAST_THE_WINDOW_MS);
    const later = sellFoxes(world, 1);
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 2))).toEqual([...due, ...later]);
  });
});
