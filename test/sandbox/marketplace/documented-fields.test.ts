import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as documented from './support/documented.ts';
import { deviations, type Fields } from './support/fields.ts';
import { recordOf, start, type TestMarketplace } from './support/start.ts';

let marketplace: TestMarketplace;
beforeAll(async () => {
  marketplace = await start({ startPaused: true });
});
afterAll(() => marketplace[Symbol.asyncDispose]());

const allDeviations = (values: unknown, fields: Fields): readonly string[] => {
  expect(values).toBeInstanceOf(Array);
  expect(values).not.toHaveLength(0);
  return Array.isArray(values) ? values.flatMap((value) => deviations(value, fields)) : [];
};

describe('GET /api/collections', () => {
  it('has collections and the general pagination', async () => {
    const body = recordOf(await marketplace.json('/api/collections'));
    expect(allDeviations(body['collections'], documented.collection)).toEqual([]);
    expect(deviations(body['pagination'], documented.generalPagination)).toEqual([]);
  });
});

describe('GET /api/collections/{addressOrPath}', () => {
  it('has every documented field of all collections', async () => {
    for (const { address } of marketplace.collections()) {
      const body = recordOf(await marketplace.json(`/api/collections/${address}`));
      expect(deviations(body, documented.collectionDetail)).toEqual([]);
      expect(deviations(body['stats'], documented.collectionStats)).toEqual([]);
      expect(deviations(body['volumeStats'], documented.volumeStats)).toEqual([]);
      expect(deviations(body['rarityStats'], documented.rarityStats)).toEqual([]);
      expect(allDeviations(body['traits'], documented.traitType)).toEqual([]);
      const traits = Array.isArray(body['traits']) ? body['traits'].map(recordOf) : [];
      for (const trait of traits) expect(allDeviations(trait['values'], documented.traitValue)).toEqual([]);
    }
  });

  it('says in `standard` what the tokens say in `nftType`', async () => {
    const standards = new Set<unknown>();
    for (const { address } of marketplace.collections()) {
      const { standard } = recordOf(await marketplace.json(`/api/collections/${address}`));
      const [token] = await marketplace.list(`/api/tokens/collection/${address}?limit=1`, 'tokens');
      expect(token?.['nftType']).toBe(`ERC${String(standard)}`);
      standards.add(standard);
    }
    expect(standards).toEqual(new Set(['721', '1155']));
  });

  it('gives a fee in basis points and changes in percent', async () => {
    const body = recordOf(await marketplace.json('/api/collections/lantern-foxes'));
    expect(body['royaltyPercentage']).toBe(500);
    expect(Math.abs(Number(recordOf(body['volumeStats'])['change24h']))).toBeLessThan(500);
  });
});

describe('GET /api/tokens/collection/{address}', () => {
  it('has every documented field of every token', async () => {
    for (const { address } of marketplace.collections()) {
      const body = recordOf(await marketplace.json(`/api/tokens/collection/${address}?limit=20`));
      expect(deviations(body['pagination'], documented.shortPagination)).toEqual([]);
      expect(allDeviations(body['tokens'], documented.token)).toEqual([]);
      for (const token of await marketplace.list(`/api/tokens/collection/${address}?limit=20`, 'tokens')) {
        expect(deviations(token['metadata'], documented.metadata)).toEqual([]);
        expect(deviations(token['rarity'], documented.rarity)).toEqual([]);
        expect(deviations(token['marketplaceDetails'], documented.marketplaceDetails)).toEqual([]);
        expect(allDeviations(token['attributes'], documented.attribute)).toEqual([]);
        const { attributes } = recordOf(token['metadata']);
        expect(allDeviations(attributes, documented.metadataAttribute)).toEqual([]);
      }
    }
  });

  it('marks numeric attributes with display_type', async () => {
    const golems = marketplace.collections().find(({ path }) => path === 'pocket-golems');
    const [golem] = await marketplace.list(`/api/tokens/collection/${golems?.address}?limit=1`, 'tokens');
    expect(golem?.['attributes']).toContainEqual(
      expect.objectContaining({ trait_type: 'Level', value: expect.any(Number), display_type: 'number' }),
    );
  });

  it('has a rarity in the documented form', async () => {
    const [fox] = marketplace.collections();
    const [rarest] = await marketplace.list(
      `/api/tokens/collection/${fox?.address}?limit=1&sortBy=rarityRank&sortOrder=asc`,
      'tokens',
    );
    expect(rarest).toMatchObject({
      rarityRank: 1,
      rarity: { rank: 1, total: 4000, formatted: '1/4000', percentile: 0.03 },
    });
  });
});

describe('GET /api/activities', () => {
  it('has the fields of its kind in every record', async () => {
    const kinds = new Set<string>();
    for (let page = 1; page <= 9; page += 1) {
      for (const record of await marketplace.list(`/api/activities?limit=100&page=${page}`, 'activities')) {
        const kind = String(record['type']);
        expect(deviations(record, documented.activitiesByKind[kind] ?? {})).toEqual([]);
        kinds.add(kind);
      }
    }
    expect([...kinds].sort()).toEqual(Object.keys(documented.activitiesByKind).sort());
  });

  it('has the general pagination', async () => {
    const { pagination } = recordOf(await marketplace.json('/api/activities?limit=7'));
    expect(deviations(pagination, documented.generalPagination)).toEqual([]);
    expect(pagination).toMatchObject({ page: 1, limit: 7, hasNextPage: true, hasPrevPage: false });
  });
});

describe('token ids of 256 bits', () => {
  it('are written as bare JSON integers with all their digits', async () => {
    const names = marketplace.collections().find(({ path }) => path === 'sim-names');
    const text = await marketplace.text(`/api/tokens/collection/${names?.address}?limit=5`);
    const ids = [...text.matchAll(/"id":"0x[0-9a-f]{40}-(\d+)","tokenId":(\d+),/g)];
    expect(ids).toHaveLength(5);
    for (const [, inText, asNumber] of ids) expect(asNumber).toBe(inText);
    expect(ids.some(([, digits]) => (digits ?? '').length > 70)).toBe(true);
  });

  it('keep their digits in the feed as well', async () => {
    const [record] = marketplace.cause.sale({ collection: 'sim-names' });
    const text = await marketplace.text('/api/activities?limit=1');
    expect(text).toContain(`"tokenId":${record?.tokenId},`);
  });
});
