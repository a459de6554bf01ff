import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Address, parseAddress } from '#src/chain/address.ts';
import { createMarketplaceClient, type MarketplaceClient } from '#src/marketplace/client.ts';
import { BadResponse, NotFound, RateLimited, Unavailable } from '#src/marketplace/errors.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { createTokenFinder } from '#src/marketplace/token-finder.ts';
import { type EmbeddedMarketplace, startMarketplace } from '../../sandbox/marketplace/marketplace.ts';

/*
 * The client against the embedded marketplace: two programs that share no code and were written from the same document.
 */

let market: EmbeddedMarketplace;
let client: MarketplaceClient;
let collection: Address;
let path: string;
/** Advances the clock past every delay and open circuit of earlier tests. */
let ahead = 0;

beforeAll(async () => {
  market = await startMarketplace({
    ...{ seed: 4, startPaused: true, deployment: { tokenEndpoint: true } },
  });
  client = createMarketplaceClient({
    ...{ baseUrl: market.url, log: pino({ level: 'silent' }), random: () => 0 },
    now: () => Date.now() + ahead,
  });
  const [first] = market.collections();
  collection = parseAddress(first?.address ?? '') ?? '0x';
  path = first?.path ?? '';
});

afterEach(() => {
  market.faults.clear();
  ahead += 2 * 3_600_000;
});

afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await market[Symbol.asyncDispose]();
});

async function someHolder(): Promise<Address> {
  const { items } = await client.holders(collection, { sortBy: 'count', limit: 1 });
  return items[0]?.address ?? '0x';
}

