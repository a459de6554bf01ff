import { describe, expect, it } from 'vitest';
import { withTrade } from '../../src/domain/storm.ts';
import { address } from '../support/build-activity.ts';
import { soldItem, stormAlert } from '../support/build-alert.ts';

const bare = {
  collectionName: null,
  tokenName: null,
  image: null,
  rarity: null,
  attributes: [],
  story: null,
};

describe('a storm with one more trade', () => {
  const told = (at: number, change: Parameters<typeof soldItem>[0] = {}) => {
    const item = soldItem({ ...bare, price: 3n, ...change });
    const { collection, tokenId, seller, price, quantity } = item;
    const trade = { key: `id:${at}`, collection, tokenId, seller, buyer: address(0xb7), price, quantity, at };
    return { trade, item, buyer: address(0xb7), txHash: null };
  };
  const storm = stormAlert();

  it('keeps what was found out about its token, where the trade tells nothing of it', () => {
    const { item } = withTrade(storm, told(storm.occurredAt + 1));
    expect(item).toEqual({ ...storm.item, price: 3n });
  });

  it('takes over what the trade tells anew', () => {
    const rarity = { rank: 99, total: 100 };
    const { item } = withTrade(storm, told(storm.occurredAt + 1, { rarity }));
    expect(item.rarity).toEqual(rarity);
  });

  it('shows the latest trade, though another came last', () => {
    const { item, count, occurredAt } = withTrade(storm, told(storm.occurredAt - 1));
    expect({ item, count, occurredAt }).toEqual({
      item: storm.item,
      count: storm.count + 1,
      occurredAt: storm.occurredAt,
    });
  });
});
