import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { messageRequests } from '../../support/message-requests.ts';
import { itemsPosted, itemsSold } from '../../support/posted-items.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
const RETRY_AFTER_MS = 250;
/** Longer than any request of the bot can still be under way. */
const REQUEST_LIFETIME_MS = 7_000;

describe('a message that Discord asks to send later', () => {
  it.concurrent.for(['user', 'shared', 'global'] as const)(
    'waits as long as requested, and is posted once (%s)',
    async (scope, { expect }) => {
      await using world = await startBotWorld();
      const bot = await world.start();
      await world.home.follow(world.home.channelId);
      const requests = messageRequests(world.discord);
      world.discord.faults.add(
        { do: 'rate-limit', scope, retryAfterMs: RETRY_AFTER_MS },
        { ...POSTING, times: 2 },
      );

      const due = itemsSold(world.marketplace.cause.sale());
      await bot.app.poll();

      expect(itemsPosted(await world.untilPosted(world.home.channelId, 1))).toEqual(due);
      const starts = requests.all.map(({ startedAt }) => startedAt);
      expect(starts).toHaveLength(3);
      for (const [index, start] of starts.slice(1).entries()) {
        expect(start - (starts[index] ?? 0)).toBeGreaterThanOrEqual(RETRY_AFTER_MS);
      }
    },
  );

  it('waits with a growing pause when no time is given', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    await world.home.follow(world.home.channelId);
    const requests = messageRequests(world.discord);
    world.discord.faults.add({ do: 'rate-limit', retryAfterMs: null }, { ...POSTING, times: 1 });

    const due = itemsSold(world.marketplace.cause.sale());
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(world.home.channelId, 1))).toEqual(due);
    expect(requests.all).toHaveLength(2);
  });

  it('does not hold other channels up when only its own channel is limited', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const free = home.addChannel('free');
    await home.follow(home.channelId);
    await home.follow(free);
    world.discord.faults.add(
      { do: 'rate-limit', scope: 'shared', retryAfterMs: 60_000 },
      { ...POSTING, where: ({ params }) => params['channelId'] === home.channelId },
    );

    const due = itemsSold(world.marketplace.cause.sale());
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(free, 1))).toEqual(due);
    expect(world.embeds(home.channelId)).toEqual([]);
  });
});

describe('a message whose first try got no answer, and whose second one Discord asks to send later', () => {
  it('waits as long as requested, also over a restart, and is there once', async () => {
    await using world = await startBotWorld({ nonceWindowMs: 60_000 });
    const { home, clock, marketplace } = world;
    const first = await world.start();
    await home.follow(home.channelId);
    const requests = messageRequests(world.discord);
    world.discord.faults.add({ do: 'process-then-reset' }, { ...POSTING, times: 1 });
    const due = itemsSold(marketplace.cause.sale());
    await first.app.poll();
    await first.log.until('no response to a message');
    world.discord.faults.add({ do: 'rate-limit', retryAfterMs: 40_000 }, { ...POSTING, times: 1 });
    clock.advance(REQUEST_LIFETIME_MS);
    await first.log.until('message rejected temporarily');
    await first[Symbol.asyncDispose]();

    clock.advance(20_000);
    const next = await world.start();
    const other = home.addChannel('other');
    await home.follow(other);
    const later = itemsSold(marketplace.cause.sale());
    await next.app.poll();
    await world.untilPosted(other, 1);
    const here = requests.all.filter(({ path }) => path.includes(home.channelId));
    expect(here.map(({ status }) => status)).toEqual([200, 429]);
    clock.advance(21_000);

    expect(itemsPosted(await world.untilPosted(home.channelId, 2))).toEqual([...due, ...later]);
  });
});

describe('a channel that gets more than Discord’s limit allows', () => {
  it('gets everything in order, and Discord has to say 429 hardly ever', async () => {
    const limit = { limit: 2, windowMs: 400 };
    await using world = await startBotWorld({
      rateLimits: { routes: { [`${POSTING.method} ${POSTING.route}`]: limit } },
    });
    const bot = await world.start();
    await world.home.follow(world.home.channelId);

    const due: string[] = [];
    for (let turn = 1; turn <= 7; turn += 1) {
      due.push(...itemsSold(world.marketplace.cause.sale()));
      await bot.app.poll();
      await world.untilPosted(world.home.channelId, turn);
    }

    expect(itemsPosted(world.embeds(world.home.channelId))).toEqual(due);
    expect(world.discord.messages(world.home.channelId)).toHaveLength(7);
    expect(world.discord.counts().byStatus[429] ?? 0).toBeLessThanOrEqual(1);
  });
});
