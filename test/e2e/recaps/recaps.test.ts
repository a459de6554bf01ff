import type { APIEmbed } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { previewRule } from '../../../sandbox/demo/preview-rule.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { type FeedRecord, startFeedProxy, without } from '../../support/feed-proxy.ts';
import { FOXES } from '../../support/sell-foxes.ts';
import { messageOf } from '../lookups/reading.ts';
import { listOf, textOf } from '../setup/set-up.ts';

const COIN = 10n ** 18n;
const MINUTE = 60_000;

/** Moves the clocks to this time. */
const waitFor = ({ clock }: BotWorld, time: string): void => clock.advance(Date.parse(time) - clock.now());

/** A world in which nothing has happened for days, on the afternoon before the clocks of Berlin are set ahead. */
async function startWorld(): Promise<BotWorld> {
  const world = await startBotWorld({ stoppedAt: Date.parse('2026-03-20T14:00:00Z') });
  waitFor(world, '2026-03-28T14:00:00Z');
  return world;
}

/** Sets up a recap of foxes at nine in Berlin. */
async function followDays({ home }: BotWorld, options: Readonly<Record<string, string>> = {}) {
  await home.admin.command('settings set', { time_zone: 'Europe/Berlin' });
  const reply = await home.admin.command('alerts recap', {
    channel: home.channelId,
    collection: 'Lantern Foxes',
    ...options,
  });
  const draft = messageOf(reply);
  const confirmed = await home.admin.press(draft, 'Confirm');
  return { draft, said: textOf(confirmed) };
}

function sell({ marketplace, clock }: BotWorld, ...prices: readonly bigint[]): void {
  for (const price of prices) {
    marketplace.cause.sale({ collection: FOXES, price: price * COIN });
    clock.advance(MINUTE);
  }
}

const titlesOf = (embeds: readonly APIEmbed[]) => embeds.flatMap(({ title }) => title ?? []);
const fieldOf = (embed: APIEmbed | undefined, field: string): string =>
  embed?.fields?.find(({ name }) => name === field)?.value ?? '';
const RECAP = 'Lantern Foxes · daily recap';
const recapsOfWeeks = ({ embeds, home }: BotWorld) =>
  embeds(home.channelId).filter(({ title }) => title === 'Lantern Foxes · weekly recap');
const recapsIn = ({ embeds, home }: BotWorld) =>
  embeds(home.channelId).filter(({ title }) => title === RECAP);

describe('a recap', () => {
  it('is previewed, posted once a day at its hour, and says what was sold', async () => {
    await using world = await startWorld();
    const { home } = world;
    const bot = await world.start();
    const { draft, said } = await followDays(world);
    sell(world, 5n, 70n, 6n, 2n);
    await bot.app.poll();
    waitFor(world, '2026-03-29T06:59:59Z');
    await bot.app.poll();
    const before = world.embeds(home.channelId);
    waitFor(world, '2026-03-29T07:02:00Z');
    await bot.app.poll();
    const [embed, topSales] = await world.untilPosted(home.channelId, 2);
    await bot.app.poll();
    waitFor(world, '2026-03-29T12:00:00Z');
    await bot.app.poll();

    expect(draft.content).toContain('Recaps · Lantern Foxes · recap daily at 9:00');
    expect(draft.embeds[0]?.title).toBe(RECAP);
    expect(JSON.stringify(draft.components)).toContain('"label":"Time"');
    expect(JSON.stringify(draft.components)).not.toContain('More filters');
    expect(said).toContain('Recaps · Lantern Foxes · recap daily at 9:00');
    expect(before).toEqual([]);
    expect(embed?.title).toBe(RECAP);
    expect(fieldOf(embed, 'Volume')).toMatch(/^\*\*83 S\*\* in 4 sales/);
    expect(embed?.timestamp).toMatch(/^2026-03-29T07:00:00/);
    expect(topSales?.title).toBe('Top sales');
    expect(topSales?.description?.match(/\*\*(\d+ S)\*\*/g)).toEqual([
      '**70 S**',
      '**6 S**',
      '**5 S**',
      '**2 S**',
    ]);
    expect(recapsIn(world)).toHaveLength(1);
  });

  it('that was missed while the bot was down is made up once, with what was sold meanwhile', async () => {
    await using world = await startWorld();
    const first = await world.start();
    await followDays(world);
    sell(world, 5n);
    await first.app.poll();
    await first[Symbol.asyncDispose]();
    waitFor(world, '2026-03-29T06:30:00Z');
    sell(world, 8n);
    waitFor(world, '2026-03-29T12:30:00Z');
    const second = await world.start();
    await second.app.poll();
    const [embed] = await world.untilPosted(world.home.channelId, 1);
    await second[Symbol.asyncDispose]();
    const third = await world.start();
    await third.app.poll();

    expect(fieldOf(embed, 'Volume')).toMatch(/^\*\*13 S\*\* in 2 sales/);
    expect(recapsIn(world)).toHaveLength(1);
  });

  it('is not made up after six hours, nor made again when the clock is set back', async () => {
    await using world = await startWorld();
    const bot = await world.start();
    await followDays(world);
    sell(world, 5n);
    waitFor(world, '2026-03-29T13:00:01Z');
    await bot.app.poll();
    const missed = recapsIn(world);
    waitFor(world, '2026-03-30T07:02:00Z');
    sell(world, 5n);
    await bot.app.poll();
    await world.untilPosted(world.home.channelId, 1);
    waitFor(world, '2026-03-30T06:50:00Z');
    await bot.app.poll();
    waitFor(world, '2026-03-30T07:05:00Z');
    await bot.app.poll();

    expect(missed).toEqual([]);
    expect(titlesOf(world.embeds(world.home.channelId))).toEqual([RECAP]);
  });

  it('says in one line that nothing happened, or nothing, as the channel chose', async () => {
    await using world = await startWorld();
    const { home } = world;
    const quiet = home.addChannel('quiet');
    const bot = await world.start();
    await followDays(world);
    await followDays(world, { channel: quiet, recap_empty: 'nothing' });
    waitFor(world, '2026-03-29T07:02:00Z');
    await bot.app.poll();
    const embeds = await world.untilPosted(home.channelId, 1);
    const list = await listOf(home.admin);

    expect(embeds).toHaveLength(1);
    expect(embeds[0]?.description).toBe('No sales, and no auctions started or ended.');
    expect(world.embeds(quiet)).toEqual([]);
    expect(list).toContain('Recaps · Lantern Foxes · recap daily at 9:00 · no empty recaps');
  });

  it('is exported, imported, paused and posted as an example like all alerts', async () => {
    await using world = await startWorld();
    const { home } = world;
    const bot = await world.start();
    await followDays(world, { recap_on: 'sunday', recap_hour: '10' });
    const exported = await home.admin.command('alerts export');
    const tested = await home.admin.command('alerts test', { alert: '1' });
    const posted = recapsOfWeeks(world).length;
    await home.admin.command('alerts pause', { alert: '1' });
    waitFor(world, '2026-03-29T08:02:00Z');
    await bot.app.poll();
    const paused = recapsOfWeeks(world).length;
    const edited = messageOf(await previewRule(home.admin, 'alerts edit', { alert: '1', recap_hour: '11' }));

    expect(exported.outcome).toBe('message');
    expect(textOf(tested)).toContain('#1');
    expect([posted, paused]).toEqual([1, 1]);
    expect(edited.content).toContain('Recaps · Lantern Foxes · recap every Sunday at 11:00');
  });
});

