import { describe, expect, it } from 'vitest';
import { rememberedStory, withWorth, worthWithout } from '../../src/domain/price-story.ts';
import type { Trade } from '../../src/domain/trade.ts';
import { address } from '../support/build-activity.ts';
import { soldItem } from '../support/build-alert.ts';

const seller = address(0x5e);
const other = address(0x0f);

function trade(change: Partial<Trade> = {}): Trade {
  return {
    key: 'id:1',
    collection: address(0xc0),
    tokenId: '7',
    seller: other,
    buyer: seller,
    price: 12n,
    quantity: 1n,
    at: 1_000,
    ...change,
  };
}

const sold = soldItem({ price: 20n, seller });
const bought = (...trades: readonly Trade[]) => rememberedStory(sold, { trades, highest: null }).bought;

describe('what the seller had paid', () => {
  it('is the price of the last trade of the token that made it the seller’s', () => {
    expect(bought(trade(), trade({ price: 3n, at: 5 }))).toEqual({ price: 12n, at: 1_000 });
  });

  it('is not known when the seller is not known to have bought it', () => {
    expect(bought()).toBeNull();
    expect(bought(trade({ buyer: other }))).toBeNull();
    expect(
      rememberedStory({ ...sold, seller: null }, { trades: [trade({ buyer: null })], highest: null }).bought,
    ).toBe(null);
  });

  it('is not known when the seller sold it since and got it back in some other way', () => {
    expect(bought(trade({ seller, buyer: other, at: 2_000 }), trade())).toBeNull();
  });

  it('is not known when its price is not, when it was for other units, or when this price is in another coin', () => {
    expect(bought(trade({ price: null }), trade({ price: 3n }))).toBeNull();
    expect(bought(trade({ quantity: 10n }))).toBeNull();
    const foreign = { ...sold, currency: address(0xe0) };
    expect(rememberedStory(foreign, { trades: [trade()], highest: null }).bought).toBeNull();
  });
});

describe('the highest sale ever', () => {
  const claimed = (price: bigint | null, highest: bigint | null, highestSale: bigint | null, change = {}) => {
    const item = { ...sold, price, ...change };
    const story = rememberedStory(item, { trades: [], highest });
    return withWorth({ price, story }, { floor: null, floorBefore: null, highestSale }).record;
  };

  it('is higher than everything remembered, and not below what the marketplace knows', () => {
    expect(claimed(20n, 19n, 19n)).toBe(true);
    expect(claimed(20n, 19n, 20n)).toBe(true);
    expect(claimed(20n, 20n, 20n)).toBe(false);
    expect(claimed(20n, 19n, 21n)).toBe(false);
  });

  it('may be the first that is remembered', () => {
    expect(claimed(20n, null, 20n)).toBe(true);
  });

  it('is never claimed where the marketplace does not tell its highest sale or does not answer', () => {
    expect(claimed(20n, 19n, null)).toBe(false);
    const story = rememberedStory(sold, { trades: [], highest: 19n });
    expect(withWorth({ price: 20n, story }, null)).toMatchObject({ record: false, floor: null });
  });

  it('is never many units, a price in another coin, an unknown one or nothing', () => {
    expect(claimed(20n, null, 1n, { quantity: 2n })).toBe(false);
    expect(claimed(20n, null, 1n, { currency: address(0xe0) })).toBe(false);
    expect(claimed(null, null, 1n)).toBe(false);
    expect(claimed(0n, null, 0n)).toBe(false);
  });
});

describe('the floor', () => {
  it('is what the marketplace tells, and a floor of nothing is none', () => {
    expect(withWorth(sold, { floor: 9n, floorBefore: null, highestSale: null }).floor).toBe(9n);
    expect(withWorth(sold, { floor: 0n, floorBefore: null, highestSale: null }).floor).toBeNull();
  });
});

describe('the floor that a listing is held against', () => {
  const SINCE = 1_000;
  const held = (change: Parameters<typeof soldItem>[0] = {}, earlier: bigint | null = 30n, at = SINCE) => {
    const floorBefore = earlier === null ? null : { floor: earlier, until: SINCE * 1_000 };
    const item = soldItem({ price: 20n, ...change });
    return worthWithout({ item, occurredAt: at }, { floor: 20n, floorBefore, highestSale: null }).floor;
  };

  it('is the one before it where it is the floor itself', () => {
    expect(held()).toBe(30n);
    expect(held({ price: 60n, quantity: 3n })).toBe(30n);
  });

  it('is the one of now where its price is another', () => {
    expect(held({ price: 19n })).toBe(20n);
    expect(held({ price: 21n })).toBe(20n);
    expect(held({ price: null })).toBe(20n);
    expect(held({ quantity: 2n })).toBe(20n);
    expect(held({ currency: address(0xe0) })).toBe(20n);
  });

  it('is the one of now where the one before was lower or is not known', () => {
    expect(held({}, 10n)).toBe(20n);
    expect(held({}, 0n)).toBe(20n);
    expect(held({}, null)).toBe(20n);
  });

  it('is the one of now where that was told before anybody listed, but for a minute between two clocks', () => {
    expect(held({}, 30n, SINCE - 3_600)).toBe(30n);
    expect(held({}, 30n, SINCE + 60)).toBe(30n);
    expect(held({}, 30n, SINCE + 61)).toBe(20n);
  });
});