describe('every method', () => {
  it('reads the list of collections and each of them by address and by path', async () => {
    const page = await client.collections({ limit: 100 });
    expect(page).toMatchObject({ total: market.collections().length, unreadable: 0, page: 1 });
    expect(page.items.map(({ address }) => address).sort()).toEqual(
      market
        .collections()
        .map(({ address }) => address)
        .sort(),
    );
    const [byAddress, byPath] = [await client.collection(collection), await client.collection(path)];
    expect(byPath).toEqual(byAddress);
    expect(byAddress.stats.tokens).toBe(market.collections()[0]?.tokens);
    await expect(client.collection('no-such-collection')).rejects.toBeInstanceOf(NotFound);
  });

  it('reads traits, the same from their own endpoint and from the collection', async () => {
    const traits = await client.traits(path);
    expect(traits.length).toBeGreaterThan(0);
    expect(traits).toEqual((await client.collection(path)).traits);
  });

  it('reads holders in both orders, above a number of tokens, page by page', async () => {
    const maxEntries = await client.holders(path, { sortBy: 'count', limit: 500 });
    expect(maxEntries).toMatchObject({ sorted: true, unreadable: 0, collection: { address: collection } });
    expect(maxEntries.items.length).toBeLessThanOrEqual(100);
    const byAddress = await client.holders(path, { sortBy: 'address', sortOrder: 'asc', limit: 5 });
    expect(byAddress.sorted).toBe(true);
    const many = await client.holders(path, { minTokens: 3, limit: 100 });
    expect(many.items.every(({ count }) => count >= 3)).toBe(true);
    expect(many.total).not.toBeNull();
    let holders = 0;
    const read = (page: number) => client.holders(path, { page, limit: 100 });
    for (let page = 1, more = true; more; page += 1) {
      const { items, hasNext } = await read(page);
      holders += items.length;
      more = hasNext;
    }
    expect(holders).toBe(maxEntries.uniqueHolders);
  });

  it.each(['tokenId', 'price', 'rarityRank', 'lastSale'] as const)(
    'reads tokens by %s, and finds the server’s order to be what was asked for',
    async (sortBy) => {
      for (const sortOrder of ['asc', 'desc'] as const) {
        const page = await client.tokens(collection, { sortBy, sortOrder, limit: 40 });
        expect(page.items).toHaveLength(40);
        expect(page.sorted).not.toBe(false);
        expect(page.unreadable).toBe(0);
      }
    },
  );

  it('reads tokens by trait and by listing, and has nothing to leave out', async () => {
    const [trait] = await client.traits(path);
    const [value] = trait?.values ?? [];
    const traits = [{ type: trait?.type ?? '', value: value?.value ?? '' }];
    const linesWith = await client.tokens(collection, { traits, limit: 1 });
    expect(linesWith.total).toBe(value?.count);
    const listed = await client.tokens(collection, { listed: true, limit: 100 });
    expect(listed.items.every((token) => token.listed)).toBe(true);
    expect(listed.total).not.toBeNull();
  });

  it('reads one token from its endpoint, as the list search finds it', async () => {
    const { items } = await client.tokens(collection, { sortBy: 'tokenId', sortOrder: 'asc', limit: 30 });
    const tokenId = items.at(-1)?.tokenId ?? '';
    const direct = await client.token(path, tokenId);
    const found = await createTokenFinder({ client, now: Date.now }).find(collection, tokenId);
    expect(direct).toMatchObject({ tokenId, collection, attributes: found.attributes });
    await expect(client.token(collection, '9'.repeat(70))).rejects.toBeInstanceOf(NotFound);
  });

  it('reads a profile and its tokens, by address', async () => {
    const holder = await someHolder();
    const profile = await client.profile(holder);
    expect(profile.address).toBe(holder);
    for (const sortBy of ['acquiredAt', 'tokenId', 'rarityRank', 'listingPrice'] as const) {
      const page = await client.userNfts(holder, { collection, sortBy, limit: 100 });
      expect(page.items.length).toBeGreaterThan(0);
      expect(page.items.every((item) => item.owner === holder)).toBe(true);
      expect(page.sorted).not.toBe(false);
      expect(page.total).not.toBeNull();
    }
    const listed = await client.userNfts(holder, { listed: true, limit: 100 });
    expect(listed.items.every((item) => item.listing?.price !== null)).toBe(true);
  });

  it('reads auctions of every status in every order', async () => {
    for (const status of ['active', 'completed', 'cancelled'] as const) {
      for (const sortBy of ['createdAt', 'endTime', 'currentBid'] as const) {
        const page = await client.auctions({ status, sortBy, limit: 100 });
        expect(page.unreadable).toBe(0);
        expect(page.sorted).not.toBe(false);
        expect(page.total).not.toBeNull();
      }
    }
    expect((await client.auctions({ limit: 100 })).items.length).toBeGreaterThan(0);
  });

  it('reads the feed', async () => {
    const page = await client.activities({ limit: 100 });
    expect(page).toMatchObject({ items: { length: 100 }, unreadable: 0 });
    expect(page.items.some(({ kind }) => kind === 'sale')).toBe(true);
    expect(page.items.filter(({ kind }) => kind === 'unknown')).toEqual([]);
  });
});

