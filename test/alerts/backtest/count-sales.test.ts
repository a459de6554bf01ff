import { describe, expect, it } from 'vitest';
import type { MarketAlert } from '#src/alerts/alert.ts';
import { createSaleCounter } from '#src/alerts/backtest/count-sales.ts';
import { createMessageCounter } from '#src/alerts/backtest/message-counter.ts';
import { AUCTION_SALE, type Trade } from '#src/alerts/trade.ts';
import { address } from '../../support/build-activity.ts';
import { repeatTradesAlert, ruleOf, soldItem } from '../../support/build-alert.ts';

const DAY = 86_400;
const START = 1_767_225_600;
const [ANN, BOB] = [address(0xa1), address(0xb1)];

let number = 0;
function trade(at: number, change: Partial<Trade> = {}): Trade {
  number += 1;
  return {
    ...{ key: `sale:${number}`, collection: address(0xc0), tokenId: String(number), seller: ANN, buyer: BOB },
    ...{ price: 5n, quantity: 1n, at: START + at },
    ...change,
  };
}

/** What is counted of these sales: prices of sales, or the kinds of other alerts with the number of their tokens. */
function counted(trades: readonly Trade[], soldOften: readonly string[] = []): readonly string[] {
  const found: string[] = [];
  const nameOf = (alert: MarketAlert) =>
    alert.kind === 'sweep'
      ? `sweep of ${alert.items.length}${alert.total === undefined ? '' : ` for ${alert.total.price}`}`
      : alert.kind === 'repeat_trades'
        ? `${alert.count} repeat trades`
        : alert.kind;
  const counter = createSaleCounter(
    {
      add: (alert, isIncomplete = false) =>
        void found.push(`${nameOf(alert)}${isIncomplete ? ' (incomplete)' : ''}`),
      addSale: ({ price }) => void found.push(`sale for ${price}`),
      figures: () => {
        throw new Error('The sales are not counted here.');
      },
    },
    new Map([[address(0xc0), new Set(soldOften)]]),
  );
  for (const one of trades) counter.add(one);
  counter.finish();
  return found;
}

describe('stored sales', () => {
  it('are counted one by one, also several of one second', () => {
    expect(counted([trade(0, { price: 1n }), trade(0, { price: 2n }), trade(1, { price: 3n })])).toEqual([
      'sale for 1',
      'sale for 2',
      'sale for 3',
    ]);
    expect(counted([])).toEqual([]);
  });

  it('are a sweep where they were announced as one', () => {
    const swept = { soldIn: 'sweep:1' };
    expect(counted([trade(0, swept), trade(0, swept), trade(0, { price: 7n })])).toEqual([
      'sweep of 2',
      'sale for 7',
    ]);
    expect(counted([trade(0, swept)])).toEqual(['sweep of 1']);
  });

  it('of one record have a total if only their shares are known, and are incomplete without', () => {
    const together = { soldIn: 'sweep:1', price: null };
    expect(counted([trade(0, { ...together, share: 2n }), trade(0, { ...together, share: 3n })])).toEqual([
      'sweep of 2 for 5',
    ]);
    const other = { ...together, collection: address(0xc1) };
    expect(counted([trade(0, together), trade(0, other)])).toEqual(['sweep of 2 (incomplete)']);
  });

  it('that settled an auction are not counted', () => {
    expect(counted([trade(0, { soldIn: AUCTION_SALE }), trade(5)])).toEqual(['sale for 5']);
    const again = { tokenId: '7', soldIn: AUCTION_SALE };
    expect(counted([trade(0, again), trade(0, again)], ['7'])).toEqual([]);
  });

  it('become repeat trades at the third between two wallets within a day', () => {
    const back = { tokenId: '7', seller: BOB, buyer: ANN };
    const there = { tokenId: '7' };
    const first = [trade(0, there), trade(60, back)];
    expect(counted([...first, trade(120, there)], ['7'])).toEqual([
      'sale for 5',
      'sale for 5',
      '3 repeat trades',
    ]);
    expect(counted([...first, trade(DAY + 60, there)], ['7'])).not.toContain('3 repeat trades');
    expect(counted([...first, trade(120, { ...there, buyer: address(9) })], ['7'])).not.toContain(
      '3 repeat trades',
    );
  });
});

describe('the messages of a rule', () => {
  const counter = (change: Parameters<typeof ruleOf>[0] = {}) =>
    createMessageCounter({
      ...{ rule: ruleOf(change), facts: { isWhitelisted: () => true }, ping: null },
      ...{ days: [START], to: START + DAY },
    });
  const repeated = (price: bigint | null) =>
    repeatTradesAlert({ liveKey: 'repeat', item: soldItem({ price }), occurredAt: START + 60 });

  it('count repeat trades once, with the highest price', () => {
    const messages = counter();
    for (const price of [null, 100n, 300n, 200n]) messages.add(repeated(price));
    const { messages: count, byThreshold } = messages.figures();
    expect(count).toBe(1);
    const once = counter();
    once.add(repeated(300n));
    expect(byThreshold).toEqual(once.figures().byThreshold);
  });

  it('count only sales that may match: by wallet, by price, and of that kind', () => {
    const count = (change: Parameters<typeof ruleOf>[0]) => {
      const messages = counter(change);
      messages.addSale(trade(60));
      return messages.figures().messages;
    };
    expect(count({})).toBe(1);
    expect(count({ topics: ['listing'] })).toBe(0);
    expect(
      [{ wallets: [ANN] }, { wallets: [BOB] }, { wallets: [address(9)] }].map((filter) => count({ filter })),
    ).toEqual([1, 1, 0]);
    expect([5n, 6n].map((price) => count({ filter: { price_from: price } }))).toEqual([1, 0]);
  });

  it('count nothing outside of the period', () => {
    const messages = counter();
    for (const at of [-1, 0, DAY - 1, DAY]) messages.addSale(trade(at));
    expect(messages.figures().messages).toBe(2);
  });
});
