import { describe, expect, it } from 'vitest';
import {
  factsOf,
  isEqualRecord,
  isSameEvent,
  MAX_KEYS,
  mayBeSameRecord,
  mergeRecords,
} from '#src/alerts/feed-record.ts';
import { address, sale, txHash } from '../support/build-activity.ts';

const weak = sale({ keys: ['tx:1:0'] });
const strong = sale({ keys: ['id:a', 'log:1'], logIndex: 1 });

describe('a record with other keys than before', () => {
  it.each([
    ['has an id and a place now', weak, strong],
    ['has an id now', weak, sale({ keys: ['id:a'] })],
    ['has a place in the block now', weak, sale({ keys: ['log:1'] })],
    ['has lost them', strong, weak],
    ['has a transaction now', sale({ keys: ['off:1'], txHash: null }), strong],
    ['has a price as well', sale({ keys: ['tx:1:0'], price: null }), strong],
    ['has a price instead of 0', sale({ keys: ['tx:1:0'], price: 0n }), strong],
    ['has another id', strong, sale({ keys: ['id:b'] })],
    ['has parties as well', sale({ keys: ['tx:1:0'], from: null, to: null }), strong],
  ])('is the same where it %s', (_, known, shown) => {
    expect(isSameEvent(known, shown)).toBe(true);
  });

  it.each([
    ['another place in the block', strong, sale({ keys: ['log:4'], logIndex: 4 })],
    ['another transaction', weak, sale({ keys: ['id:a'], txHash: txHash(2) })],
    ['another token', weak, sale({ keys: ['id:a'], tokenId: '8' })],
    ['another collection', weak, sale({ keys: ['id:a'], collection: address(0xc9) })],
    ['another seller', weak, sale({ keys: ['id:a'], from: address(0xdd) })],
    ['another buyer', weak, sale({ keys: ['id:a'], to: address(0xdd) })],
    ['another price', weak, sale({ keys: ['id:a'], price: 5n })],
    ['another quantity', weak, sale({ keys: ['id:a'], quantity: 2n })],
    [
      'neither a transaction nor a time',
      sale({ keys: ['off:1'], txHash: null, timestamp: null }),
      sale({ keys: ['id:a'], txHash: null, timestamp: null }),
    ],
    ['another kind', weak, sale({ keys: ['id:a'], kind: 'transfer' })],
    ['only other facts of the same kind of key', weak, sale({ keys: ['tx:1:1'] })],
  ])('is another event where it has %s', (_, known, shown) => {
    expect(isSameEvent(known, shown)).toBe(false);
  });
});

