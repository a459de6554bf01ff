import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReadPicture, readPng } from './support/read-png.ts';
import { start, type TestMarketplace } from './support/start.ts';

let marketplace: TestMarketplace;
beforeAll(async () => {
  marketplace = await start({ startPaused: true });
});
afterAll(() => marketplace[Symbol.asyncDispose]());

async function bytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  return new Uint8Array(await response.arrayBuffer());
}

const media = (path: string, of: TestMarketplace = marketplace) => bytes(`${of.url}/media/${path}`);
const fingerprint = async (path: string, of?: TestMarketplace) => hash('sha256', await media(path, of));

/** The colours of a row, from left to right, each once. */
function coloursOf(picture: ReadPicture, y: number): ReadonlySet<string> {
  return new Set(Array.from({ length: picture.width }, (_, x) => picture.at(x, y).join()));
}

describe('the picture of a token', () => {
  it('is a PNG at the token’s address for it, since Discord shows no SVG', async () => {
    const [foxes] = marketplace.collections();
    const [token] = await marketplace.list(`/api/tokens/collection/${foxes?.address}?limit=1`, 'tokens');
    const url = String(token?.['image']);
    expect(url).toMatch(/\.png$/);
    const { width, height } = readPng(await bytes(url));
    expect([width, height]).toEqual([400, 400]);
  });

  it('is the same each time, and in every marketplace of the same seed', async () => {
    await using other = await start({ startPaused: true });
    const picture = await fingerprint('lantern-foxes/12.png');
    expect(await fingerprint('lantern-foxes/12.png')).toBe(picture);
    expect(await fingerprint('lantern-foxes/12.png', other)).toBe(picture);
  });

  it('differs from that of any other of thirty tokens, also without its number', async () => {
    const figures = new Set<string>();
    for (let tokenId = 1; tokenId <= 30; tokenId += 1) {
      const picture = readPng(await media(`lantern-foxes/${tokenId}.png`));
      const rows = Array.from({ length: 20 }, (_, row) => [...coloursOf(picture, row * 17)].join(' '));
      figures.add(rows.join('\n'));
    }
    expect(figures.size).toBe(30);
  });

  it('has its number on a plain strip that nothing else touches', async () => {
    const picture = readPng(await media('lantern-foxes/12.png'));
    for (const y of [348, 354, 392, 399]) expect(coloursOf(picture, y).size).toBe(1);
    expect(coloursOf(picture, 373).size).toBeGreaterThan(1);
  });

  it('exists for a token id of 256 bits', async () => {
    const [sale] = marketplace.cause.sale({ collection: 'sim-names' });
    expect(readPng(await media(`sim-names/${sale?.tokenId}.png`)).width).toBe(400);
  });

  it.each(['0.png', '12.svg'])('answers 404 at %s', async (file) => {
    expect((await fetch(`${marketplace.url}/media/lantern-foxes/${file}`)).status).toBe(404);
  });
});

it('the picture of a user is a PNG', async () => {
  expect(readPng(await media(`people/0x${'ab'.repeat(20)}.png`)).width).toBe(320);
});

describe('the pictures of a collection', () => {
  it('are PNGs at the collection’s addresses for them', async () => {
    for (const collection of await marketplace.list('/api/collections', 'collections')) {
      for (const [part, size] of [
        ['banner', [960, 256]],
        ['thumbnail', [320, 320]],
      ] as const) {
        const { width, height } = readPng(await bytes(String(collection[part])));
        expect([width, height]).toEqual(size);
      }
    }
  });
});
