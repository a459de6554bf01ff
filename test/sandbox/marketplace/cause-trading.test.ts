import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LedgerRecord } from '../../../sandbox/marketplace/ledger.ts';
import { START_MS, start, type TestMarketplace } from './support/start.ts';

const FOXES = 'lantern-foxes';

let marketplace: TestMarketplace;
beforeEach(async () => {
  marketplace = await start({ salesPerMinute: 0 });
});
afterEach(() => marketplace[Symbol.asyncDispose]());

const foxes = () => {
  const found = marketplace.collections().find(({ path }) => path === FOXES);
  if (found === undefined) throw new Error('There are no foxes.');
  return found;
};

/** How a token is listed, by the API. */
async function listingOf(record: LedgerRecord | undefined): Promise<unknown> {
  const path = `/api/tokens/collection/${record?.collection}?sortBy=tokenId&sortOrder=asc&limit=1&page=${record?.tokenId}`;
  const [token] = await marketplace.list(path, 'tokens');
  return token?.['isListed'];
}

describe('a caused listing', () => {
  it('can be a number of percent below the floor', () => {
    const { floor } = foxes();
    const [record] = marketplace.cause.listing({ collection: FOXES, belowFloorPercent: 20 });
    expect(record).toMatchObject({ kind: 'listing', price: (floor * 4n) / 5n, txHash: null });
    expect(foxes().floor).toBe((floor * 4n) / 5n);
  });

  it('changes the price of a listed token', () => {
    const [first] = marketplace.cause.listing({ collection: FOXES, price: 900n });
    const again = marketplace.cause.listing({ collection: FOXES, tokenId: first?.tokenId, price: 800n });
    expect(again).toMatchObject([{ kind: 'listing_updated', tokenId: first?.tokenId, price: 800n }]);
  });

  it('expires', async () => {
    const [record] = marketplace.cause.listing({ collection: FOXES, price: 900n, expiresInMs: 5000 });
    marketplace.passTime(4999);
    expect(await listingOf(record)).toBe(true);

    marketplace.passTime(1);
    expect(await listingOf(record)).toBe(false);
    expect(marketplace.ledger.records().at(-1)).toMatchObject({
      kind: 'listing_expired',
      tokenId: record?.tokenId,
      timestamp: (START_MS + 5000) / 1000,
    });
  });

  it('does not expire after it was sold, changed or cancelled', () => {
    const [sold] = marketplace.cause.listing({ collection: FOXES, price: 900n, expiresInMs: 5000 });
    const [changed] = marketplace.cause.listing({ collection: FOXES, price: 950n, expiresInMs: 5000 });
    marketplace.cause.sale({ collection: FOXES, tokenId: sold?.tokenId });
    marketplace.cause.listing({ collection: FOXES, tokenId: changed?.tokenId, expiresInMs: 60_000 });
    marketplace.passTime(10_000);

    expect(marketplace.ledger.records().some(({ kind }) => kind === 'listing_expired')).toBe(false);
  });

  it('is refused at an invalid percentage', () => {
    expect(() => marketplace.cause.listing({ belowFloorPercent: 100 })).toThrow(RangeError);
  });
});

describe('caused mints and transfers', () => {
  it.each([
    ['mint', () => marketplace.cause.mint(3)],
    ['transfer', () => marketplace.cause.transfers(3, { collection: FOXES })],
  ])('of several tokens are one transaction: %s', (kind, act) => {
    const records = act();
    expect(records.map((record) => record.kind)).toEqual([kind, kind, kind]);
    for (const same of ['txHash', 'seller', 'buyer'] as const)
      expect(new Set(records.map((record) => record[same])).size).toBe(1);
    for (const own of ['tokenId', 'logIndex', 'activityId'] as const)
      expect(new Set(records.map((record) => record[own])).size).toBe(3);
  });

  it('are refused when there are too few tokens', () => {
    expect(() => marketplace.cause.mint(1, { collection: FOXES })).toThrow('no 1 tokens left to mint');
    expect(() => marketplace.cause.transfers(3000, { collection: FOXES })).toThrow(RangeError);
  });
});