describe('a record that is shown again', () => {
  it('keeps values that are missing now', () => {
    const bare = sale({ keys: ['id:a'], price: null, from: null, to: null, txHash: null });
    expect(factsOf(mergeRecords(strong, bare))).toBe(factsOf(strong));
    expect(factsOf(mergeRecords(strong, { ...bare, price: 0n }))).toBe(factsOf(strong));
  });

  it('takes new and changed values', () => {
    const corrected = mergeRecords({ ...strong, price: null, to: null }, { ...strong, price: 7n });
    expect([corrected.price, corrected.to]).toEqual([7n, strong.to]);
  });

  it('takes a price that comes late with its coin, and keeps the coin of the price that it had', () => {
    const coin = address(0xee);
    const unpriced = { ...strong, price: null };
    expect(mergeRecords(unpriced, { ...strong, price: 7n, currency: coin }).currency).toBe(coin);
    expect(mergeRecords({ ...strong, currency: coin }, unpriced).currency).toBe(coin);
    const ape = { currency: '0x:APE', coin: { symbol: 'APE', decimals: 18 } } as const;
    expect(mergeRecords(unpriced, { ...strong, ...ape })).toMatchObject(ape);
    expect(mergeRecords({ ...strong, ...ape }, unpriced)).toMatchObject(ape);
    expect(mergeRecords({ ...strong, ...ape }, strong)).not.toHaveProperty('coin');
  });

  it('keeps the terms of a listing', () => {
    const terms = { reserved: { for: null }, falling: { to: 1n, from: null, until: 5 } };
    expect(mergeRecords({ ...strong, ...terms }, strong)).toMatchObject(terms);
    expect(mergeRecords(strong, { ...strong, ...terms })).toMatchObject(terms);
  });

  it('keeps a quantity that is missing now, and takes one that was missing', () => {
    const many = { ...strong, quantity: 5n };
    expect(mergeRecords(many, strong).quantity).toBe(5n);
    expect(mergeRecords(strong, many).quantity).toBe(5n);
  });

  it('is known by a bounded number of keys, the first ones', () => {
    let record = strong;
    for (let poll = 0; poll < 100; poll += 1)
      record = mergeRecords(record, { ...strong, keys: [`id:${poll}`, 'log:1'] });
    expect(record.keys).toHaveLength(MAX_KEYS);
    expect(record.keys.slice(0, 3)).toEqual(['id:a', 'log:1', 'id:0']);
  });

  it('has each of its keys once', () => {
    const merged = mergeRecords(strong, { ...strong, keys: ['log:1', 'id:b', 'id:a'] });
    expect(merged.keys).toEqual(['id:a', 'log:1', 'id:b']);
  });

  it('is not another record with the same id', () => {
    const other = { ...strong, keys: ['id:a', 'log:4'] as const, logIndex: 4 };
    expect(mayBeSameRecord(strong, other)).toBe(false);
    expect(mayBeSameRecord(strong, { ...strong, tokenId: '8' })).toBe(false);
    expect(mayBeSameRecord(strong, { ...strong, collection: address(0xc9) })).toBe(false);
    expect(mayBeSameRecord(strong, { ...strong, txHash: txHash(2) })).toBe(false);
    expect(mayBeSameRecord(strong, { ...strong, kind: 'listing' })).toBe(false);
    expect(mayBeSameRecord(strong, { ...strong, price: null })).toBe(true);
    expect(mayBeSameRecord(strong, { ...strong, collection: null, txHash: null })).toBe(true);
  });

  it('is another one where both parties differ in the transaction; one party may be corrected', () => {
    const known = sale({ id: 'a' });
    expect(mayBeSameRecord(known, { ...known, to: address(1) })).toBe(true);
    expect(mayBeSameRecord(known, { ...known, from: address(2), to: address(1) })).toBe(false);
    expect(mayBeSameRecord(strong, { ...strong, from: address(2), to: address(1) })).toBe(true);
  });

  it('is another one outside of a transaction where its time differs and a party or the price too', () => {
    const known = sale({ id: 'a', kind: 'listing', txHash: null, to: null, timestamp: 1_000 });
    const later = { ...known, timestamp: 2_000 };
    expect(mayBeSameRecord(known, later)).toBe(true);
    expect(mayBeSameRecord(known, { ...known, price: 5n })).toBe(true);
    expect(mayBeSameRecord(known, { ...later, price: null })).toBe(true);
    expect(mayBeSameRecord(known, { ...later, price: 5n })).toBe(false);
    expect(mayBeSameRecord(known, { ...later, from: address(2) })).toBe(false);
  });
});

describe('two records with the same facts', () => {
  it('are equal, whatever their keys', () => {
    expect(isEqualRecord(strong, { ...strong, keys: ['id:b'] })).toBe(true);
  });

  it('are not equal at another time, with another fact, or with a fact that only one has', () => {
    expect(isEqualRecord(strong, { ...strong, timestamp: (strong.timestamp ?? 0) + 1 })).toBe(false);
    expect(isEqualRecord(strong, { ...strong, timestamp: null })).toBe(false);
    expect(isEqualRecord(strong, { ...strong, price: 5n })).toBe(false);
    expect(isEqualRecord(strong, { ...strong, to: null })).toBe(false);
  });
});
