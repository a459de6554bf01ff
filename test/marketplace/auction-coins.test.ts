import { describe, expect, it } from 'vitest';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import { toAuction } from '../support/read-resources.ts';
import { BUYER, COLLECTION, SELLER, ZERO } from './activity-samples.ts';
import { NOW } from './stub-marketplace.ts';

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const UNKNOWN = `0x${'ab'.repeat(20)}`;
const usdc = { symbol: 'USDC', decimals: 6 };

/** What an auction from 1,000 with bids of 2,000 and 2,500 says of its amounts, on a chain whose own coin is S. */
function amountsOf(
  fields: Record<string, unknown>,
  ofBids: Record<string, unknown> = {},
  [start, first, second]: readonly [string, string, string] = ['1000000000', '2000000000', '2500000000'],
) {
  const bids = [
    { bidder: SELLER, amount: first, timestamp: 1, ...ofBids },
    { bidder: BUYER, amount: second, timestamp: 2, ...ofBids },
  ];
  const record = { id: 'a', collectionAddress: COLLECTION, tokenId: 1, startingPrice: start, bids };
  const auction = toAuction(
    { ...record, highestBid: second, highestBidder: BUYER, ...fields },
    NOW,
    isCoinOf('S'),
  );
  if (auction === null) throw new Error('The auction was not read.');
  const { startingPrice, highestBid, currency, coin } = auction;
  return { startingPrice, highestBid, bids: auction.bids.map(({ amount }) => amount), currency, coin };
}

const AMOUNTS = {
  startingPrice: 1_000_000_000n,
  highestBid: 2_500_000_000n,
  bids: [2_000_000_000n, 2_500_000_000n],
};

describe('the coin of an auction', () => {
  it.each<[string, Record<string, unknown>]>([
    ['nothing', {}],
    ['the own symbol', { currency: 's' }],
    ['the word native', { paymentToken: 'native' }],
    ['the zero address', { currency: ZERO }],
  ])('is the chain’s own where it names %s', (_what, fields) => {
    expect(amountsOf(fields)).toEqual({ ...AMOUNTS, currency: undefined, coin: undefined });
    expect(amountsOf({}, fields)).toEqual({ ...AMOUNTS, currency: undefined, coin: undefined });
  });

  it.each<[string, Record<string, unknown>, string, object | undefined]>([
    ['currency', { currency: 'USDC' }, '0x:USDC', usdc],
    [
      'currencySymbol with decimals',
      { currencySymbol: 'FOO', currencyDecimals: 6 },
      '0x:FOO',
      { symbol: 'FOO', decimals: 6 },
    ],
    ['currency.symbol', { currency: { symbol: 'USDC', decimals: 6 } }, '0x:USDC', usdc],
    ['paymentToken', { paymentToken: USDC }, USDC, usdc],
    [
      'paymentToken.address',
      { paymentToken: { address: UNKNOWN, symbol: 'USDC', decimals: 6 } },
      UNKNOWN,
      usdc,
    ],
    ['paymentTokenAddress', { paymentTokenAddress: USDC }, USDC, usdc],
    ['payment_token', { payment_token: { address: UNKNOWN } }, UNKNOWN, undefined],
    ['a symbol that nobody knows', { currency: 'FOO' }, '0x:FOO', undefined],
  ])('is another one where it, or only its bids, name it by %s', (_how, fields, currency, coin) => {
    expect(amountsOf(fields)).toEqual({ ...AMOUNTS, currency, coin });
    expect(amountsOf({}, fields)).toEqual({ ...AMOUNTS, currency, coin });
    expect(amountsOf(fields, fields)).toEqual({ ...AMOUNTS, currency, coin });
  });

  it('stands inside the highest bid where that is an object', () => {
    const highestBid = { amount: '2500000000', currency: { address: USDC } };
    expect(amountsOf({ highestBid })).toEqual({ ...AMOUNTS, currency: USDC, coin: usdc });
  });

  it('converts whole coins with its own decimals', () => {
    const found = amountsOf({ currency: 'USDC' }, {}, ['1000.0', '2000.0', '2500.0']);
    expect(found).toEqual({ ...AMOUNTS, currency: '0x:USDC', coin: usdc });
  });

  it('has one number of decimals for all amounts, which none of them contradicts', () => {
    const onBnbChain = String(2_500n * 10n ** 18n);
    const { currency, coin } = amountsOf({ currency: 'USDC' }, {}, ['1', '2', onBnbChain]);
    expect({ currency, coin }).toEqual({ currency: '0x:USDC', coin: undefined });
  });

  it('is that of its bids where it names the own one, and its starting price is unknown then', () => {
    const found = amountsOf({ currency: 'S' }, { currency: 'USDC' });
    expect(found).toEqual({ ...AMOUNTS, startingPrice: null, currency: '0x:USDC', coin: usdc });
  });

  it('is the auction’s where a bid names it less exactly', () => {
    expect(amountsOf({ paymentToken: USDC }, { currency: 'usdc' }).bids).toEqual(AMOUNTS.bids);
    expect(amountsOf({ currency: 'USDC' }, { paymentToken: { address: USDC } }).bids).toEqual(AMOUNTS.bids);
  });

  it('leaves out a bid in a third coin, which has no place among the others', () => {
    const bids = [
      { bidder: SELLER, amount: '2000000000' },
      { bidder: BUYER, amount: String(10n ** 18n), currency: 'WETH' },
      { bidder: BUYER, amount: String(10n ** 18n), currency: 'S' },
      { bidder: BUYER, amount: '2500000000' },
    ];
    expect(amountsOf({ currency: 'USDC', bids }).bids).toEqual(AMOUNTS.bids);
  });
});
