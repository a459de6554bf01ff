import { describe, expect, it } from 'vitest';
import { addTrade } from '#src/alerts/repeat-trades.ts';
import { address } from '../support/build-activity.ts';
import { repeatTradesAlert, soldItem } from '../support/build-alert.ts';

const bare = {
  collectionName: null,
  tokenName: null,
  image: null,
  rarity: null,
  attributes: [],
  priceContext: null,
};

describe('repeat trades with one more trade', () => {
  const tradeAt = (at: number, change: Parameters<typeof soldItem>[0] = {}) => {
    const item = soldItem({ ...bare, price: 3n, ...change });
    const { collection, tokenId, seller, price, quantity } = item;
    const trade = { key: `id:${at}`, collection, tokenId, seller, buyer: address(0xb7), price, quantity, at };
    return { trade, item, buyer: address(0xb7), txHash: null };
  };
  const repeatTrades = repeatTradesAlert();

  it('keeps looked-up details that the trade does not contain', () => {
    const { item } = addTrade(repeatTrades, tradeAt(repeatTrades.occurredAt + 1));
    expect(item).toEqual({ ...repeatTrades.item, price: 3n });
  });

  it('takes the details of the new trade', () => {
    const rarity = { rank: 99, total: 100 };
    const { item } = addTrade(repeatTrades, tradeAt(repeatTrades.occurredAt + 1, { rarity }));
    expect(item.rarity).toEqual(rarity);
  });

  it('shows the trade with the latest time, even if another was added last', () => {
    const { item, count, occurredAt } = addTrade(repeatTrades, tradeAt(repeatTrades.occurredAt - 1));
    expect({ item, count, occurredAt }).toEqual({
      item: repeatTrades.item,
      count: repeatTrades.count + 1,
      occurredAt: repeatTrades.occurredAt,
    });
  });
});
