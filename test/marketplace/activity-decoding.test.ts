import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '#src/marketplace/json.ts';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import { decodeActivities } from '#src/marketplace/resources/activity/activities.ts';
import type { ActivityKind } from '#src/marketplace/resources/activity/kind.ts';
import {
  BUYER,
  COLLECTION,
  DEAD,
  decodeOne,
  decodePage,
  SELLER,
  saleRecord,
  TX,
  ZERO,
} from './activity-samples.ts';
import { NOW } from './stub-marketplace.ts';

const RARIBLE = new URL('../../../shared/fixtures/activities/rarible.json', import.meta.url);

describe('a sale', () => {
  it('is read from the documented spelling', () => {
    expect(decodeOne(saleRecord())).toEqual({
      keys: ['id:68b172cf77b20a6d48d2991a', `log:${TX}:3:0:${COLLECTION}:478:sale`],
      kind: 'sale',
      collection: COLLECTION,
      tokenId: '478',
      price: 10n ** 19n,
      currency: null,
      from: SELLER,
      to: BUYER,
      txHash: TX,
      logIndex: 3,
      quantity: 1n,
      timestamp: 1_756_464_735,
      collectionName: null,
      tokenName: null,
      image: null,
      source: null,
      reverted: false,
    });
  });

  /** Spellings of one fact each; any choice among them is the same sale. */
  const spelling = fc.record({
    id: fc.constantFrom(
      { _id: 'abc1' },
      { id: 'abc1' },
      { activityId: 'abc1' },
      { eventId: 'abc1' },
      { saleId: 'abc1' },
      { _id: { $oid: 'abc1' } },
      { _id: null, ID: 'abc1' },
    ),
    kind: fc.constantFrom(
      { type: 'sale' },
      { activityType: 'SOLD' },
      { eventType: 'item_sold' },
      { event_type: 'Buy-Now' },
      { '@type': 'ORDER_MATCH', type: '' },
      { type: 'ERC721', action: 'purchase' },
      { kind: 'acceptBid' },
    ),
    collection: fc.constantFrom(
      { collectionAddress: COLLECTION },
      { collection: COLLECTION.toUpperCase().replace('0X', '0x') },
      { collection: { address: COLLECTION, name: null } },
      { collection: { id: `ETHEREUM:${COLLECTION}` } },
      { contract_address: COLLECTION },
      { nft: { contract: COLLECTION } },
      { asset: { asset_contract: { address: COLLECTION } } },
      { collectionAddress: '-', address: COLLECTION },
    ),
    token: fc.constantFrom(
      { tokenId: 478 },
      { tokenId: '478' },
      { token_id: '0x1de' },
      { token: { tokenId: { $numberLong: '478' } } },
      { tokenIds: [478] },
      { tokenID: '0478' },
      { identifier: '478', tokenId: 'null' },
      { tokenId: `${COLLECTION}-478` },
    ),
    price: fc.constantFrom(
      { price: '37000000000000000' },
      { price: 0.037 },
      { price: '0.0370' },
      { priceWei: '37000000000000000' },
      { price: null, totalPrice: '3.7e-2' },
      { price: { amount: { raw: '37000000000000000' } } },
      { pricePerItem: '37000000000000000' },
      { eth_price: '0.037' },
    ),
    parties: fc.constantFrom(
      { seller: SELLER, buyer: BUYER },
      { from: SELLER, to: BUYER },
      { fromAddress: SELLER, toAddress: BUYER },
      { seller_address: SELLER.toUpperCase().replace('0X', '0x'), taker: BUYER },
      { from_account: { address: SELLER }, winner_account: { address: BUYER } },
      { from: { address: SELLER }, to: { address: `ETHEREUM:${BUYER}` } },
    ),
    tx: fc.constantFrom(
      { txHash: TX },
      { transactionHash: TX.toUpperCase().replace('0X', '0x') },
      { transaction: { transaction_hash: TX } },
      { blockchainInfo: { transactionHash: TX } },
    ),
    log: fc.constantFrom({ logIndex: 0 }, { log_index: '0' }, { eventIndex: '0x0' }, { index: 0 }),
    time: fc.constantFrom(
      { timestamp: 1_756_464_735 },
      { timestamp: 'never', blockTimestamp: '1756464735000' },
      { date: '2025-08-29T10:52:15.000Z' },
      { createdAt: '2025-08-29 10:52:15', updatedAt: '2025-09-01T09:46:30.755Z' },
      { timestamp: 0, closing_date: { $date: '2025-08-29T10:52:15Z' } },
    ),
  });

  it('is the same activity, with the same keys, in any accepted spelling', () => {
    const plain = decodeOne({
      ...{ id: 'abc1', type: 'sale', collectionAddress: COLLECTION, tokenId: '478', seller: SELLER },
      ...{ buyer: BUYER, price: '37000000000000000', txHash: TX, logIndex: 0, timestamp: 1_756_464_735 },
    });
    fc.assert(
      fc.property(spelling, ({ collection, token, tx, parties, ...rest }) => {
        const record = Object.assign({}, ...Object.values(rest), tx, parties, token, collection);
        // Both may nest under `nft`, `asset` or `token` without overwriting one another.
        expect(decodeOne(record)).toEqual(plain);
      }),
      { numRuns: 500 },
    );
  });

  it('to the zero address is a sale and no burn', () => {
    expect(decodeOne(saleRecord({ buyer: ZERO })).kind).toBe('sale');
  });

  it('of an accepted bid has the bidder as its buyer', () => {
    const activity = decodeOne(saleRecord({ type: 'offerAccepted', buyer: null, offeror: BUYER }));
    expect(activity).toMatchObject({ kind: 'sale', from: SELLER, to: BUYER });
  });

  const OTHER_COIN = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';

  it.each([
    { currency: OTHER_COIN.toUpperCase().replace('0X', '0x') },
    { paymentToken: OTHER_COIN },
    { payment: { token_address: OTHER_COIN } },
    { payment: { type: { '@type': 'ERC20', contract: `ETHEREUM:${OTHER_COIN}` } } },
    { price: { amount: { raw: '5' }, currency: { contract: OTHER_COIN } } },
    { payToken: { addr: OTHER_COIN } },
  ])('in another coin says so: %j', (fields) => {
    expect(decodeOne(saleRecord(fields)).currency).toBe(OTHER_COIN);
  });

  it.each([
    {},
    { currency: 'native' },
    { currency: 'S' },
    { paymentToken: ZERO },
    { currency: { symbol: 'S', contract: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' } },
  ])('is in the chain’s own coin where nothing else is reported: %j', (fields) => {
    expect(decodeOne(saleRecord(fields))).toMatchObject({ currency: null, price: 10n ** 19n });
  });

  it('with parties, price and token missing is still a sale', () => {
    const bare = saleRecord({ seller: null, buyer: '', price: '-', tokenId: 'null', logIndex: null });
    expect(decodeOne(bare)).toMatchObject({ kind: 'sale', from: null, to: null, price: null, tokenId: null });
  });

  it('of several units with a unit price has the total price', () => {
    const perItem = { price: null, pricePerItem: '5', amount: '3' };
    expect(decodeOne(saleRecord(perItem))).toMatchObject({ price: 15n, quantity: 3n });
    expect(decodeOne(saleRecord({ ...perItem, totalPrice: '14' })).price).toBe(14n);
  });

  it('that was reverted is marked', () => {
    expect(decodeOne(saleRecord({ reverted: true })).reverted).toBe(true);
    expect(decodeOne(saleRecord({ reverted: false, isDeleted: 'true' })).reverted).toBe(true);
    expect(decodeOne(saleRecord({ cancelled: 0 })).reverted).toBe(false);
    expect(decodeOne(saleRecord({ removed: true })).reverted).toBe(true);
    expect(decodeOne(saleRecord({ status: 'Failed' })).reverted).toBe(true);
    expect(decodeOne(saleRecord({ status: 'cancelled' })).reverted).toBe(false);
  });
});

describe('the tokens of an activity', () => {
  const none = { tokenId: null };
  const COLLECTION = '0x00000000000000000000000000000000000000c1';
  const idsOf = (fields: Record<string, unknown>) => {
    const { tokenId, bundle, tokenDefect } = decodeOne(saleRecord({ ...none, ...fields }));
    return bundle?.map((token) => token.tokenId) ?? tokenDefect ?? tokenId;
  };

  it.each<[Record<string, unknown>, unknown]>([
    [{ tokenIds: ['5', '6', '7'] }, ['5', '6', '7']],
    [{ tokenIds: [5, '0x6', 7] }, ['5', '6', '7']],
    [{ token_ids: '5,6' }, ['5', '6']],
    [{ tokenId: '5', tokenIds: ['5', '6'] }, ['5', '6']],
    [{ tokenIds: ['5', '5'] }, '5'],
    [{ tokenIds: ['5'] }, '5'],
    [{ tokenIds: [] }, null],
    [{ items: [{ tokenId: '5' }, { token_id: '6' }] }, ['5', '6']],
    [{ nfts: [`${COLLECTION}-5`, `${COLLECTION}-6`] }, ['5', '6']],
    [{ asset_bundle: { assets: [{ token_id: '5' }, { token_id: '6' }] } }, ['5', '6']],
    [{ tokenId: '5', items: [{ tokenId: '8' }, { tokenId: '9' }] }, '5'],
    [{ items: [{ sku: 'a' }, { sku: 'b' }] }, null],
    [{ tokenId: 1.157920892373162e76 }, 'damaged'],
    [{ tokenId: '1.1579208923731620e+76' }, 'damaged'],
    [{ tokenIds: ['5', 1.157920892373162e76] }, 'damaged'],
    [{ tokenIds: Array.from({ length: 101 }, (_, id) => id) }, 'too_many'],
  ])('of %j are %j', (fields, expected) => {
    expect(idsOf(fields)).toEqual(expected);
  });

  it('have units and collections of their own, and one price for all', () => {
    const tokens = [
      { tokenId: '5', amount: 3 },
      { tokenId: '6', contract: COLLECTION },
    ];
    const whole = decodeOne(saleRecord({ ...none, tokens, price: '12' }));
    expect(whole).toMatchObject({ price: 12n, quantity: 4n, bundle: [{ quantity: 3n }, { quantity: 1n }] });
    expect(whole.bundle?.[1]?.collection).toBe(COLLECTION);
    const each = decodeOne(saleRecord({ ...none, tokenIds: ['5', '6'], price: null, pricePerItem: '7' }));
    expect(each.price).toBe(14n);
  });

  it('are part of its identity, in any order', () => {
    const keyOf = (...tokenIds: readonly string[]) =>
      decodeOne(saleRecord({ ...none, _id: null, tokenIds, logIndex: 3 })).keys[0];
    expect(keyOf('5', '6')).toBe(keyOf('6', '5'));
    expect(keyOf('5', '6')).not.toBe(keyOf('5', '7'));
  });
});

describe('a listing', () => {
  const listing = (fields: Record<string, unknown>) =>
    decodeOne(saleRecord({ type: 'listing', buyer: null, price: '5000', ...fields }));

  it.each([
    [{ taker: BUYER }, { for: BUYER }],
    [{ is_private: true, taker: BUYER }, { for: BUYER }],
    [{ isPrivate: 'true', buyer: BUYER }, { for: BUYER }],
    [{ is_private: true }, { for: null }],
    [{ is_private: true, taker: ZERO }, { for: null }],
    [{ is_private: false, taker: ZERO }, undefined],
    [{ buyer: BUYER }, undefined],
  ])('is for one wallet only where the record says so: %j', (fields, reserved) => {
    expect(listing(fields).reserved).toEqual(reserved);
  });

  it.each([
    [{ endingPrice: '1000' }, { to: 1_000n, from: null, until: null }],
    [
      { price: null, startingPrice: '5000', endPrice: '1000' },
      { to: 1_000n, from: null, until: null },
    ],
    [
      { end_price: '1000', start_time: 1_756_464_735, expiration_date: '2025-08-30T10:52:15Z' },
      { to: 1_000n, from: 1_756_464_735, until: 1_756_551_135 },
    ],
    [
      { price: '5.5', endPrice: '1.5', currency: { symbol: 'USDC', decimals: 6 } },
      { to: 1_500_000n, from: null, until: null },
    ],
    [{ endingPrice: '5000' }, undefined],
    [{ endingPrice: '6000' }, undefined],
    [{ price: '5.5', endingPrice: '1000' }, undefined],
  ])('falls where its last price is lower: %j', (fields, falling) => {
    expect(listing(fields).falling).toEqual(falling);
  });

  it('has no such terms as a sale', () => {
    const { reserved, falling } = decodeOne(saleRecord({ taker: BUYER, is_private: true, endPrice: '1' }));
    expect([reserved, falling]).toEqual([undefined, undefined]);
  });
});

describe('the kind of an activity', () => {
  const cases: [Record<string, unknown>, ActivityKind][] = [
    [{ type: 'bid', auctionId: 0 }, 'auction_bid'],
    [{ type: 'bid' }, 'offer'],
    [{ type: 'bid', isCollectionOffer: true }, 'collection_offer'],
    [{ type: 'offer', isCollectionOffer: 'true' }, 'collection_offer'],
    [{ type: 'order', order_type: 'listing' }, 'listing'],
    [{ event_type: 'transfer', transfer_type: 'burn' }, 'burn'],
    [{ type: 'transfer', from: ZERO }, 'mint'],
    [{ type: 'transfer', to: ZERO }, 'burn'],
    [{ type: 'transfer', to: DEAD }, 'burn'],
    [{ type: 'transfer', from: SELLER, to: BUYER }, 'transfer'],
    [{ type: 'auction_settled' }, 'auction_settled'],
    [{ type: 'Sale Finished' }, 'listing_expired'],
    [{ type: 'approval' }, 'ignored'],
    [{ type: 'sale_v2_reversed' }, 'unknown'],
    [{ type: 'stake', category: 'sale' }, 'unknown'],
    [{ type: 7 }, 'unknown'],
    [{}, 'unknown'],
  ];
  it.each(cases)('of %j is %s', (fields, kind) => {
    expect(decodeOne({ id: '1', ...fields }).kind).toBe(kind);
  });

  it('assigns the addresses to the parties', () => {
    const offer = decodeOne({ id: '1', type: 'offer', offeror: BUYER, owner: SELLER, price: '5', amount: 2 });
    expect(offer).toMatchObject({ from: BUYER, to: SELLER, price: 5n, quantity: 2n });
    const bid = decodeOne({ id: '1', type: 'auctionBid', bidder: BUYER, amount: '10000000000000000000' });
    expect(bid).toMatchObject({ from: BUYER, price: 10n ** 19n, quantity: 1n });
    const transfer = decodeOne({ id: '1', type: 'transfer', from: SELLER, to: BUYER, value: '4' });
    expect(transfer).toMatchObject({ from: SELLER, to: BUYER, price: null, quantity: 4n });
  });
});

describe('a page of activities', () => {
  it('keeps token ids and prices of any length from the text', () => {
    const id = 2n ** 256n - 1n;
    const text = `[${JSON.stringify(saleRecord()).replace('478', String(id)).replace('"10000000000000000000"', '1000000000000000000001')}]`;
    expect(decodePage(...Object.values(parseJson(text) ?? {}))[0]).toMatchObject({
      tokenId: String(id),
      price: 1_000_000_000_000_000_000_001n,
    });
  });

  it('omits records without usable fields, and only those', () => {
    const { items, unreadable } = decodeActivities(
      [null, 7, 'x', [], {}, { foo: 1 }, saleRecord()],
      NOW,
      isCoinOf('S'),
    );
    expect(items).toHaveLength(1);
    expect(unreadable).toHaveLength(6);
  });

  it('is decoded without an error whatever is in it', () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(BUYER, TX, 'sale', '-', '1e9999', ZERO),
    );
    const wild = fc.dictionary(
      fc.constantFrom(
        ...Object.keys(saleRecord()),
        'collection',
        'nft',
        'token',
        'id',
        'amount',
        '__proto__',
        'x',
      ),
      value,
    );
    fc.assert(
      fc.property(fc.array(wild, { maxLength: 5 }), (records) => {
        const { items, unreadable } = decodeActivities(records, NOW, isCoinOf('S'));
        expect(items.length + unreadable.length).toBe(records.length);
        for (const activity of items) expect(activity.keys.length).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe.skipIf(!existsSync(RARIBLE))(
  'the feed of another marketplace (skipped where ../shared is absent)',
  () => {
    it('decodes to 106 sales with 106 distinct keys and prices exact to the wei', () => {
      const records: { price: string; nft: { type: { tokenId: string } } }[] = JSON.parse(
        readFileSync(RARIBLE, 'utf8'),
      );
      const sales = decodePage(...records);
      expect(sales).toHaveLength(106);
      expect(new Set(sales.map((sale) => sale.keys[0])).size).toBe(106);
      expect(new Set(sales.flatMap((sale) => sale.keys)).size).toBe(212);
      for (const [index, sale] of sales.entries()) {
        const [whole = '', fraction = ''] = (records[index]?.price ?? '').split('.');
        expect(sale.price).toBe(BigInt(whole + fraction.padEnd(18, '0')));
        expect(sale.tokenId).toBe(records[index]?.nft.type.tokenId);
        expect(sale).toMatchObject({ kind: 'sale', quantity: 1n });
        expect([sale.collection, sale.from, sale.to, sale.txHash, sale.timestamp]).not.toContain(null);
      }
    });
  },
);
