import { describe, expect, it } from 'vitest';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import { toCollection, toOwnedToken, toToken } from '../support/read-resources.ts';
import { COLLECTION } from './activity-samples.ts';
import { NOW } from './stub-marketplace.ts';

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const coin = { symbol: 'USDC', decimals: 6 };
const AMOUNT = '2500000000';

const tokenOf = (fields: object) => {
  const record = { tokenId: 1, isListed: true, listingPrice: AMOUNT, lastPrice: '7', ...fields };
  const token = toToken(record, COLLECTION, NOW, isCoinOf('S'));
  return { listing: token?.listingPrice, last: token?.lastPrice, others: token?.inOtherCoins };
};

describe('the prices of a token', () => {
  it.each([
    ['nothing', {}],
    ['the own symbol', { currency: 'S' }],
    ['the own symbol for its listing', { listingCurrency: 's' }],
  ])('are in the chain’s own coin where it names %s', (_what, fields) => {
    expect(tokenOf(fields)).toEqual({ listing: 2_500_000_000n, last: 7n, others: undefined });
  });

  const listing = { price: 2_500_000_000n, currency: '0x:USDC', coin };

  it.each<[string, object, string]>([
    ['listingCurrency', { listingCurrency: 'USDC' }, '0x:USDC'],
    ['listing_currency', { listing_currency: 'USDC' }, '0x:USDC'],
    ['listingPaymentToken', { listingPaymentToken: { address: USDC } }, USDC],
    ['listingPrice.currency', { listingPrice: { amount: AMOUNT, currency: 'USDC' } }, '0x:USDC'],
    ['listingPriceCurrency', { listingPriceCurrency: 'USDC' }, '0x:USDC'],
    ['listingCurrency beside its own currency', { listingCurrency: 'USDC', currency: 'S' }, '0x:USDC'],
  ])('are asked in another coin where its listing names it by %s', (_how, fields, currency) => {
    const others = { listing: { ...listing, currency }, last: null };
    expect(tokenOf(fields)).toEqual({ listing: null, last: 7n, others });
  });

  it('are all in the coin that the record names', () => {
    const last = { ...listing, price: 7n };
    expect(tokenOf({ currency: 'USDC' })).toEqual({ listing: null, last: null, others: { listing, last } });
  });

  it('may be in several coins', () => {
    const { others, last } = tokenOf({ lastPriceCurrency: 'APE', listingCurrency: 'USDC', lastPrice: '0.5' });
    expect(last).toBeNull();
    expect(others?.last).toMatchObject({ price: 5n * 10n ** 17n, coin: { symbol: 'APE', decimals: 18 } });
    expect(others?.listing).toEqual(listing);
  });
});

describe('the prices of a token in a wallet', () => {
  it('have their own coins: listing, bid, starting price and offer', () => {
    const record = {
      ...{
        tokenId: 1,
        collectionAddress: COLLECTION,
        lastPrice: '7',
        listingPrice: AMOUNT,
        listingCurrency: 'USDC',
      },
      ...{ auctionHighestBid: AMOUNT, auctionStartingPrice: '5', auctionCurrency: { address: USDC } },
      highestOffer: { amount: AMOUNT, paymentToken: { symbol: 'USDC', decimals: 6 } },
    };
    const found = toOwnedToken(record, isCoinOf('S'));
    const price = { price: 2_500_000_000n, currency: '0x:USDC', coin };
    const inAuction = { ...price, currency: USDC };
    expect(found).toMatchObject({
      ...{ lastPrice: 7n, highestOffer: null, listed: true, hasOffers: true },
      listing: { price: null },
      auction: { highestBid: null, startingPrice: null },
      inOtherCoins: {
        ...{ last: null, listing: price, offer: price, highestBid: inAuction },
        startingPrice: { ...inAuction, price: 5n },
      },
    });
  });
});

describe('the floor of a collection', () => {
  it.each<[string, object, bigint | null]>([
    ['nothing', {}, 2_500_000_000n],
    ['the own symbol', { floorCurrency: 'S' }, 2_500_000_000n],
    ['another coin for the floor', { floorCurrency: 'USDC' }, null],
    ['another coin for the floor price', { floorPriceCurrency: 'USDC' }, null],
    ['another coin for all', { currency: { address: USDC } }, null],
  ])('is one only in the chain’s own coin: where its figures name %s', (_what, fields, floor) => {
    const stats = { floor: AMOUNT, highestSale: '7', symbol: 'USDC', ...fields };
    const collection = toCollection({ address: COLLECTION, stats }, NOW, isCoinOf('S'));
    expect(collection).toMatchObject({ floor, stats: { floor, highestSale: 7n } });
  });
});
