import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import { decodeActivities } from '#src/marketplace/resources/activity/activities.ts';
import { COLLECTION, saleRecord, ZERO } from './activity-samples.ts';
import { NOW } from './stub-marketplace.ts';

const CASES = new URL('../../../shared/fixtures/cases/currency-by-symbol.json', import.meta.url);
const UNKNOWN = `0x${'ab'.repeat(20)}`;
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';

/** What a record says of its coin; `undefined` for what it leaves out. */
interface Named {
  readonly contract?: string | undefined;
  readonly symbol?: string | undefined;
  readonly decimals?: number | undefined;
}

/** The sale with these fields, on a chain whose own coin is S. */
function priceOf(fields: Record<string, unknown>, own = 'S') {
  const { items } = decodeActivities([saleRecord(fields)], NOW, isCoinOf(own));
  const [{ price, currency, coin } = { price: null, currency: null }] = items;
  return { price, currency, coin };
}

/** Every place where a record may name its coin (activity-decoding: currency), with its price. */
const PLACES: Readonly<Record<string, (price: string, named: Named) => Record<string, unknown>>> = {
  'currency with currencySymbol': (price, { contract, symbol, decimals }) => ({
    ...{ price, currency: contract, currencySymbol: symbol, currencyDecimals: decimals },
  }),
  'currency as a text': (price, { contract, symbol, decimals }) => ({
    ...{ price, currency: contract ?? symbol, currency_symbol: symbol, currency_decimals: decimals },
  }),
  'currency.address': (price, { contract, ...coin }) => ({ price, currency: { address: contract, ...coin } }),
  'currency.contract': (price, { contract, ...coin }) => ({ price, currency: { contract, ...coin } }),
  'paymentToken as a text': (price, { contract, symbol, decimals }) => ({
    ...{ price, paymentToken: contract ?? symbol },
    ...{ paymentTokenSymbol: symbol, paymentTokenDecimals: decimals },
  }),
  'paymentToken.address': (price, { contract, ...coin }) => ({
    ...{ price, paymentToken: { address: contract, ...coin } },
  }),
  'payment_token.address': (price, { contract, ...coin }) => ({
    ...{ price, payment_token: { address: contract, ...coin } },
  }),
  'payment.token_address': (quantity, { contract, ...coin }) => ({
    ...{ price: undefined, payment: { quantity, token_address: contract, ...coin } },
  }),
  'payment.type.contract': (price, { contract, ...coin }) => ({
    price,
    payment: { type: { contract, ...coin } },
  }),
  'price.currency.contract': (raw, { contract, ...coin }) => ({
    ...{ price: { amount: { raw }, currency: { contract, ...coin } } },
  }),
  'unitPrice.currency.contract': (raw, { contract, ...coin }) => ({
    ...{ price: undefined, unitPrice: { amount: { raw }, currency: { contract, ...coin } } },
  }),
  'price.currency as a text': (raw, { contract, symbol, decimals }) => ({
    ...{ price: { amount: { raw }, currency: contract ?? symbol, symbol, decimals } },
  }),
  'payToken.addr': (price, { contract, ...coin }) => ({ price, payToken: { addr: contract, ...coin } }),
};

const BASE = 2_500_000_000n;
const nothing = { contract: undefined, symbol: undefined, decimals: undefined };

/** Contract, symbol and decimals, each there or not: the coin that it is, and how its amounts are written. */
const CELLS: readonly [string, Named, { currency: string | null; coin?: object }][] = [
  ['nothing', nothing, { currency: null }],
  ['decimals', { decimals: 18 }, { currency: null }],
  ['the own symbol', { symbol: 'S' }, { currency: null }],
  ['the own symbol with decimals', { symbol: 'S', decimals: 18 }, { currency: null }],
  ['the own symbol in another case', { symbol: 's' }, { currency: null }],
  ['the word native', { symbol: 'native' }, { currency: null }],
  ['the zero address', { contract: ZERO }, { currency: null }],
  ['the zero address with decimals', { contract: ZERO, decimals: 18 }, { currency: null }],
  ['the zero address with the own symbol', { contract: ZERO, symbol: 'S' }, { currency: null }],
  ['the zero address with all', { contract: ZERO, symbol: 'S', decimals: 18 }, { currency: null }],
  ['the zero address with an old symbol', { contract: ZERO, symbol: 'FTM' }, { currency: null }],
  [
    'the zero address with a well-known coin',
    { contract: ZERO, symbol: 'USDC', decimals: 6 },
    { currency: '0x:USDC', coin: { symbol: 'USDC', decimals: 6 } },
  ],
  ['a symbol', { symbol: 'FOO' }, { currency: '0x:FOO' }],
  [
    'a symbol with decimals',
    { symbol: 'FOO', decimals: 6 },
    { currency: '0x:FOO', coin: { symbol: 'FOO', decimals: 6 } },
  ],
  ['a well-known symbol', { symbol: 'usdc' }, { currency: '0x:usdc', coin: { symbol: 'USDC', decimals: 6 } }],
  [
    'a well-known symbol with decimals',
    { symbol: 'USDC', decimals: 18 },
    { currency: '0x:USDC', coin: { symbol: 'USDC', decimals: 18 } },
  ],
  ['a name that is no symbol', { symbol: 'Funny Coin' }, { currency: '0x:Funny Coin' }],
  [
    'a name that is no symbol with decimals',
    { symbol: 'Funny Coin', decimals: 6 },
    { currency: '0x:Funny Coin', coin: { symbol: '', decimals: 6 } },
  ],
  ['a contract', { contract: UNKNOWN }, { currency: UNKNOWN }],
  [
    'a contract with decimals',
    { contract: UNKNOWN, decimals: 6 },
    { currency: UNKNOWN, coin: { symbol: '', decimals: 6 } },
  ],
  ['a contract with a symbol', { contract: UNKNOWN, symbol: 'FOO' }, { currency: UNKNOWN }],
  ['a contract with the own symbol', { contract: UNKNOWN, symbol: 'S' }, { currency: UNKNOWN }],
  [
    'a contract with all',
    { contract: UNKNOWN, symbol: 'FOO', decimals: 6 },
    { currency: UNKNOWN, coin: { symbol: 'FOO', decimals: 6 } },
  ],
  ['a well-known contract', { contract: WETH }, { currency: WETH, coin: { symbol: 'WETH', decimals: 18 } }],
];

