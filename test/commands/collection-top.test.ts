import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collection } from '#commands/collection/command.ts';
import { rankSales } from '#commands/collection/rank-sales.ts';
import type { Trade } from '#src/alerts/trade.ts';
import { ZERO_ADDRESS } from '#src/chain/address.ts';
import { runSteps } from '#src/chain/steps.ts';
import {
  answerContext,
  answerScreen,
  expectAccepted,
  renderAnswer,
} from '../discord/answers/answer-context.ts';
import { startCommandBot } from '../discord/command-bot.ts';
import { inMemoryServices, summary, type TestData } from '../discord/command-services.ts';
import { anyWei, sometimes } from '../discord/views/any-lookup.ts';
import { anyContext } from '../discord/views/view-context.ts';
import { address } from '../support/build-activity.ts';

const COIN = 10n ** 18n;
const DAY = 86_400;
/** After the epoch, so that Discord can show the moment. */
const now = 200 * DAY;
const WEEK = { from: now - 7 * DAY, to: now };
const [KALO, MIRA, OTTO] = [address(1), address(2), address(3)];

const sale = (tokenId: string, price: bigint | null, change: Partial<Trade> = {}): Trade => ({
  key: `sale:${tokenId}`,
  collection: address(0xc0),
  tokenId,
  seller: OTTO,
  buyer: KALO,
  price: price === null ? null : price * COIN,
  quantity: 1n,
  at: now - DAY,
  ...change,
});

const rank = (trades: readonly Trade[]) => runSteps(rankSales(trades, WEEK));

describe('a ranking of sales', () => {
  it('orders wallets by volume, then by number of sales', () => {
    const { buyers, sellers } = rank([
      sale('1', 2n),
      sale('2', 3n),
      sale('3', 5n, { buyer: MIRA }),
      sale('4', 9n, { buyer: OTTO, seller: MIRA }),
    ]);
    expect(buyers).toEqual([
      { wallet: OTTO, sales: 1, volume: 9n * COIN },
      { wallet: KALO, sales: 2, volume: 5n * COIN },
      { wallet: MIRA, sales: 1, volume: 5n * COIN },
    ]);
    expect(sellers.map(({ wallet, sales }) => [wallet, sales])).toEqual([
      [OTTO, 3],
      [MIRA, 1],
    ]);
  });

  it('orders sales by price, and equal ones by time', () => {
    const { sales } = rank([sale('1', 2n), sale('2', 7n), sale('3', 2n, { at: now - 2 * DAY })]);
    expect(sales.map(({ tokenId }) => tokenId)).toEqual(['2', '3', '1']);
  });

  it('counts only sales of the period', () => {
    const outside = [sale('1', 5n, { at: WEEK.from - 1 }), sale('2', 5n, { at: WEEK.to })];
    expect(rank([...outside, sale('3', 1n, { at: WEEK.from })])).toMatchObject({ counted: 1, volume: COIN });
  });

  it('leaves out repeat trades between two wallets, and counts them', () => {
    const repeats = [0, 1, 2].map((hour) =>
      sale('9', 90n, { key: `repeat:${hour}`, buyer: MIRA, at: now - DAY + hour }),
    );
    const { buyers, counted, repeated } = rank([sale('1', 1n), ...repeats]);
    expect(buyers.map(({ wallet }) => wallet)).toEqual([KALO]);
    expect([counted, repeated]).toEqual([1, 3]);
  });

  it('names no wallet that is unknown, and counts its sale', () => {
    const { buyers, counted } = rank([
      sale('1', 1n, { buyer: null }),
      sale('2', 1n, { buyer: ZERO_ADDRESS }),
    ]);
    expect([buyers, counted]).toEqual([[], 2]);
  });

  it('counts a share of tokens sold together as volume, but not as a top sale', () => {
    const together = sale('1', null, { share: 4n * COIN });
    expect(rank([together])).toMatchObject({ volume: 4n * COIN, sales: [], unpriced: 0 });
    expect(rank([together]).buyers[0]?.volume).toBe(4n * COIN);
  });

  it('says how many sales have no price in the own coin', () => {
    expect(rank([sale('1', null), sale('2', 1n)])).toMatchObject({ counted: 2, unpriced: 1, volume: COIN });
  });
});

async function startBot(known: Partial<TestData> = {}) {
  const { services } = inMemoryServices({
    sales: [sale('1', 2n), sale('2', 3n), sale('3', 8n, { buyer: MIRA })],
    readSince: 0,
    marketNow: now * 1_000,
    ...known,
  });
  return startCommandBot({ commands: [collection], services });
}

