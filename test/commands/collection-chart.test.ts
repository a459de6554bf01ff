import { describe, expect, it } from 'vitest';
import { CHARTED, collectionChart, PERIODS } from '#commands/collection/collection-charts.ts';
import { collection } from '#commands/collection/command.ts';
import type { Trade } from '#src/alerts/trade.ts';
import { runSteps } from '#src/chain/steps.ts';
import type { MarketPoint } from '#src/marketplace/market-point.ts';
import { bareCollection } from '../discord/bare-collection.ts';
import { startCommandBot } from '../discord/command-bot.ts';
import { inMemoryServices, type TestData } from '../discord/command-services.ts';
import { address } from '../support/build-activity.ts';

const COIN = 10n ** 18n;
const DAY = 86_400;
/** Longer ago than any period. */
const EARLY = -1_000 * DAY;
/** By the clock of the services. */
const now = 0;

const point = (daysAgo: number, floor: bigint | null, owners: number): MarketPoint => ({
  at: now - daysAgo * DAY,
  floor: floor === null ? null : floor * COIN,
  owners,
  listed: 3,
  volume: null,
});

const sale = (daysAgo: number, price: bigint, change: Partial<Trade> = {}): Trade => ({
  key: `sale:${daysAgo}:${price}`,
  collection: address(0xc0),
  tokenId: String(price),
  seller: address(1),
  buyer: address(2),
  price: price * COIN,
  quantity: 1n,
  at: now - daysAgo * DAY,
  ...change,
});

const points = [point(20, 50n, 300), point(5, 60n, 310), point(3, null, 311), point(1, 55n, 312)];
const sales = [sale(6, 61n), sale(4, 65n), sale(2, 70n)];
const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);

async function startBot(known: Partial<TestData> = {}) {
  const { services } = inMemoryServices({
    points,
    sales,
    picture,
    load: async () => bareCollection(),
    ...known,
  });
  return startCommandBot({ commands: [collection], services });
}

describe('the chart of sales of several tokens at one price', () => {
  const together = ['1', '2'].map((tokenId) =>
    sale(2, 0n, { tokenId, key: tokenId, price: null, share: 3n * COIN }),
  );
  const chartOf = (what: 'sales' | 'volume') =>
    runSteps(
      collectionChart(
        { points, trades: [sale(4, 5n), ...together], readSince: EARLY, gaps: [] },
        { what, period: '7d', now, timeZone: 'UTC' },
      ),
    );

  it('has their total as volume', () => {
    const { chart, sales: counted, volume } = chartOf('volume');
    expect([counted, volume]).toEqual([3, 11n * COIN]);
    expect(chart.bars.reduce((sum, { value }) => sum + value, 0n)).toBe(11n * COIN);
  });

  it('has no dots for them', () => {
    expect(chartOf('sales').chart.dots.map(({ value }) => value)).toEqual([5n * COIN]);
  });
});