describe('what a recap counts of unusual records', () => {
  /** The text of the recap of the day in which these were caused, on a feed as `change` makes it. */
  async function recapOfDay(
    cause: (world: BotWorld) => void,
    { change, later }: Readonly<Record<'change' | 'later', (record: FeedRecord) => FeedRecord>>,
  ): Promise<string> {
    await using world = await startWorld();
    await using feed = await startFeedProxy(world.marketplace.url);
    const bot = await world.start({ MARKETPLACE_URL: feed.url });
    await followDays(world);
    feed.rewrite(change);
    cause(world);
    await bot.app.poll();
    feed.rewrite(later);
    await bot.app.poll();
    waitFor(world, '2026-03-29T07:02:00Z');
    await bot.app.poll();
    const [embed] = await world.untilPosted(world.home.channelId, 1);
    return [fieldOf(embed, 'Volume'), embed?.description ?? ''].join('\n').trim();
  }

  const asItIs = (record: FeedRecord): FeedRecord => record;
  const priced = (record: FeedRecord, price: bigint) => record['price'] === String(price * COIN);

  it('is each token of a sale of several, with its total as volume', async () => {
    const together = (record: FeedRecord) =>
      priced(record, 10n)
        ? { ...without(record, 'tokenId', 'tokenName'), tokenIds: ['5', '6', '7'] }
        : record;
    const text = await recapOfDay((world) => sell(world, 10n, 2n), { change: together, later: together });
    expect(text).toMatch(/^\*\*12 S\*\* in 4 sales/);
    expect(text).not.toContain('no price');
  });

  const burn = ({ marketplace }: BotWorld, ...tokenIds: readonly string[]): void => {
    for (const tokenId of tokenIds) marketplace.cause.burn({ collection: FOXES, tokenId });
  };

  it('is the number of burned tokens, once each', async () => {
    const text = await recapOfDay((world) => burn(world, '5', '6', '7'), { change: asItIs, later: asItIs });
    expect(text).toContain('3 tokens burned');
  });

  it('is no burn that was reverted', async () => {
    const reverted = (record: FeedRecord) =>
      record['type'] === 'burn' && String(record['tokenId']) !== '6' ? { ...record, reverted: true } : record;
    const text = await recapOfDay((world) => burn(world, '5', '6'), { change: asItIs, later: reverted });
    expect(text).toContain('1 token burned');
  });

  it('is nothing where none was burned', async () => {
    const text = await recapOfDay((world) => sell(world, 5n), { change: asItIs, later: asItIs });
    expect(text).not.toContain('burned');
  });
});
