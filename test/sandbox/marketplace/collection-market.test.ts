import { beforeEach, describe, expect, it } from 'vitest';
import {
  type CollectionMarket,
  createCollectionMarket,
} from '../../../sandbox/marketplace/world/collection-market.ts';
import type { EventKind, WorldEvent } from '../../../sandbox/marketplace/world/model.ts';
import { rarityTable } from '../../../sandbox/marketplace/world/rarity.ts';
import type { TokenSheet } from '../../../sandbox/marketplace/world/token-sheet.ts';

const NOW_MS = 1_800_000_000_000;

const sheet = (tokenId: string, hat: string): TokenSheet => ({
  tokenId,
  name: `Thing ${tokenId}`,
  description: '',
  traits: [{ type: 'Hat', value: hat }],
  amount: 1,
});

const event = (kind: EventKind, change: Partial<WorldEvent> = {}): WorldEvent => ({
  id: 'id',
  kind,
  atMs: 1,
  collection: 'things',
  tokenId: '1',
  price: null,
  from: 'anne',
  to: null,
  txHash: null,
  logIndex: null,
  ...change,
});

let market: CollectionMarket;
beforeEach(() => {
  const tokens = ['1', '2', '3'].map((tokenId) => ({
    ...sheet(tokenId, 'cap'),
    owner: tokenId === '3' ? 'boris' : 'anne',
    ask: tokenId === '2' ? 500n : null,
    lastPrice: 0n,
  }));
  const profile = {
    address: 'things',
    path: 'things',
    name: 'Things',
    symbol: 'T',
    description: '',
    standard: '721',
    chainId: 1,
    owner: 'maker',
    verified: true,
    featured: false,
    royaltyPercentage: 0,
    website: '',
    twitter: '',
    invite: '',
    imageStyle: 'cover',
    isDynamicMedia: false,
    isDynamicMetadata: false,
    isReveal: false,
  } as const;
  market = createCollectionMarket(
    { profile, tokens, rarity: rarityTable(tokens), unminted: [sheet('4', 'crown')], earlierSales: [] },
    (atMs) => NOW_MS + atMs,
  );
});

const owners = (): unknown => Object.fromEntries(market.owners);

describe('a collection on the market', () => {
  it('starts with its owners, its listings and their floor', () => {
    expect(owners()).toEqual({ anne: 2, boris: 1 });
    expect(market.listed.map((token) => token.sheet.tokenId)).toEqual(['2']);
    expect(market.floor()).toBe(500n);
  });

  it('moves a sold token from seller to buyer and off the list', () => {
    market.apply(event('sale', { tokenId: '2', price: 450n, to: 'clara' }), NOW_MS);
    expect(owners()).toEqual({ anne: 1, boris: 1, clara: 1 });
    expect(market.token('2')).toMatchObject({ owner: 'clara', lastPrice: 450n, listing: null });
    expect(market.listed).toEqual([]);
    expect(market.tally).toMatchObject({
      totalSales: 1,
      totalVolume: 450n,
      highestSale: 450n,
      lastSaleAtMs: NOW_MS,
    });
    expect(market.volume.between(NOW_MS - 60_000, NOW_MS)).toEqual({ count: 1, volume: 450n });
  });

  it('removes an owner without tokens', () => {
    market.apply(event('transfer', { tokenId: '3', from: 'boris', to: 'anne' }), NOW_MS);
    expect(owners()).toEqual({ anne: 3 });
  });

  it('leaves a token with its owner when the buyer is not known', () => {
    market.apply(event('sale', { tokenId: '2', price: 450n, to: null }), NOW_MS);
    expect(market.token('2')).toMatchObject({ owner: 'anne', listing: null });
  });

  it('adds and removes listings, and applies a change of price', () => {
    market.apply(event('listing', { tokenId: '1', price: 300n }), NOW_MS);
    expect(market.floor()).toBe(300n);
    market.apply(event('listing', { tokenId: '1', price: 700n }), NOW_MS);
    expect(market.floor()).toBe(500n);
    market.apply(event('listing_cancelled', { tokenId: '2' }), NOW_MS);
    expect(market.floor()).toBe(700n);
    expect(market.listed).toHaveLength(1);
  });

  it('recalculates ranks when a token is minted', () => {
    expect(market.rarity().of('1')).toMatchObject({ total: 3 });
    market.apply(event('mint', { tokenId: '4', to: 'clara' }), NOW_MS);
    expect(market.rarity().of('4')).toEqual({ rank: 1, total: 4, score: 2 });
    expect(owners()).toEqual({ anne: 2, boris: 1, clara: 1 });
    expect(market.unminted).toEqual([]);
  });

  it('refuses events of an unknown token', () => {
    expect(() => market.apply(event('sale', { tokenId: '9' }), NOW_MS)).toThrow('There is no token 9');
    expect(() => market.apply(event('mint', { tokenId: '1' }), NOW_MS)).toThrow('not waiting to be minted');
  });
});