describe('/collection chart', () => {
  it('shows sales and floor of a week, as a picture and in words', async () => {
    await using bot = await startBot();
    const { message, ephemeral } = await bot.member.command('collection chart', { collection: 'Punks' });
    const [embed] = message?.embeds ?? [];
    expect(ephemeral).toBe(false);
    expect(embed?.title).toBe('Punks sales · 7 days');
    expect(embed?.description).toContain('Floor from 50 ETH to 55 ETH.');
    expect(embed?.description).toContain('Sales from 61 ETH to 70 ETH.');
    expect(embed?.description).toContain('Volume 196 ETH (3 sales)');
    const [attachment] = message?.attachments ?? [];
    expect(attachment?.description).toContain('Sales from 61 ETH to 70 ETH.');
    expect(embed?.image?.url).toBe(attachment?.url);
  });

  it('leaves repeat trades out, and says so', async () => {
    const repeats = [1, 2, 3].map((hour) => sale(2, 99n, { key: `repeat:${hour}`, at: now - DAY + hour }));
    await using bot = await startBot({ sales: [...sales, ...repeats] });
    const { message } = await bot.member.command('collection chart', { collection: 'Punks', what: 'volume' });
    expect(message?.embeds[0]?.description).toContain('Volume 196 ETH (3 sales)');
    expect(message?.embeds[0]?.description).toContain('excluding 3 repeat trades between the same wallets');
    expect(message?.embeds[0]?.description).toContain('Volume up to 70 ETH per bar.');
  });

  it('is the same in words where no picture can be drawn', async () => {
    await using bot = await startBot({ picture: null });
    const { message } = await bot.member.command('collection chart', { collection: 'Punks', what: 'owners' });
    expect(message?.embeds[0]?.description).toContain('Owners from 300 to 312.');
    expect(message?.embeds[0]?.image).toBeUndefined();
    expect(message?.attachments).toEqual([]);
  });

  it('says that nothing is known yet', async () => {
    await using bot = await startBot({ points: [], sales: [] });
    const { message } = await bot.member.command('collection chart', { collection: 'Punks' });
    expect(message?.embeds[0]?.description).toContain('No data in this period');
  });

  it('says since when an unchanged floor is known, where that is not the whole period', async () => {
    // After the epoch, so that Discord can show the moment.
    const end = 100 * DAY;
    const readings = [point(-98, 50n, 300), point(-99, 50n, 301)];
    await using bot = await startBot({ points: readings, sales: [], marketNow: end * 1_000 });
    const { message } = await bot.member.command('collection chart', { collection: 'Punks', what: 'floor' });
    const [embed] = message?.embeds ?? [];
    expect(embed?.title).toBe('Punks floor');
    expect(embed?.description).toMatch(/^Chart from Apr 9, 1970.*Floor: 50 ETH throughout\./);
    expect(embed?.description).toContain(`-# Data since <t:${98 * DAY}:f>.`);
    await using known = await startBot({
      ...{ points: [point(-91, 50n, 300), ...readings], sales: [], marketNow: end * 1_000 },
    });
    const whole = await known.member.command('collection chart', { collection: 'Punks', what: 'floor' });
    expect(whole.message?.embeds[0]?.title).toBe('Punks floor · 7 days');
    expect(whole.message?.embeds[0]?.description).toContain('Floor: 50 ETH throughout.');
    expect(whole.message?.embeds[0]?.description).not.toContain('Since');
  });

  it('is of the shortest period with all that is known, and begins there, with no empty bars before', () => {
    const half = { points, trades: [sale(0, 5n, { at: now - 900 })], readSince: now - 1_800, gaps: [] };
    const { chart, since } = chartOf(half, { what: 'volume', period: '30d', now, timeZone: 'UTC' });
    expect([chart.from, since]).toEqual([now - 1_800, now - 1_800]);
    expect(chart.bars[0]?.at).toBe(now - 1_800);
    const whole = chartOf(
      { ...half, readSince: EARLY, gaps: [] },
      { what: 'volume', period: '30d', now, timeZone: 'UTC' },
    );
    expect([whole.chart.from, whole.since]).toEqual([now - 30 * DAY, null]);
  });

  it('says before when sales are missing', async () => {
    const end = 100 * DAY;
    const gaps = [{ noticedAt: (end - 3_000) * 1_000, oldestReadAt: end - 3_600 }];
    await using bot = await startBot({ points: [], sales: [sale(-99, 5n)], gaps, marketNow: end * 1_000 });
    const { message } = await bot.member.command('collection chart', { collection: 'Punks', what: 'volume' });
    expect(message?.embeds[0]?.description).toContain(
      `-# Some sales before <t:${end - 3_600}:f> are missing.`,
    );
  });

  it('is of a day, where no more is known and no period is asked for', async () => {
    const end = 100 * DAY;
    await using bot = await startBot({
      points: [],
      sales: [],
      readSince: end - 1_800,
      marketNow: end * 1_000,
    });
    const { message } = await bot.member.command('collection chart', { collection: 'Punks', what: 'volume' });
    const primary = message?.components?.flatMap((row) =>
      'components' in row
        ? row.components.flatMap((one) =>
            'style' in one && one.style === 1 && 'label' in one ? [one.label] : [],
          )
        : [],
    );
    expect(primary).toEqual(['Volume', '24 hours']);
  });

  it('has buttons for what it shows and for the period, which replace the picture', async () => {
    await using bot = await startBot();
    const { message } = await bot.member.command('collection chart', { collection: 'Punks' });
    if (message === null) throw new Error('no answer');
    const first = message.attachments[0]?.id;
    const month = await bot.member.press(message, '30 days');
    expect(month.message?.embeds[0]?.title).toBe('Punks sales · 30 days');
    expect(month.message?.attachments).toHaveLength(1);
    expect(month.message?.attachments[0]?.id).not.toBe(first);
    const owners = await bot.member.press(month.message ?? message, 'Owners');
    // Known for twenty days.
    expect(owners.message?.embeds[0]?.title).toBe('Punks owners');
  });

  it('is small in /collection info, and missing there while less than two points are known', async () => {
    await using known = await startBot();
    const { message } = await known.member.command('collection info', { collection: 'Punks' });
    expect(message?.embeds[0]?.image?.url).toBe(message?.attachments[0]?.url);
    for (const few of [[], [point(0, 50n, 300)], [point(1, null, 300), point(0, 50n, 300)]]) {
      await using fresh = await startBot({ points: few });
      const other = await fresh.member.command('collection info', { collection: 'Punks' });
      expect(other.message?.attachments).toEqual([]);
    }
  });
});

