import { expect, it } from 'vitest';
import { createRandom } from '../../../sandbox/marketplace/random/random.ts';
import { describeEachDatabase } from '../../store/database/each-database.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted, itemsSold } from '../../support/posted-items.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
const SEED = 'killed';
const KILLS = 5;
/** From its start to its death: sometimes before the bot is online, sometimes in the middle of posting. */
const LIVES_MS = { from: 500, to: 2_500 };
const A_SALE_EVERY_MS = 250;
/** So few that no channel ever lags so far that it is summed up, on a slow machine either: each sale is to be seen by itself. */
const MAX_SALES = 28;
/** Enough for a message without an answer to be asked about again. */
const DRAINED_WITHIN_MS = 30_000;

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describeEachDatabase('a bot that is killed again and again while the market is busy', (kind) => {
  it('has posted every sale once and in order in every channel', async () => {
    const random = createRandom(SEED);
    await using place = await kind.create({ isEmpty: true });
    await using world = await startBotWorld();
    const startBot = () => world.startProcess({ DATABASE_URL: place.url });
    const { home, marketplace, discord } = world;
    const other = world.addServer('other');
    const foxes = home.addChannel('foxes');
    const first = startBot();
    await first.log.until('ready');
    await home.follow(home.channelId);
    await home.follow(foxes, 'lantern-foxes');
    await other.follow(other.channelId);
    discord.faults.add({ do: 'delay', beforeMs: 50, afterMs: 150 }, POSTING);

    let caused = 0;
    const market = setInterval(() => {
      if (caused < MAX_SALES) marketplace.cause.sale();
      caused += 1;
    }, A_SALE_EVERY_MS);
    try {
      let bot = first;
      for (let kill = 0; kill < KILLS; kill += 1) {
        await after(LIVES_MS.from + random.next() * (LIVES_MS.to - LIVES_MS.from));
        bot.kill('SIGKILL');
        expect(await bot.exit).toEqual({ code: null, signal: 'SIGKILL' });
        bot = startBot();
      }
    } finally {
      clearInterval(market);
    }

    const sales = marketplace.ledger.records().filter(({ kind, history }) => kind === 'sale' && !history);
    const foxSales = sales.filter(({ tokenName }) => tokenName.startsWith('Lantern Fox'));
    for (const [channel, due] of [
      [home.channelId, sales],
      [foxes, foxSales],
      [other.channelId, sales],
    ] as const) {
      await world.untilPosted(channel, due.length, DRAINED_WITHIN_MS);
    }
    expect(sales.length).toBeGreaterThan(20);
    expect(itemsPosted(world.embeds(home.channelId))).toEqual(itemsSold(sales));
    expect(itemsPosted(world.embeds(foxes))).toEqual(itemsSold(foxSales));
    expect(itemsPosted(world.embeds(other.channelId))).toEqual(itemsSold(sales));
  });
});
