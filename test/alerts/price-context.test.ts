import { describe, expect, it } from 'vitest';
import {
  addCollectionPrices,
  buildPriceContext,
  type CollectionPrices,
  excludeListing,
} from '#src/alerts/price-context.ts';
import type { Trade } from '#src/alerts/trade.ts';
import { address } from '../support/build-activity.ts';
import { soldItem } from '../support/build-alert.ts';
import { collectionPrices } from '../support/build-collection-prices.ts';

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
const bought = (...trades: readonly Trade[]) => buildPriceContext(sold, { trades, highest: null }).bought;

describe('the purchase price', () => {
  it('is the price of the seller’s last purchase of the token', () => {
    expect(bought(trade(), trade({ price: 3n, at: 5 }))).toEqual({ price: 12n, at: 1_000 });
  });

  it('is unknown if no purchase by the seller is saved', () => {
    expect(bought()).toBeNull();
    expect(bought(trade({ buyer: other }))).toBeNull();
    expect(
      buildPriceContext({ ...sold, seller: null }, { trades: [trade({ buyer: null })], highest: null })
        .bought,
    ).toBe(null);
  });

  it('is unknown if the seller sold it since and got it back without a trade', () => {
    expect(bought(trade({ seller, buyer: other, at: 2_000 }), trade())).toBeNull();
  });

  it('is unknown without its price, for other units, or if this price is in another coin', () => {
    expect(bought(trade({ price: null }), trade({ price: 3n }))).toBeNull();
    expect(bought(trade({ quantity: 10n }))).toBeNull();
    const foreign = { ...sold, currency: address(0xe0) };
    expect(buildPriceContext(foreign, { trades: [trade()], highest: null }).bought).toBeNull();
  });
});

describe('the last sale', () => {
  const last = (...trades: readonly Trade[]) => buildPriceContext(sold, { trades, highest: null }).last;

  it('is the price of its newest trade by any buyer', () => {
    expect(last(trade({ buyer: other, price: 9n }), trade({ price: 3n, at: 5 }))).toEqual({
      price: 9n,
      at: 1_000,
    });
  });

  it('is unknown without a trade, without its price, for other units or in another coin', () => {
    expect(last()).toBeNull();
    expect(last(trade({ price: null }), trade())).toBeNull();
    expect(last(trade({ quantity: 2n }))).toBeNull();
    const foreign = { ...sold, currency: address(0xe0) };
    expect(buildPriceContext(foreign, { trades: [trade()], highest: null }).last).toBeNull();
  });
});

describe('the highest sale ever', () => {
  const claimed = (
    price: bigint | null,
    highest: bigint | null,
    reported: Partial<CollectionPrices>,
    change = {},
  ) => {
    const item = { ...sold, price, ...change };
    const priceContext = buildPriceContext(item, { trades: [], highest });
    return addCollectionPrices({ price, priceContext }, collectionPrices(reported)).record;
  };
  const before = (amount: bigint) => ({ amount, until: 1_000 });

  it('is higher than all saved prices and than the marketplace’s highest sale', () => {
    expect(claimed(20n, 19n, { highestSale: 19n })).toBe(true);
    expect(claimed(20n, 20n, { highestSale: 19n })).toBe(false);
    expect(claimed(20n, 19n, { highestSale: 21n, highestBefore: before(5n) })).toBe(false);
  });

  it('may be the first saved trade', () => {
    expect(claimed(20n, null, { highestSale: 19n })).toBe(true);
  });

  it('equals the marketplace’s highest sale if that was lower before', () => {
    expect(claimed(20n, null, { highestSale: 20n, highestBefore: before(19n) })).toBe(true);
  });

  it('is not claimed if an older sale may have had the same price', () => {
    expect(claimed(20n, null, { highestSale: 20n })).toBe(false);
    expect(claimed(20n, 19n, { highestSale: 20n })).toBe(false);
    expect(claimed(20n, 20n, { highestSale: 20n, highestBefore: before(19n) })).toBe(false);
    expect(claimed(20n, null, { highestSale: 20n, highestBefore: before(30n) })).toBe(false);
  });

  it('is never claimed if the marketplace has no highest sale or does not answer', () => {
    expect(claimed(20n, 19n, {})).toBe(false);
    const priceContext = buildPriceContext(sold, { trades: [], highest: 19n });
    expect(addCollectionPrices({ price: 20n, priceContext }, null)).toMatchObject({
      record: false,
      floor: null,
    });
  });

  it('is never a price of several units, in another coin, unknown or 0', () => {
    expect(claimed(20n, null, { highestSale: 1n }, { quantity: 2n })).toBe(false);
    expect(claimed(20n, null, { highestSale: 1n }, { currency: address(0xe0) })).toBe(false);
    expect(claimed(null, null, { highestSale: 1n })).toBe(false);
    expect(claimed(0n, null, { highestSale: 0n })).toBe(false);
  });
});

describe('the floor', () => {
  it('is the marketplace’s, and a floor of 0 is none', () => {
    expect(addCollectionPrices(sold, collectionPrices({ floor: 9n })).floor).toBe(9n);
    expect(addCollectionPrices(sold, collectionPrices({ floor: 0n })).floor).toBeNull();
  });
});

describe('the floor that a listing is compared with', () => {
  const SINCE = 1_000;
  const held = (change: Parameters<typeof soldItem>[0] = {}, earlier: bigint | null = 30n, at = SINCE) => {
    const floorBefore = earlier === null ? null : { amount: earlier, until: SINCE * 1_000 };
    const item = soldItem({ price: 20n, ...change });
    return excludeListing({ item, occurredAt: at }, collectionPrices({ floor: 20n, floorBefore })).floor;
  };

  it('is the previous one if the listing is the floor itself', () => {
    expect(held()).toBe(30n);
    expect(held({ price: 60n, quantity: 3n })).toBe(30n);
  });

  it('is the current one if its price differs', () => {
    expect(held({ price: 19n })).toBe(20n);
    expect(held({ price: 21n })).toBe(20n);
    expect(held({ price: null })).toBe(20n);
    expect(held({ quantity: 2n })).toBe(20n);
    expect(held({ currency: address(0xe0) })).toBe(20n);
  });

  it('is the current one if the previous one was lower or is unknown', () => {
    expect(held({}, 10n)).toBe(20n);
    expect(held({}, 0n)).toBe(20n);
    expect(held({}, null)).toBe(20n);
  });

  it('is the current one if that was reported before the listing, with a tolerance of a minute', () => {
    expect(held({}, 30n, SINCE - 3_600)).toBe(30n);
    expect(held({}, 30n, SINCE + 60)).toBe(30n);
    expect(held({}, 30n, SINCE + 61)).toBe(20n);
  });
});