const chartOf = (...given: Parameters<typeof collectionChart>) => runSteps(collectionChart(...given));

describe('the chart of a collection', () => {
  it.each(PERIODS.flatMap((period) => CHARTED.map((what) => ({ period, what }))))(
    'of $what over $period holds what belongs there',
    ({ period, what }) => {
      const { chart } = chartOf(
        { points, trades: sales, readSince: EARLY, gaps: [] },
        { what, period, now, timeZone: 'UTC' },
      );
      expect(chart.to).toBe(now);
      expect(chart.line.length > 0).toBe(what !== 'volume');
      expect(chart.dots.length > 0).toBe(what === 'sales' && period !== '24h');
      expect(chart.bars.length > 0).toBe(what === 'volume');
    },
  );

  it('begins with what is known first where all time is asked for', () => {
    expect(
      chartOf(
        { points, trades: sales, readSince: EARLY, gaps: [] },
        { what: 'floor', period: 'all', now, timeZone: 'UTC' },
      ).chart.from,
    ).toBe(now - 20 * DAY);
  });

  it.each([
    ['the clocks are set ahead', '2026-03-31T10:00:00Z', '2026-03-29', 23],
    ['the clocks are set back', '2026-10-27T10:00:00Z', '2026-10-25', 25],
  ])('has the volume of days of the time zone where %s', (_when, time, changed, hours) => {
    const end = Date.parse(time) / 1_000;
    const berlin = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' });
    const dateOf = (at: number): string => berlin.format(at * 1_000);
    // A sale in each hour, so the volume of a day says how long it was.
    const trades = Array.from({ length: 10 * 24 }, (_, hour) => ({
      ...sale(0, 1n),
      at: end - (10 * 24 - hour) * 3_600,
      tokenId: String(hour),
    }));
    const { chart } = chartOf(
      { points: [], trades, readSince: EARLY, gaps: [] },
      { what: 'volume', period: '30d', now: end, timeZone: 'Europe/Berlin' },
    );
    const sold = chart.bars.filter(({ value }) => value > 0n).slice(1, -1);
    expect(sold.map(({ at, value }) => [dateOf(at), value / COIN])).toEqual(
      Map.groupBy(trades, ({ at }) => dateOf(at))
        .entries()
        .map(([date, ofDay]) => [date, BigInt(ofDay.length)])
        .toArray()
        .slice(1, -1),
    );
    expect(sold.find(({ at }) => dateOf(at) === changed)?.value).toBe(BigInt(hours) * COIN);
  });

  it('has no dot for a price of several units or for an unknown one', () => {
    const trades = [sale(1, 5n, { quantity: 2n }), sale(1, 6n, { price: null }), sale(2, 7n)];
    const { chart, sales: count } = chartOf(
      { points, trades, readSince: EARLY, gaps: [] },
      { what: 'sales', period: '7d', now, timeZone: 'UTC' },
    );
    expect(chart.dots.map(({ value }) => value)).toEqual([7n * COIN]);
    expect(count).toBe(3);
  });
});