describe.each(Object.entries(PLACES))('a coin in %s', (_place, fieldsOf) => {
  it.each(CELLS)('named by %s is what it is', (_what, named, { currency, coin }) => {
    expect(priceOf(fieldsOf(String(BASE), { ...nothing, ...named }))).toEqual({
      price: BASE,
      currency,
      coin,
    });
  });

  it.each(CELLS)('named by %s keeps an amount in whole coins', (_what, named, { currency, coin }) => {
    const found = priceOf(fieldsOf('2.5', { ...nothing, ...named }));
    const { decimals = 18 } = found.coin ?? {};
    expect(found.currency).toBe(currency);
    expect(found.price).toBe((5n * 10n ** BigInt(decimals)) / 2n);
    expect(found.coin === undefined).toBe(currency === null);
    expect(found.coin).toEqual(coin ?? found.coin);
  });
});

describe('the chain’s own coin', () => {
  it.each([
    ['MATIC', 'POL'],
    ['POL', 'matic'],
    ['ETH', 'Ether'],
    ['Ξ', 'ETH'],
    ['S', 'Sonic'],
    ['FOO', ' foo '],
  ])('set as %s is also known as %s', (own, spelled) => {
    expect(priceOf({ currency: spelled }, own)).toMatchObject({ currency: null, price: 10n ** 19n });
  });

  it('is no other name', () => {
    const letters = fc.string({
      minLength: 1,
      maxLength: 40,
      unit: fc.constantFrom('A', 'B', 'E', 'T', 'H', 'x', ' ', '.', '$', '-'),
    });
    fc.assert(
      fc.property(letters, (name) => {
        fc.pre(name.trim() !== '' && name.trim() !== '-');
        expect(priceOf({ currency: name }).currency).not.toBeNull();
      }),
    );
  });

  it('stands at Polygon’s contract of it', () => {
    expect(priceOf({ currency: '0x0000000000000000000000000000000000001010' }, 'POL').currency).toBeNull();
  });
});

describe('another coin that is only named', () => {
  it('has no decimals that its amount contradicts', () => {
    const onBnbChain = priceOf({ price: String(2_500n * 10n ** 18n), currency: 'USDC' });
    expect(onBnbChain).toEqual({ price: 2_500n * 10n ** 18n, currency: '0x:USDC', coin: undefined });
  });

  it('has a price in its smallest unit also where only a starting price is given', () => {
    const fields = { type: 'listing', price: null, startingPrice: '900000000' };
    expect(priceOf({ ...fields, currency: { symbol: 'USDC', decimals: 6 } }).price).toBe(900_000_000n);
  });

  it.skipIf(!existsSync(CASES))('is never the chain’s coin in the cases of public reports', () => {
    const cases: readonly Record<string, unknown>[] = JSON.parse(readFileSync(CASES, 'utf8'));
    const found = cases.map((fields) =>
      priceOf(
        { collectionAddress: COLLECTION, ...('price' in fields ? {} : { price: null }), ...fields },
        'ETH',
      ),
    );
    const ape = { currency: '0x:APE', coin: { symbol: 'APE', decimals: 18 } };
    const usdc = { price: 2_500_000_000n, currency: '0x:USDC', coin: { symbol: 'USDC', decimals: 6 } };
    expect(found).toEqual([
      { price: 500n * 10n ** 18n, ...ape },
      usdc,
      usdc,
      usdc,
      { price: 10n ** 18n, currency: '0x:WETH', coin: { symbol: 'WETH', decimals: 18 } },
      usdc,
      { price: 900_000_000n, ...ape },
    ]);
  });
});
