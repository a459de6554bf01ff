import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '#src/chain/address.ts';
import { BadResponse, NotFound } from '#src/marketplace/errors.ts';
import { saleRecord } from './activity-samples.ts';
import { json, NOW, startStub } from './stub-marketplace.ts';

const ADDRESS = '0xaa30f0977620d4d46b3bb3cf0794fe645d576ca3';
const SAMPLES = new URL('../../../shared/fixtures/api-samples/', import.meta.url);

function sample(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, SAMPLES), 'utf8'));
}

describe('a collection', () => {
  it('with nothing but an address is still one', async () => {
    await using stub = await startStub((_request, response) =>
      json(response, {
        address: ADDRESS,
        stats: null,
        volumeStats: 7,
        traits: {},
        name: null,
        createdAt: [],
      }),
    );
    expect(await stub.client.collection(ADDRESS)).toMatchObject({
      name: '0xaa30…6ca3',
      traits: [],
      verified: false,
    });
  });

  it.each<[string, unknown, typeof NotFound | typeof BadResponse]>([
    ['nothing', null, NotFound],
    ['an error that says so', { error: { message: 'Collection not found' } }, NotFound],
    ['another error', { error: 'Database is down' }, BadResponse],
    ['an empty object', {}, BadResponse],
    ['another collection', { address: `0x${'1'.repeat(40)}` }, BadResponse],
  ])('answered with %s is refused', async (_name, body, type) => {
    await using stub = await startStub((_request, response) => json(response, body));
    await expect(stub.client.collection(ADDRESS)).rejects.toBeInstanceOf(type);
  });

  it('is requested below the base URL, its slug encoded once', async () => {
    const answer = { address: ADDRESS };
    await using stub = await startStub((_request, response) => json(response, answer), {
      suffix: '/market/',
    });
    for (const name of [
      'swapx-%7C-voting',
      'og-by-9mm.pro',
      'a b?c#d',
      ADDRESS.toUpperCase().replace('0X', '0x'),
    ]) {
      await stub.client.collection(name);
    }
    expect(stub.asked).toEqual([
      '/market/api/collections/swapx-%7C-voting',
      '/market/api/collections/og-by-9mm.pro',
      '/market/api/collections/a%20b%3Fc%23d',
      `/market/api/collections/${ADDRESS}`,
    ]);
  });

  it.each(['', '..', '../users', '%2e%2e', 'a/b'])(
    'called %j is not found without a request',
    async (name) => {
      await using stub = await startStub((_request, response) => json(response, { address: ADDRESS }));
      await expect(stub.client.collection(name)).rejects.toBeInstanceOf(NotFound);
      expect(stub.asked).toEqual([]);
    },
  );
});

describe('the tokens of a collection', () => {
  const collection = parseAddress(ADDRESS) ?? '0x';

  it('are requested with every parameter', async () => {
    await using stub = await startStub((_request, response) => json(response, { tokens: [] }));
    await stub.client.tokens(collection, {
      ...{ page: 2, limit: 100, listed: true, sortBy: 'rarityRank', sortOrder: 'asc' },
      traits: [
        { type: 'Background', value: 'Arctic & Co' },
        { type: 'Seed', value: '1,2' },
      ],
    });
    expect(stub.asked).toEqual([
      `/api/tokens/collection/${ADDRESS}?page=2&limit=100&listed=true&sortBy=rarityRank&sortOrder=asc&traits=Background%3AArctic+%26+Co`,
    ]);
  });

  it('keep ids of 256 bits that come as bare integers', async () => {
    const id = (2n ** 256n - 1n).toString();
    await using stub = await startStub((_request, response) =>
      json(
        response,
        `{"tokens":[{"tokenId":${id}}],"pagination":{"total":1,"page":1,"limit":100,"pages":1}}`,
      ),
    );
    const page = await stub.client.tokens(collection, {});
    expect(page).toMatchObject({ items: [{ tokenId: id, collection }], total: 1, hasNext: false });
  });

  it('are filtered here where the server ignored the filter', async () => {
    const token = (tokenId: number, isListed: boolean, value: string | number): unknown => ({
      ...{ tokenId, isListed, attributes: [{ trait_type: 'Hat', value }] },
    });
    const tokens = [token(1, true, 'red'), token(2, false, 'red'), token(3, true, 9), token(4, true, 'Blue')];
    await using stub = await startStub((_request, response) =>
      json(response, { tokens, pagination: { total: 4 } }),
    );
    const traits = ['Red', '9'].map((value) => ({ type: 'hat', value }));
    const page = await stub.client.tokens(collection, { listed: true, traits });
    expect(page.items.map((item) => item.tokenId)).toEqual(['1', '3']);
    expect(page).toMatchObject({ total: null, unreadable: 0 });
  });

  it('are all kept when no record has isListed', async () => {
    await using stub = await startStub((_request, response) => json(response, { tokens: [{ tokenId: 1 }] }));
    expect((await stub.client.tokens(collection, { listed: true })).items).toHaveLength(1);
  });

  it('of another collection are not taken for its own', async () => {
    const tokens = [{ tokenId: 1, collectionAddress: `0x${'1'.repeat(40)}` }, { tokenId: 2 }];
    await using stub = await startStub((_request, response) => json(response, { tokens }));
    expect(await stub.client.tokens(collection, {})).toMatchObject({
      items: [{ tokenId: '2' }],
      unreadable: 1,
    });
  });
});

