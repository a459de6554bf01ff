import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { messageRequests } from '../../support/message-requests.ts';
import { itemsPosted, itemsSold } from '../../support/posted-items.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };

// Real patience is tested here, in real time, so all of it at once.
describe.concurrent('what never gets an answer', { timeout: 40_000 }, () => {
  it.each([
    ['taken by Discord', { do: 'process-then-hang' }],
    ['not taken', { do: 'hang' }],
    ['taken late, when nobody waits any more', { do: 'delay', beforeMs: 6_500 }],
  ] as const)(
    'is a message (%s): it is given up after six seconds, and settled by asking Discord; others go on meanwhile',
    async (_how, fault) => {
      await using world = await startBotWorld();
      const { home, discord } = world;
      const bot = await world.start();
      const other = home.addChannel('other');
      await home.follow(home.channelId);
      await home.follow(other);
      const requests = messageRequests(discord);
      discord.faults.add(fault, {
        ...POSTING,
        times: 1,
        where: ({ params }) => params['channelId'] === home.channelId,
      });

      const due = itemsSold(world.marketplace.cause.sale());
      await bot.app.poll();
      expect(itemsPosted(await world.untilPosted(other, 1))).toEqual(due);
      await bot.log.until('no response to a message');
      world.clock.advance(7_000);
      await bot.log.until('posted', 2);

      expect(itemsPosted(world.embeds(home.channelId))).toEqual(due);
      expect(requests.all.length).toBeGreaterThanOrEqual(2);
    },
  );

  it('is the marketplace, asked for a collection: the asker sees “thinking” within 3 s, then one friendly sentence', async () => {
    await using world = await startBotWorld();
    await world.start();
    world.marketplace.faults.set({ latencyMs: 12_000 }, '/api/collections/*');

    const reply = await world.home.member.command('collection info', { collection: 'lantern-foxes' });

    expect(reply.acknowledgedAfterMs).toBeLessThan(3_000);
    expect(reply.message?.content).toBe('The marketplace is not responding. Try again in a minute.');
    expect(reply.answeredAfterMs).toBeGreaterThan(3_000);
  });

  it('is the feed: the poll is given up, the log says so once, and the sales are posted later', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    marketplace.faults.set({ latencyMs: 12_000, times: 1 }, '/api/activities');

    const due = itemsSold(marketplace.cause.sale());
    await bot.app.poll();
    expect(bot.log.linesWith('poll of the feed failed')).toHaveLength(1);
    world.clock.advance(61_000);
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
  });

  it('is the token list: a sale is posted without details after three seconds', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    marketplace.faults.set({ latencyMs: 12_000 }, '/api/tokens/*');

    const began = performance.now();
    const due = itemsSold(marketplace.cause.sale());
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
    expect(performance.now() - began).toBeLessThan(11_000);
  });

  it('is the marketplace, slow for a collection: the asker sees “thinking”, then the collection', async () => {
    await using world = await startBotWorld();
    await world.start();
    world.marketplace.faults.set({ latencyMs: 3_500 }, '/api/collections/*');

    const reply = await world.home.member.command('collection info', { collection: 'lantern-foxes' });

    expect(reply.acknowledgedAfterMs).toBeLessThan(3_000);
    expect(reply.message?.embeds[0]?.title).toBe('Lantern Foxes ✓');
  });
});
