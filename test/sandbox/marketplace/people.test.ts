import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isServiceName } from '../../../sandbox/marketplace/world/people/names.ts';
import { recordOf, START_MS, start, type TestMarketplace } from './support/start.ts';

let marketplace: TestMarketplace;
let wallets: readonly string[];
beforeAll(async () => {
  marketplace = await start({ salesPerMinute: 0 });
  const pages = await Promise.all(
    [1, 2, 3].map((page) =>
      marketplace.list(`/api/collections/sim-names/holders?limit=100&page=${page}`, 'holders'),
    ),
  );
  wallets = pages.flat().map(({ address }) => String(address));
});
afterAll(() => marketplace[Symbol.asyncDispose]());

const profile = async (identifier: string): Promise<Record<string, unknown>> =>
  recordOf(recordOf(await marketplace.json(`/api/users/profile/${identifier}`))['user']);

describe('a profile', () => {
  it('is found by address in any case and by name, with and without its ending', async () => {
    const named = await Promise.all(wallets.slice(0, 20).map(profile));
    const user = named.find(({ snsName }) => snsName !== undefined) ?? {};
    const { address, snsName } = user;
    expect(isServiceName(String(snsName))).toBe(true);
    for (const identifier of [
      `0x${String(address).slice(2).toUpperCase()}`,
      String(snsName),
      String(snsName).toUpperCase(),
      `${String(snsName)}.sim`,
    ]) {
      expect(await profile(identifier)).toEqual(user);
    }
    expect(recordOf(await marketplace.json(`/api/users/${String(snsName)}/nfts?limit=1`))['total']).toBe(
      recordOf(user['stats'])['totalNFTsOwned'],
    );
  });

  it('is of many kinds: private ones, new ones, long and difficult texts, handles with and without @', async () => {
    const users = await Promise.all(wallets.map(profile));
    const profiles = users.map((user) => recordOf(user['profile']));
    expect(users.some(({ isPrivate }) => isPrivate)).toBe(true);
    expect(users.some(({ isNewUser }) => isNewUser)).toBe(true);
    const bios = profiles.map(({ bio }) => String(bio));
    expect(bios.some((bio) => bio.length === 1800)).toBe(true);
    expect(bios.some((bio) => bio.includes('@everyone'))).toBe(true);
    const handles = profiles.map(({ social }) => recordOf(social)['x']);
    for (const kind of [/^@/, /^[^@]/, /^$/]) expect(handles.some((x) => kind.test(String(x)))).toBe(true);
    expect(handles).toContain(null);
  });

  it('contains nothing of a private user', async () => {
    const users = await Promise.all(wallets.map(profile));
    for (const user of users.filter(({ isPrivate }) => isPrivate)) {
      expect(user).toMatchObject({
        profile: { bio: '', social: { x: null } },
        stats: { totalNFTsOwned: 0, totalVolumeBought: '0' },
      });
    }
  });

  it('adds up what was bought and sold, by sale and by auction', async () => {
    const buyer = `0x${'d'.repeat(40)}`;
    const [sale] = marketplace.cause.sale({ buyer, price: 500n });
    marketplace.cause.auction({ endsInMs: 1000, startingPrice: 70n, seller: buyer });
    marketplace.cause.bid({ bidder: String(sale?.seller) });
    marketplace.passTime(60_000);
    marketplace.cause.settle();
    expect(await profile(buyer)).toMatchObject({
      stats: { totalVolumeBought: '500', totalVolumeSold: '70', totalNFTsOwned: 1, totalCollectionsOwned: 1 },
    });
  });
});

describe('names of the name service', () => {
  it.each([
    ['abc', true],
    ['a-b-9', true],
    [`a${'b'.repeat(63)}`, true],
    ['ab', false],
    [`a${'b'.repeat(64)}`, false],
    ['9lives', false],
    ['-abc', false],
    ['a--b', false],
    ['Abc', false],
    ['0xabc', false],
  ])('%s: %s', (name, valid) => {
    expect(isServiceName(name)).toBe(valid);
  });
});

describe('a token of a user', () => {
  const owned = async (collection: string, tokenId: string): Promise<Record<string, unknown> | undefined> => {
    const path = `/api/tokens/collection/${collection}?sortOrder=asc&limit=1&page=${tokenId}`;
    const [token] = await marketplace.list(path, 'tokens');
    const own = `/api/users/${String(token?.['owner'])}/nfts?collection=${collection}&limit=100`;
    return (await marketplace.list(own, 'nfts')).find((nft) => String(nft['tokenId']) === tokenId);
  };

  it('is not listed longer than its listing lasts', async () => {
    const listed = await Promise.all(
      wallets
        .slice(0, 50)
        .map((wallet) => marketplace.list(`/api/users/${wallet}/nfts?listed=true&limit=100`, 'nfts')),
    );
    const expiries = listed.flat().map(({ listingExpirationTime }) => Number(listingExpirationTime));
    expect(expiries.length).toBeGreaterThan(0);
    expect(Math.min(...expiries) * 1_000).toBeGreaterThan(START_MS);
  });

  it('shows its auction and its best offer, and nothing of them afterwards', async () => {
    const [start] = marketplace.cause.auction({
      collection: 'lantern-foxes',
      tokenId: '50',
      startingPrice: 10n,
    });
    const collection = String(start?.collection);
    const target = { collection, tokenId: '50' };
    expect(await owned(collection, '50')).toMatchObject({
      isInAuction: true,
      auctionStartingPrice: '10',
      auctionHighestBid: null,
      acceptingBids: true,
      highestOffer: null,
    });
    marketplace.cause.bid({ amount: 12n });
    marketplace.cause.offer({ ...target, price: 5n });
    marketplace.cause.offer({ ...target, price: 8n });
    expect(await owned(collection, '50')).toMatchObject({
      auctionHighestBid: '12',
      hasOffers: true,
      highestOffer: '8',
      isListed: false,
    });
    marketplace.passTime(600_000);
    marketplace.cause.settle();
    expect(await owned(collection, '50')).toMatchObject({
      isInAuction: false,
      auctionId: null,
      auctionEndTime: null,
      hasOffers: false,
      highestOffer: null,
      lastPrice: '12',
    });
  });
});
