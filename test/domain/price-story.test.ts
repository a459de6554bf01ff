import { describe, expect, it } from 'vitest';
import { rememberedStory, type Worth, withWorth, worthWithout } from '../../src/domain/price-story.ts';
import type { Trade } from '../../src/domain/trade.ts';
import { address } from '../support/build-activity.ts';
import { soldItem } from '../support/build-alert.ts';
import { worth } from '../support/build-worth.ts';

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

describe('what the token was last sold for', () => {
  const last = (...trades: readonly Trade[]) => rememberedStory(sold, { trades, highest: null }).last;

  it('is the price of its newest trade, whoever bought it', () => {
    expect(last(trade({ buyer: other, price: 9n }), trade({ price: 3n, at: 5 }))).toEqual({
      price: 9n,
      at: 1_000,
    });
  });

  it('is not known without a trade, without its price, for other units or in another coin', () => {
    expect(last()).toBeNull();
    expect(last(trade({ price: null }), trade())).toBeNull();
    expect(last(trade({ quantity: 2n }))).toBeNull();
    const foreign = { ...sold, currency: address(0xe0) };
    expect(rememberedStory(foreign, { trades: [trade()], highest: null }).last).toBeNull();
  });
});

describe('the highest sale ever', () => {
  const claimed = (price: bigint | null, highest: bigint | null, told: Partial<Worth>, change = {}) => {
    const item = { ...sold, price, ...change };
    const story = rememberedStory(item, { trades: [], highest });
    return withWorth({ price, story }, worth(told)).record;
  };
  const before = (amount: bigint) => ({ amount, until: 1_000 });

  it('is higher than everything remembered, and than what the marketplace knows', () => {
    expect(claimed(20n, 19n, { highestSale: 19n })).toBe(true);
    expect(claimed(20n, 20n, { highestSale: 19n })).toBe(false);
    expect(claimed(20n, 19n, { highestSale: 21n, highestBefore: before(5n) })).toBe(false);
  });

  it('may be the first that is remembered', () => {
    expect(claimed(20n, null, { highestSale: 19n })).toBe(true);
  });

  it('is what the marketplace tells already, where it told less before', () => {
    expect(claimed(20n, null, { highestSale: 20n, highestBefore: before(19n) })).toBe(true);
  });

  it('is not claimed where an older sale may have been for as much', () => {
    expect(claimed(20n, null, { highestSale: 20n })).toBe(false);
    expect(claimed(20n, 19n, { highestSale: 20n })).toBe(false);
    expect(claimed(20n, 20n, { highestSale: 20n, highestBefore: before(19n) })).toBe(false);
    expect(claimed(20n, null, { highestSale: 20n, highestBefore: before(30n) })).toBe(false);
  });

  it('is never claimed where the marketplace does not tell its highest sale or does not answer', () => {
    expect(claimed(20n, 19n, {})).toBe(false);
    const story = rememberedStory(sold, { trades: [], highest: 19n });
    expect(withWorth({ price: 20n, story }, null)).toMatchObject({ record: false, floor: null });
  });

  it('is never many units, a price in another coin, an unknown one or nothing', () => {
    expect(claimed(20n, null, { highestSale: 1n }, { quantity: 2n })).toBe(false);
    expect(claimed(20n, null, { highestSale: 1n }, { currency: address(0xe0) })).toBe(false);
    expect(claimed(null, null, { highestSale: 1n })).toBe(false);
    expect(claimed(0n, null, { highestSale: 0n })).toBe(false);
  });
});

describe('the floor', () => {
  it('is what the marketplace tells, and a floor of nothing is none', () => {
    expect(withWorth(sold, worth({ floor: 9n })).floor).toBe(9n);
    expect(withWorth(sold, worth({ floor: 0n })).floor).toBeNull();
  });
});

describe('the floor that a listing is held against', () => {
  const SINCE = 1_000;
  const held = (change: Parameters<typeof soldItem>[0] = {}, earlier: bigint | null = 30n, at = SINCE) => {
    const floorBefore = earlier === null ? null : { amount: earlier, until: SINCE * 1_000 };
    const item = soldItem({ price: 20n, ...change });
    return worthWithout({ item, occurredAt: at }, worth({ floor: 20n, floorBefore })).floor;
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
