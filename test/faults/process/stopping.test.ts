import { describe, expect, it } from 'vitest';
import { startTcpProxy } from '../../../sandbox/cluster/tcp-proxy.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { messageRequests } from '../../support/message-requests.ts';
import { itemsPosted, itemsSold } from '../../support/posted-items.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
/** What a supervisor gives a process before it kills it, with room to spare. */
const STOPS_WITHIN_MS = 15_000;

async function timed<T>(work: Promise<T>): Promise<{ readonly result: T; readonly ms: number }> {
  const began = performance.now();
  return { result: await work, ms: performance.now() - began };
}

describe.concurrent('a bot that is asked to stop', () => {
  it('in the middle of a burst ends in good order, and its successor goes on where it was', async () => {
    await using world = await startBotWorld();
    const { home, marketplace, discord } = world;
    const bot = world.startProcess();
    await bot.log.until('ready');
    await home.follow(home.channelId);
    discord.faults.add({ do: 'delay', beforeMs: 500, afterMs: 500 }, POSTING);
    const requests = messageRequests(discord);

    // Fewer than would be summed up.
    const due = Array.from({ length: 28 }).flatMap(() => itemsSold(marketplace.cause.sale()));
    await requests.until(1);
    bot.kill('SIGTERM');
    const { result, ms } = await timed(bot.exit);
    const postedBefore = world.embeds(home.channelId).length;
    due.push(...itemsSold(marketplace.cause.sale()));
    world.startProcess();

    expect(result).toEqual({ code: 0, signal: null });
    expect(ms).toBeLessThan(STOPS_WITHIN_MS);
    expect(bot.log.linesWith('stopped')).toHaveLength(1);
    expect(postedBefore).toBeLessThan(28);
    expect(itemsPosted(await world.untilPosted(home.channelId, 29))).toEqual(due);
    expect(new Set(requests.nonces()).size).toBe(requests.all.length);
  });

  it('while Discord does not answer leaves that message to its successor, which finds it posted', async () => {
    await using world = await startBotWorld();
    const { home, marketplace, discord } = world;
    const bot = world.startProcess();
    await bot.log.until('ready');
    await home.follow(home.channelId);
    discord.faults.add({ do: 'process-then-hang' }, { ...POSTING, times: 1 });

    const due = [...itemsSold(marketplace.cause.sale())];
    await world.untilPosted(home.channelId, 1);
    bot.kill('SIGTERM');
    const { result, ms } = await timed(bot.exit);
    due.push(...itemsSold(marketplace.cause.sale()));
    const next = world.startProcess();
    await next.log.until('ready');
    await next.log.until('posted', 2);

    expect(result).toEqual({ code: 0, signal: null });
    expect(ms).toBeLessThan(STOPS_WITHIN_MS);
    expect(itemsPosted(world.embeds(home.channelId))).toEqual(due);
  });

  it('while the marketplace does not answer ends at once', async ({ expect }) => {
    await using world = await startBotWorld();
    const bot = world.startProcess();
    await bot.log.until('ready');
    world.marketplace.faults.set({ latencyMs: 12_000 });
    const before = world.marketplace.requests.total;
    await expect.poll(() => world.marketplace.requests.total, { timeout: 5_000 }).toBeGreaterThan(before);

    bot.kill('SIGTERM');
    const { result, ms } = await timed(bot.exit);

    expect(result).toEqual({ code: 0, signal: null });
    expect(ms).toBeLessThan(5_000);
  });

  it('while it still loads ends in good order', async () => {
    await using world = await startBotWorld();
    const bot = world.startProcess({}, new URL('./stopped-while-loading.ts', import.meta.url));

    expect(await bot.exit).toEqual({ code: 0, signal: null });
    expect(bot.log.linesWith('stopped')).toHaveLength(1);
  });

  it('ends at once while its connection to the gateway leads nowhere, and says what was left open', async () => {
    await using world = await startBotWorld();
    const { port } = new URL(world.discord.apiUrl);
    await using proxy = await startTcpProxy(Number(port));
    const bot = world.startProcess({
      DISCORD_API_URL: world.discord.apiUrl.replace(`:${port}`, `:${proxy.port}`),
    });
    await bot.log.until('ready');
    proxy.set('swallow');

    bot.kill('SIGTERM');
    const { result, ms } = await timed(bot.exit);

    expect(result).toEqual({ code: 0, signal: null });
    expect(ms).toBeLessThan(5_000);
    expect(bot.log.linesWith('stopped')).toHaveLength(1);
    expect(bot.log.linesWith('left open')).toHaveLength(1);
  });

  it('before it is online ends at once', async () => {
    await using world = await startBotWorld();
    world.discord.faults.add({ do: 'hang' });
    const bot = world.startProcess();
    await bot.log.until('first poll of the feed');

    bot.kill('SIGINT');

    expect(await bot.exit).toEqual({ code: 0, signal: null });
  });
});