describe('a caused offer', () => {
  it('for any token of a collection has no token id', async () => {
    const [record] = marketplace.cause.collectionOffer({ collection: FOXES, price: 77n });
    expect(record).toMatchObject({ kind: 'collection_offer', tokenId: '', price: 77n });
    const [top] = await marketplace.list('/api/activities?limit=1', 'activities');
    expect(top).toMatchObject({ type: 'collection_offer', price: '77', offeror: record?.buyer });
    expect(top).not.toHaveProperty('tokenId');
    expect(marketplace.ledger.offers().at(-1)).toMatchObject({ tokenId: '', price: 77n });
  });

  it('is accepted at its price, as a sale to its maker', () => {
    const [offer] = marketplace.cause.offer({ collection: FOXES, price: 4321n });
    expect(marketplace.cause.acceptOffer()).toMatchObject([
      { kind: 'sale', tokenId: offer?.tokenId, price: 4321n, buyer: offer?.buyer },
    ]);
    expect(marketplace.ledger.offers().at(-1)?.acceptedAtMs).toBe(START_MS);
  });

  it('cannot be accepted where there is none', () => {
    expect(() => marketplace.cause.acceptOffer({ collection: FOXES, tokenId: '8' })).toThrow(
      'There is no offer',
    );
  });
});

describe('caused wash trades', () => {
  it('move one token back and forth between two wallets', () => {
    const trades = marketplace.cause.wash(5, { collection: FOXES, price: 10n });
    expect(trades.map(({ price }) => price)).toEqual([10n, 10n, 10n, 10n, 10n]);
    expect(new Set(trades.map(({ tokenId }) => tokenId)).size).toBe(1);
    expect(new Set(trades.map(({ txHash }) => txHash)).size).toBe(5);
    expect(trades.slice(1).map(({ seller }) => seller)).toEqual(
      trades.slice(0, -1).map(({ buyer }) => buyer),
    );
    expect(trades.filter(({ seller, buyer }) => seller === buyer)).toEqual([]);
    expect(new Set(trades.flatMap(({ seller, buyer }) => [seller, buyer])).size).toBe(2);
  });
});

describe('special kinds of caused bids', () => {
  it('extend the auction as in the last second, or raise the leader’s own bid', () => {
    const [auction] = marketplace.cause.auction({ collection: FOXES, endsInMs: 600_000 });
    expect(() => marketplace.cause.selfRaise(auction?.auctionId ?? '')).toThrow('Nobody has bid');
    const [bid] = marketplace.cause.bid();
    const [raise] = marketplace.cause.selfRaise();
    expect(raise).toMatchObject({ kind: 'auction_bid', buyer: bid?.buyer });

    marketplace.cause.lateBid();
    expect(marketplace.ledger.auctions().at(-1)).toMatchObject({
      endsAtMs: START_MS + 660_000,
      extensions: [{ fromMs: START_MS + 600_000, toMs: START_MS + 660_000 }],
    });
  });

  it('are too late for an auction of one second', () => {
    const [auction] = marketplace.cause.auction({ collection: FOXES, endsInMs: 800, settlesAfterMs: 0 });
    marketplace.passTime(1000);
    expect(() => marketplace.cause.bid({ auction: auction?.auctionId ?? '' })).toThrow();
    expect(marketplace.ledger.auctions().at(-1)?.close).toMatchObject({ how: 'unsold' });
  });
});

describe('an hour of the simulation', () => {
  it('has every kind of event', async () => {
    await using busy = await start();
    busy.passTime(3_600_000);
    const records = busy.ledger.records().filter(({ history }) => !history);
    const share = (kind: LedgerRecord['kind']): number =>
      records.filter((record) => record.kind === kind).length;
    for (const kind of [
      'listing_updated',
      'listing_expired',
      'collection_offer',
      'mint',
      'transfer',
    ] as const)
      expect([kind, share(kind) > 20]).toEqual([kind, true]);
    const several = (kind: LedgerRecord['kind']): boolean =>
      [
        ...Map.groupBy(
          records.filter((record) => record.kind === kind),
          ({ txHash }) => txHash,
        ).values(),
      ].some(({ length }) => length > 1);
    expect([several('mint'), several('transfer')]).toEqual([true, true]);
    const pairs = Map.groupBy(
      records.filter(({ kind }) => kind === 'sale'),
      ({ collection, tokenId, seller, buyer }) => [collection, tokenId, ...[seller, buyer].sort()].join(' '),
    );
    expect([...pairs.values()].filter(({ length }) => length > 2).length).toBeGreaterThan(5);
  });
});
