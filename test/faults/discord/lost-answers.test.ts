import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { FaultAction } from '../../../sandbox/discord/faults/faults.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { messageRequests } from '../../support/message-requests.ts';
import { itemsPosted, itemsSold } from '../../support/posted-items.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
/** Longer than any request of the bot can still be under way. */
const REQUEST_LIFETIME_MS = 7_000;
/** Longer than the bot relies on Discord's memory of nonces. */
const NONCE_WINDOW_MS = 60_000;

/** A world with a channel that follows everything, whose next message meets the fault. */
async function worldWith(fault: FaultAction) {
  const world = await startBotWorld({ nonceWindowMs: NONCE_WINDOW_MS });
  const bot = await world.start();
  await world.home.follow(world.home.channelId);
  world.discord.faults.add(fault, { ...POSTING, times: 1 });
  const requests = messageRequests(world.discord);
  const due = [...itemsSold(world.marketplace.cause.sale()), ...itemsSold(world.marketplace.cause.sale())];
  await bot.app.poll();
  await bot.log.until('no response to a message');
  return { world, bot, requests, due };
}

/** Whoever gets an answer knows that the bot has heard of everything that happened before. */
async function theBotHasHeard({ home }: BotWorld): Promise<void> {
  await home.admin.command('alerts list');
}

describe('a message without an answer', () => {
  it.each([
    ['the connection was reset after Discord took it', { do: 'process-then-reset' }],
    ['the connection was reset before Discord took it', { do: 'reset' }],
    ['the connection was closed in good order after Discord took it', { do: 'process-then-close' }],
    ['Discord answered 500 after taking it', { do: 'process-then-answer', status: 500 }],
    ['Discord answered 502 and HTML without taking it', { do: 'answer', status: 502, body: '<html>' }],
  ] as const)('is sent again with the same nonce and is there once: %s', async (_how, fault) => {
    const { world, bot, requests, due } = await worldWith(fault);
    await using _world = world;
    expect(requests.all).toHaveLength(1);

    world.clock.advance(REQUEST_LIFETIME_MS);
    await bot.log.until('posted');

    expect(itemsPosted(world.embeds(world.home.channelId))).toEqual(due);
    const nonces = requests.nonces();
    expect(nonces).toHaveLength(2);
    expect(nonces[1]).toBe(nonces[0]);
  });

  it('holds back what comes after it, so that the order stays', async () => {
    const { world, bot, requests, due } = await worldWith({ do: 'reset' });
    await using _world = world;

    const later = itemsSold(world.marketplace.cause.sale());
    await bot.app.poll();
    expect(requests.all).toHaveLength(1);
    world.clock.advance(REQUEST_LIFETIME_MS);

    expect(itemsPosted(await world.untilPosted(world.home.channelId, 3))).toEqual([...due, ...later]);
  });

  it('is looked for in the channel once Discord may have forgotten its nonce, and found', async () => {
    const { world, bot, requests, due } = await worldWith({ do: 'process-then-reset' });
    await using _world = world;

    world.clock.advance(NONCE_WINDOW_MS + 1_000);
    const later = itemsSold(world.marketplace.cause.sale());
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(world.home.channelId, 3))).toEqual([...due, ...later]);
    expect(new Set(requests.nonces()).size).toBe(2);
    expect(requests.all).toHaveLength(2);
  });

  it('is looked for in the channel, and sent when it is not there', async () => {
    const { world, due } = await worldWith({ do: 'reset' });
    await using _world = world;

    world.clock.advance(NONCE_WINDOW_MS + 1_000);

    expect(itemsPosted(await world.untilPosted(world.home.channelId, 2))).toEqual(due);
  });

  it('is never sent a second time where the channel may not be read: its channel waits for an admin', async () => {
    const { world, bot, due, requests } = await worldWith({ do: 'process-then-reset' });
    await using _world = world;
    world.discord.setOverwrite(world.home.channelId, {
      id: world.applicationId,
      type: 'member',
      deny: PermissionFlagsBits.ReadMessageHistory,
    });
    await theBotHasHeard(world);

    world.clock.advance(NONCE_WINDOW_MS + 1_000);
    await bot.log.until('delivery not verifiable');
    const later = itemsSold(world.marketplace.cause.sale());
    await bot.app.poll();
    world.clock.advance(NONCE_WINDOW_MS);
    await theBotHasHeard(world);
    expect(requests.nonces().slice(1)).not.toContain(requests.nonces()[0]);
    expect(itemsPosted(world.embeds(world.home.channelId))).toEqual(due);

    world.discord.removeOverwrite(world.home.channelId, world.applicationId);

    expect(itemsPosted(await world.untilPosted(world.home.channelId, 3))).toEqual([...due, ...later]);
  });

  it('is settled by the next start when the bot stops before it is', async () => {
    const { world, bot, due } = await worldWith({ do: 'process-then-reset' });
    await using _world = world;
    await bot[Symbol.asyncDispose]();

    world.clock.advance(REQUEST_LIFETIME_MS);
    const next = await world.start();
    await next.log.until('posted');

    expect(itemsPosted(world.embeds(world.home.channelId))).toEqual(due);
  });
});
