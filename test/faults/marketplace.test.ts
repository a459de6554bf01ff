import { describe, expect, it } from 'vitest';
import type { FaultSpec } from '../../sandbox/marketplace/faults/spec.ts';
import { WARN } from '../support/bot-log.ts';
import { type Bot, type BotWorld, startBotWorld } from '../support/bot-world.ts';
import { itemsPosted, itemsSold } from '../support/posted-items.ts';

/** Longer than the bot ever leaves a failing marketplace alone of its own accord. */
const LONGEST_PAUSE_MS = 61_000;
/** Beyond this, what an empty feed shows later cannot be news: the bot's clock and the chain's differ by less. */
const CLOCKS_MAY_DIFFER_MS = 11 * 60_000;
const TROUBLE = 'poll of the feed failed';
const RECOVERY = 'poll of the feed recovered';
const FIRST_POLL = 'first poll of the feed done';

const troubles: readonly (readonly [string, FaultSpec])[] = [
  ['drops every connection', { drop: true }],
  ['answers 500', { status: 500 }],
  ['answers 503 and HTML', { status: 503, body: 'html' }],
  ['answers 200 and HTML', { notJson: true }],
  ['answers 200 and nothing', { status: 200, body: 'empty' }],
  ['cuts its answers off', { truncate: 'cut' }],
  ['breaks off in the middle of its answers', { truncate: 'abort' }],
  ['answers 429', { status: 429, headers: { 'retry-after': '30' } }],
  ['answers 404', { status: 404 }],
];

/** Looks as often as a bot does in some minutes. */
async function pollOften({ clock }: BotWorld, bot: Bot): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await bot.app.poll();
    clock.advance(LONGEST_PAUSE_MS);
  }
}

/** How often it is reported to the operator. */
function warnings(bot: Bot, words: string): number {
  return bot.log.linesWith(words).filter(({ level }) => level >= WARN).length;
}

describe('a marketplace that', () => {
  it.each(troubles)(
    '%s for some minutes costs nothing but time, and two lines in the log',
    async (_how, fault) => {
      await using world = await startBotWorld();
      const { home, marketplace } = world;
      const bot = await world.start();
      await home.follow(home.channelId);
      marketplace.faults.set(fault);

      const due = [...itemsSold(marketplace.cause.sale())];
      await pollOften(world, bot);
      due.push(...itemsSold(marketplace.cause.sale()));
      await pollOften(world, bot);
      const reply = await home.admin.command('alerts list');
      marketplace.faults.clear();
      await bot.app.poll();

      expect(itemsPosted(await world.untilPosted(home.channelId, 2))).toEqual(due);
      expect(reply.message?.embeds[0]?.description).toContain('nothing posted yet');
      expect(warnings(bot, TROUBLE)).toBe(1);
      expect(bot.log.linesWith(RECOVERY)).toHaveLength(1);
    },
  );

  it.each(troubles)(
    '%s at the start is waited for; the first poll is the first answer',
    async (_how, fault) => {
      await using world = await startBotWorld();
      const { home, marketplace } = world;
      marketplace.faults.set(fault);
      const bot = await world.startWithoutWaiting();
      await bot.app.ready;
      await home.follow(home.channelId);
      marketplace.cause.sale();
      await pollOften(world, bot);
      expect(bot.log.linesWith(FIRST_POLL)).toEqual([]);
      expect(warnings(bot, TROUBLE)).toBe(1);

      marketplace.faults.clear();
      await bot.app.poll();
      expect(bot.log.linesWith(FIRST_POLL)).toHaveLength(1);
      const due = itemsSold(marketplace.cause.sale());
      await bot.app.poll();

      expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
    },
  );

  it('is slow costs nothing but time', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    marketplace.faults.set({ latencyMs: 250 });
    const bot = await world.start();
    await home.follow(home.channelId);

    const due = itemsSold(marketplace.cause.sale());
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
    expect(warnings(bot, '')).toBe(0);
  });

  it('shows an empty feed for a while loses and repeats nothing', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const due = [...itemsSold(marketplace.cause.sale())];
    await bot.app.poll();
    await world.untilPosted(home.channelId, 1);

    marketplace.faults.set({ emptyPage: true });
    due.push(...itemsSold(marketplace.cause.sale()));
    await pollOften(world, bot);
    marketplace.faults.clear();
    due.push(...itemsSold(marketplace.cause.sale()));
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 3))).toEqual(due);
  });

  it('shows an empty feed at the start does not have its history posted as news later', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    marketplace.cause.sale();
    world.clock.advance(CLOCKS_MAY_DIFFER_MS);
    marketplace.faults.set({ emptyPage: true }, '/api/activities');
    const bot = await world.start();
    await home.follow(home.channelId);
    await pollOften(world, bot);

    const due = itemsSold(marketplace.cause.sale());
    marketplace.faults.clear();
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
  });

  it('sends records that make no sense costs only those, and the log shows one of them', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    marketplace.faults.set({ nonsense: true }, '/api/activities');

    const due: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      due.push(...itemsSold(marketplace.cause.sale()));
      await bot.app.poll();
    }

    expect(itemsPosted(await world.untilPosted(home.channelId, 3))).toEqual(due);
    expect(world.discord.messages(home.channelId).map(({ payload }) => payload.content)).toEqual([
      '',
      '',
      '',
    ]);
    expect(warnings(bot, 'unexpected data from the marketplace')).toBe(1);
  });

  it('does not give a token’s details has its sale posted without them', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    marketplace.faults.set({ status: 500 }, '/api/tokens/*');

    const [sale] = marketplace.cause.sale();
    await bot.app.poll();
    const [embed] = await world.untilPosted(home.channelId, 1);

    expect(embed?.title).toContain(sale?.tokenName);
    expect(embed?.description).toMatch(/Buyer .+ · Seller /);
    expect(embed?.description).not.toMatch(/rank|\*\*/);
  });
});