describe('with faults', () => {
  const methods: [string, () => Promise<unknown>][] = [
    ['collections', () => client.collections({})],
    ['collection', () => client.collection(path)],
    ['traits', () => client.traits(path)],
    ['holders', () => client.holders(path, {})],
    ['tokens', () => client.tokens(collection, {})],
    ['token', () => client.token(collection, '1')],
    ['profile', () => client.profile('nobody-there')],
    ['userNfts', () => client.userNfts(collection, {})],
    ['auctions', () => client.auctions({})],
    ['activities', () => client.activities({})],
  ];

  it.each<[string, Parameters<EmbeddedMarketplace['faults']['set']>[0]]>([
    ['dropped sockets', { drop: true }],
    ['a 500', { status: 500, body: 'nested' }],
    ['a 404 of Express', { status: 404, body: 'express html' }],
    ['a 502 of a CDN', { status: 502, body: 'cdn html' }],
    ['no JSON', { notJson: true }],
    ['answers that are cut', { truncate: 'cut' }],
    ['answers that break off', { truncate: 'abort' }],
    ['a 429 with headers', { tooMany: { retryAfter: 7, headers: true } }],
    ['a 429 without headers', { tooMany: { retryAfter: 7, headers: false } }],
    ['wrong types everywhere', { wrongTypes: { share: 1 } }],
    ['nothing but nulls', { nulls: { share: 1 } }],
    ['no fields at all', { missing: { share: 1 } }],
  ])('%s: every method reads or throws what it promises', async (_what, fault) => {
    market.faults.set(fault);
    for (const [name, call] of methods) {
      const outcome = await call().then(
        () => null,
        (error: unknown) => error,
      );
      const typed = [NotFound, RateLimited, Unavailable, BadResponse].some((type) => outcome instanceof type);
      expect(outcome === null || typed, `${name}: ${String(outcome)}`).toBe(true);
    }
  });

  it('a transient failure is retried', async () => {
    for (const fault of [{ drop: true }, { status: 503 }, { truncate: 'abort' }] as const) {
      market.faults.set({ ...fault, times: 1 });
      await expect(client.holders(path, {})).resolves.toMatchObject({ unreadable: 0 });
    }
  });

  it('ignored parameters are detected and applied', async () => {
    const maxEntries = await client.holders(path, { sortBy: 'count', limit: 100 });
    const minTokens = (maxEntries.items[20]?.count ?? 0) + 1;
    market.faults.set({ ignore: ['sortBy', 'sortOrder', 'listed', 'minTokens', 'collection', 'status'] });
    const holders = await client.holders(path, {
      ...{ minTokens, sortBy: 'address', sortOrder: 'asc', limit: 100 },
    });
    expect(holders).toMatchObject({ sorted: false, total: null });
    expect(holders.items.length).toBeGreaterThan(0);
    expect(holders.items.every(({ count }) => count >= minTokens)).toBe(true);
    expect(holders.items.map(({ address }) => address)).toEqual(
      holders.items.map(({ address }) => address).sort(),
    );
    const tokens = await client.tokens(collection, { listed: true, limit: 100 });
    expect(tokens.items.every((token) => token.listed)).toBe(true);
    expect((await client.auctions({ status: 'active', limit: 100 })).items.every((one) => one.active)).toBe(
      true,
    );
    const finder = createTokenFinder({ client, now: Date.now });
    expect((await finder.find(collection, tokens.items[0]?.tokenId ?? '')).collection).toBe(collection);
  });

  it.each(['totalPages in pagination', 'pages in pagination', 'hasMore', 'totalPages', 'none'] as const)(
    'pagination spelled as "%s" leads through all pages',
    async (pagination) => {
      const sound = await client.holders(path, { limit: 100 });
      market.faults.set({ pagination });
      let holders = 0;
      const read = (page: number) => client.holders(path, { page, limit: 100 });
      for (let page = 1, more = true; more; page += 1) {
        const { items, hasNext } = await read(page);
        holders += items.length;
        more = hasNext;
      }
      expect(holders).toBe(sound.uniqueHolders);
    },
  );

  it.each(['snake_case', 'nested', 'opensea', 'rarible', 'legacy', 'mongo'] as const)(
    'the feed in the spelling of "%s" has the same events',
    async (spelling) => {
      const factsOf = ({ kind, collection: where, tokenId, price, from, to, txHash }: Activity) => {
        return { kind, collection: where, tokenId, price, from, to, txHash };
      };
      const sound = (await client.activities({ limit: 60 })).items.filter(({ kind }) => kind === 'sale');
      ahead += 3_600_000;
      market.faults.set({ spelling });
      const page = await client.activities({ limit: 60 });
      expect(page.unreadable).toBe(0);
      expect(page.items.filter(({ kind }) => kind === 'sale').map(factsOf)).toEqual(sound.map(factsOf));
    },
  );

  it('duplicates, disorder and nonsense cost no readable record', async () => {
    const sound = await client.tokens(collection, { limit: 50 });
    market.faults.set({ duplicates: true, reorder: true, nonsense: true });
    const page = await client.tokens(collection, { limit: 50 });
    expect(page.unreadable).toBeGreaterThan(0);
    expect(new Set(page.items.map(({ tokenId }) => tokenId))).toEqual(
      new Set(sound.items.map(({ tokenId }) => tokenId)),
    );
  });
});