describe('/collection top', () => {
  it('shows the top buyers of a week to everyone', async () => {
    await using bot = await startBot();
    const { message, ephemeral } = await bot.member.command('collection top', { collection: 'Punks' });
    expect(ephemeral).toBe(false);
    expect(message?.embeds[0]?.title).toBe('Punks top buyers · 7 days');
    expect(
      message?.embeds[0]?.description?.split('\n').map((line) => line.replaceAll(/\]\([^)]*\)/g, ']')),
    ).toEqual([
      '-# Volume 13 ETH (3 sales)',
      '1\\. [0x0000…0002] · **8 ETH** · 1 purchase',
      '2\\. [0x0000…0001] · **5 ETH** · 2 purchases',
    ]);
  });

  it('changes what it shows and the period by buttons, and opens a profile from the menu', async () => {
    await using bot = await startBot();
    const first = await bot.member.command('collection top', { collection: 'Punks' });
    if (first.message === null) throw new Error('no answer');
    const sales = await bot.member.press(first.message, 'Sales');
    expect(sales.message?.embeds[0]?.title).toBe('Punks top sales · 7 days');
    expect(sales.message?.embeds[0]?.description).toContain('Punks #3');
    expect(sales.message?.embeds[0]?.description).toContain('**8 ETH** · to ');
    expect(sales.message?.embeds[0]?.description).toContain(`<t:${now - DAY}:R>`);
    const month = await bot.member.press(sales.message ?? first.message, '30 days');
    expect(month.message?.embeds[0]?.title).toBe('Punks top sales · 30 days');
  });

  it('has pages of ten', async () => {
    const sales = Array.from({ length: 23 }, (_, at) => sale(String(at), 1n, { buyer: address(100 + at) }));
    await using bot = await startBot({ sales });
    const { message } = await bot.member.command('collection top', { collection: 'Punks' });
    if (message === null) throw new Error('no answer');
    expect(message.embeds[0]?.footer?.text).toContain('page 1 of 3');
    const last = await bot.member.press(message, 'Last »');
    expect(last.message?.embeds[0]?.description).toContain('\n21\\. ');
  });

  it('says since when sales are known, and names no period that they do not cover', async () => {
    const since = now - 2 * DAY;
    await using bot = await startBot({ readSince: since });
    const { message } = await bot.member.command('collection top', { collection: 'Punks', period: '30d' });
    expect(message?.embeds[0]?.title).toBe('Punks top buyers');
    expect(message?.embeds[0]?.description).toContain(`data since <t:${since}:f>`);
  });

  it('says before when sales are missing', async () => {
    const gaps = [{ noticedAt: (now - 3_000) * 1_000, oldestReadAt: now - 3_600 }];
    await using bot = await startBot({ gaps });
    const { message } = await bot.member.command('collection top', { collection: 'Punks' });
    expect(message?.embeds[0]?.description).toContain(`some sales before <t:${now - 3_600}:f> are missing`);
  });

  it('says that nothing is known yet', async () => {
    await using bot = await startBot({ sales: [] });
    const { message } = await bot.member.command('collection top', { collection: 'Punks' });
    expect(message?.embeds[0]?.description).toContain('No sales in this period.');
  });
});

const anyTrade: fc.Arbitrary<Trade> = fc
  .record({
    tokenId: fc.constantFrom('7', (2n ** 256n - 1n).toString()),
    price: sometimes(anyWei),
    quantity: fc.constantFrom(1n, 5n, 2n ** 256n - 1n),
    buyer: sometimes(fc.constantFrom(KALO, ZERO_ADDRESS, MIRA)),
    at: fc.constantFrom(now - 1, now - DAY),
  })
  .map((change) => sale('1', 1n, change));

describe('the top list, whatever was sold', () => {
  it('stays within Discord’s limits on every page, with any names and settings', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyTrade, { maxLength: 25 }),
        fc.constantFrom('buyers', 'sellers', 'sales'),
        fc.constantFrom(1, 2, 1_000_000),
        anyContext,
        async (trades, what, page, view) => {
          const sales = trades.map((trade, at) => ({ ...trade, key: String(at), seller: address(500 + at) }));
          const context = answerContext({
            view,
            marketNow: now * 1_000,
            known: { sales, readSince: now - 2 * DAY, collections: [summary()] },
          });
          const screen = { at: 'top', collection: address(0xc0), what, period: '7d', page, row: 'what' };
          const answer = await answerScreen(screen, context);
          expectAccepted(answer);
          expect(renderAnswer(answer).text).not.toMatch(/undefined|NaN/);
        },
      ),
      { numRuns: 60 },
    );
  });
});
