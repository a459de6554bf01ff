import { describe, expect, it } from 'vitest';
import type { MarketAlert } from '#src/alerts/alert.ts';
import { withToken } from '#src/alerts/details.ts';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import { isSale } from '#src/alerts/kinds/sale.ts';
import type { Trade } from '#src/alerts/trade.ts';
import { createRuleExamples } from '#src/ingest/rule-examples.ts';
import type { Token } from '#src/marketplace/resources/token.ts';
import { EXAMPLE_CHARTS } from '../charts/example-charts.ts';
import { address } from '../support/build-activity.ts';
import { ruleOf } from '../support/build-alert.ts';
import { token } from '../support/build-token.ts';

const COIN = 10n ** 18n;
const DAY = 86_400;
const NOW = Date.UTC(2026, 0, 9);
const FOXES = address(0xf0);
const CHART = EXAMPLE_CHARTS['floor-alert'] ?? null;
const PUNKS = address(0xc0);

const trade = (daysAgo: number, change: Partial<Trade> = {}): Trade => ({
  key: `sale:${daysAgo}`,
  collection: FOXES,
  tokenId: '7',
  seller: address(1),
  buyer: address(2),
  price: COIN,
  quantity: 1n,
  at: NOW / 1_000 - daysAgo * DAY,
  ...change,
});

/** Examples from these trades and tokens. */
function examplesOf(trades: readonly Trade[], tokens: readonly Token[] = []) {
  const asked: unknown[] = [];
  return {
    asked,
    examples: createRuleExamples({
      trades: async (collections, limit) =>
        trades.filter(({ collection }) => collections?.includes(collection) ?? true).slice(0, limit),
      lookups: {
        async tokens(collection, query) {
          asked.push(query);
          const items = tokens.filter((one) => one.collection === collection);
          return {
            value: { items, page: 1, total: items.length, hasNext: false, unreadable: 0, sorted: true },
            asOf: 0,
            stale: false,
          };
        },
      },
      enrich: async (alerts) =>
        alerts.map((alert): MarketAlert => {
          if (!isSale(alert)) return alert;
          const found = tokens.find(({ tokenId }) => tokenId === alert.item.tokenId) ?? null;
          return { ...alert, item: withToken(alert.item, { token: () => found, prices: () => null }) };
        }),
      withChart: async (alert) => (alert.kind === 'floor' ? { ...alert, chart: CHART } : alert),
      facts: { isWhitelisted: () => true },
      price: COIN,
      now: () => NOW,
    }),
  };
}

const ranked = (tokenId: string, rank: number) =>
  token({ collection: FOXES, tokenId, rarity: { rank, total: 100, percentile: null, score: null } });

describe('the stored sales', () => {
  const weekly = async (trades: readonly Trade[], rule = ruleOf()) =>
    (await examplesOf(trades).examples.storedSales(rule)).weekly;

  it('say how many a week match the rule', async () => {
    const trades = [0, 1, 2, 3].map((day) => trade(day, { price: day === 0 ? 5n * COIN : COIN }));
    expect(await weekly([...trades, trade(3.5)])).toBeCloseTo(10);
    expect(await weekly([...trades, trade(3.5)], ruleOf({ filter: { price_from: 2n * COIN } }))).toBeCloseTo(
      2,
    );
    expect(await weekly([...trades, trade(3.5)], ruleOf({ filter: { price_from: 9n * COIN } }))).toBe(0);
  });

  it.each([
    ['where there are none', [], ruleOf()],
    ['of a few minutes', [trade(0.01)], ruleOf()],
    [
      'of the chosen collection, where there are none',
      [trade(3)],
      ruleOf({ filter: { collection: [PUNKS] } }),
    ],
    ['for what is not sold', [trade(3)], ruleOf({ topics: ['mint'] })],
    ['for ranks, which they do not have', [trade(3)], ruleOf({ filter: { rank: 5 } })],
  ])('say nothing %s', async (_when, trades, rule) => {
    expect(await weekly(trades, rule)).toBeNull();
  });

  it('give the newest that matches as an example, with the data of its token', async () => {
    const { examples } = examplesOf(
      [trade(1, { tokenId: '1' }), trade(2)],
      [ranked('1', 50), ranked('7', 3)],
    );
    const sales = await examples.storedSales(ruleOf({ filter: { rank: 10 } }));
    expect(await sales.newest()).toMatchObject({
      happened: true,
      alert: { key: 'sale:2', item: { tokenId: '7', rarity: { rank: 3 } } },
    });
    const none = await examples.storedSales(ruleOf({ filter: { rank: 1 } }));
    expect(await none.newest()).toBeNull();
  });
});

describe('a matching token', () => {
  it('has one of the chosen collection that fits, and what else the rule asks for', async () => {
    const { examples, asked } = examplesOf([], [ranked('1', 50), ranked('7', 3)]);
    const filter = { ...MATCH_ALL, collection: [FOXES], rank: 10, price_from: 9n * COIN };
    expect(await examples.withToken(ruleOf({ topics: ['listing'], filter }))).toMatchObject({
      happened: false,
      alert: { kind: 'listing', item: { tokenId: '7', price: 9n * COIN, rarity: { rank: 3 } } },
    });
    expect(asked).toEqual([{ page: 1, limit: 20, sortBy: 'rarityRank', sortOrder: 'asc' }]);
  });

  it('asks for tokens with the trait', async () => {
    const hat = { type: 'Hat', value: 'Crown' };
    const crowned = token({
      collection: FOXES,
      tokenId: '4',
      attributes: [{ ...hat, rarity: null, displayType: null }],
    });
    const { examples, asked } = examplesOf([], [ranked('1', 50), crowned]);
    const example = await examples.withToken(ruleOf({ filter: { collection: [FOXES], traits: [hat] } }));
    expect(example?.alert).toMatchObject({ item: { tokenId: '4' } });
    expect(asked).toMatchObject([{ traits: [hat] }]);
  });

  it('is of the collection that was sold last where none is chosen', async () => {
    const { examples } = examplesOf([trade(1)], [ranked('7', 3)]);
    const example = await examples.withToken(ruleOf({ topics: ['auction_bid'] }));
    expect(example).toMatchObject({ happened: false, alert: { topic: 'auction_bid' } });
  });

  it('has the chart that the alert would have', async () => {
    const { examples } = examplesOf([], [ranked('7', 3)]);
    const rule = ruleOf({ topics: ['floor'], filter: { collection: [FOXES], floor_below: COIN } });
    const example = await examples.withToken(rule);
    expect(example?.alert).toMatchObject({ kind: 'floor', floor: COIN, chart: CHART });
  });

  it('is none where no token fits, and where nothing is known', async () => {
    const filter = { collection: [FOXES], rank: 1 };
    expect(await examplesOf([], [ranked('7', 3)]).examples.withToken(ruleOf({ filter }))).toBeNull();
    expect(await examplesOf([]).examples.withToken(ruleOf())).toBeNull();
  });
});