describe('a record that cannot be read', () => {
  it('is logged with a sample once in ten minutes, and affects no other record', async () => {
    let time = NOW;
    const activities = [null, saleRecord(), { nonsense: true }, 'x'];
    await using stub = await startStub((_request, response) => json(response, { activities }), {
      now: () => time,
    });
    for (const wait of [0, 1_000, 600_000]) {
      time += wait;
      const page = await stub.client.activities({ limit: 10 });
      expect(page).toMatchObject({ items: [{ tokenId: '478' }], unreadable: 3 });
    }
    const warnings = stub.logged.filter((line) => line.level === 40);
    expect(warnings.map(({ problem, count }) => [problem, count])).toEqual([
      ['unreadable activities', 3],
      ['unreadable activities', 6],
    ]);
  });
});

describe('the activities', () => {
  it.each([
    ...['activities', 'data', 'events', 'asset_events', 'items', 'results', 'docs', 'transactions', 'sales'],
  ])('are found under %s', async (name) => {
    await using stub = await startStub((_request, response) => json(response, { [name]: [saleRecord()] }));
    expect((await stub.client.activities({})).items).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ['bare', [saleRecord()]],
    ['under data.activities', { data: { activities: [saleRecord()] } }],
  ])('are found %s', async (_name, body) => {
    await using stub = await startStub((_request, response) => json(response, body));
    expect((await stub.client.activities({})).items).toHaveLength(1);
  });

  it('that are null are none', async () => {
    await using stub = await startStub((_request, response) => json(response, { activities: null }));
    expect(await stub.client.activities({ limit: 50 })).toMatchObject({ items: [], hasNext: false });
  });

  it('are read when compressed', async () => {
    const body = brotliCompressSync(JSON.stringify({ activities: [saleRecord()] }));
    await using stub = await startStub((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'br' }).end(body),
    );
    expect((await stub.client.activities({})).items).toHaveLength(1);
  });
});

describe.skipIf(!existsSync(SAMPLES))(
  'answers of a live deployment (skipped where ../shared is absent)',
  () => {
    it('give 13 collections with their slugs as written and volumes to the wei', async () => {
      await using stub = await startStub((_request, response) =>
        json(response, sample('collections-sonic.json')),
      );
      const page = await stub.client.collections({ page: 1, limit: 50 });
      expect(page).toMatchObject({ page: 1, hasNext: false, unreadable: 0 });
      expect(page.items).toHaveLength(13);
      expect(page.items[1]).toEqual({
        ...{ address: ADDRESS, name: 'SwapX | Voting Power Collection', symbol: 'veSWPx', verified: true },
        ...{
          path: 'swapx-%7C-voting-power-collection',
          totalVolume: 940_342_191_680n * 10n ** 12n,
          floor: 10n ** 18n,
          thumbnail: null,
          highestSale: 49_750n * 10n ** 18n,
          listed: 23,
          owners: 7970,
        },
      });
    });

    it('give a token with its traits', async () => {
      await using stub = await startStub((_request, response) =>
        json(response, sample('tokens_sample_partial.json')),
      );
      const page = await stub.client.tokens('0x9e08f84ae540f68b573d821ef64208edecb97038', {});
      expect(page.items).toHaveLength(1);
      expect(page.items[0]).toMatchObject({ tokenId: '1', name: 'Bunchy 1', lastPrice: null, listed: false });
      expect(page.items[0]?.attributes).toHaveLength(5);
      expect(page.items[0]?.attributes[0]).toEqual({
        ...{ type: 'Accessories', value: 'Red Headband with Sonic Logo', rarity: 4.5, displayType: null },
      });
    });

    it('give a token in the shape of the user NFT list: no image but a preview, a numeric trait, a rank', async () => {
      const { nfts } = Object(sample('user_nfts_sample_partial.json'));
      await using stub = await startStub((_request, response) => json(response, { tokens: nfts }));
      const page = await stub.client.tokens('0x39854cd0a1e549bcdfa9623b3896aca89cfbb6a7', {});
      expect(page.items[0]).toMatchObject({
        ...{ tokenId: '63', name: '0011011000110011', rarity: { rank: 774, total: 825 }, listingPrice: null },
        image: expect.stringMatching(/preview\.webp$/),
      });
      expect(page.items[0]?.attributes.at(-1)).toMatchObject({ type: 'Seed', value: '926252' });
    });

    it.each(['auctions_sample.json', 'offers_sample.json'])(
      'paginate by top-level fields (%s)',
      async (name) => {
        const body = Object(sample(name));
        await using stub = await startStub((_request, response) =>
          json(response, { ...body, tokens: [{ tokenId: 1 }] }),
        );
        const page = await stub.client.tokens(parseAddress(ADDRESS) ?? '0x', {
          page: body.currentPage,
          limit: 1,
        });
        expect(page).toMatchObject({ page: body.currentPage, total: body.total, hasNext: true });
      },
    );
  },
);
