import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start, type TestMarketplace } from './support/start.ts';

let marketplace: TestMarketplace;
beforeAll(async () => {
  marketplace = await start({ startPaused: true });
});
afterAll(() => marketplace[Symbol.asyncDispose]());

const fetchText = async (url: string): Promise<string> => (await fetch(url)).text();

describe('the picture of a token', () => {
  it('is an SVG at the address that the token gives', async () => {
    const [foxes] = marketplace.collections();
    const [token] = await marketplace.list(`/api/tokens/collection/${foxes?.address}?limit=1`, 'tokens');
    const response = await fetch(String(token?.['image']));
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    const text = await response.text();
    expect(text).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg".*<\/svg>$/s);
    expect(text).toContain(String(token?.['name']));
    expect(text.length).toBeLessThan(10_000);
  });

  it('is the same each time, and in every marketplace of the same seed', async () => {
    await using other = await start({ startPaused: true });
    const picture = await marketplace.text('/media/lantern-foxes/12.svg');
    expect(await marketplace.text('/media/lantern-foxes/12.svg')).toBe(picture);
    expect(await other.text('/media/lantern-foxes/12.svg')).toBe(picture);
  });

  it('differs from that of any other of a hundred tokens', async () => {
    const pictures = new Set<string>();
    for (let tokenId = 1; tokenId <= 100; tokenId += 1) {
      const picture = await marketplace.text(`/media/lantern-foxes/${tokenId}.svg`);
      pictures.add(picture.replaceAll(/#\d+/g, ''));
    }
    expect(pictures.size).toBe(100);
  });

  it('is there for a token id of 256 bits', async () => {
    const [sale] = marketplace.cause.sale({ collection: 'sim-names' });
    expect(await marketplace.text(`/media/sim-names/${sale?.tokenId}.svg`)).toContain(sale?.tokenName);
  });

  it('answers 404 for a token that is not there', async () => {
    expect((await fetch(`${marketplace.url}/media/lantern-foxes/0.svg`)).status).toBe(404);
  });
});

describe('the pictures of a collection', () => {
  it('are SVGs at the addresses that the collection gives, and safe to show', async () => {
    for (const collection of await marketplace.list('/api/collections', 'collections')) {
      for (const part of ['banner', 'thumbnail']) {
        const text = await fetchText(String(collection[part]));
        expect(text).toMatch(/^<svg /);
        expect(text).not.toMatch(/<script|&(?!amp;|lt;|gt;|quot;)/);
      }
    }
  });
});
