import { describe, expect, it } from 'vitest';
import { parseAddress } from '#src/chain/address.ts';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import { createTokenPageCache } from '#src/marketplace/token-page-cache.ts';
import { toToken } from '../support/read-resources.ts';

const COLLECTION = parseAddress(`0x${'a'.repeat(40)}`) ?? '0x';
const read = (record: object) =>
  toToken({ tokenId: 7, ...record }, COLLECTION, 0, isCoinOf('S'))?.inlineImage;
const pngOf = (bytes: number) => `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}`;

describe('an image embedded in the record', () => {
  it.each(['png', 'jpeg', 'gif', 'webp'])('is read where it is %s', (kind) => {
    const image = `data:image/${kind};base64,AAAA`;
    expect(read({ image })).toBe(image);
    expect(read({ image: 'ipfs://x', metadata: { image } })).toBe(image);
  });

  it.each([
    ['an SVG', 'data:image/svg+xml;base64,AAAA'],
    ['a page', 'data:text/html;base64,AAAA'],
    ['no base64', 'data:image/png,AAAA'],
    ['broken', 'data:image/png;base64,AA AA'],
    ['somewhere else', 'https://example.com/1.png'],
    ['no text', 7],
    ['larger than 256 KiB', pngOf(256 * 1_024 + 100)],
  ])('is left out where it is %s', (_what, image) => {
    expect(read({ image })).toBeNull();
  });

  it('is read up to 256 KiB', () => {
    expect(read({ image: pngOf(256 * 1_024) })).toBe(pngOf(256 * 1_024));
  });

  it('counts towards the cache size', () => {
    const memory = createTokenPageCache({ now: () => 0, capacity: 400, keepMs: 1_000, placeholderMs: 1_000 });
    for (const page of [1, 2, 3]) {
      const token = toToken({ tokenId: page, image: pngOf(256 * 1_024) }, COLLECTION, 0, isCoinOf('S'));
      const items = token === null ? [] : [token];
      memory.addPage(COLLECTION, page, {
        items,
        page,
        total: 3,
        hasNext: page < 3,
        unreadable: 0,
        sorted: true,
      });
    }
    expect(memory.windows(COLLECTION).map(({ page }) => page)).toEqual([2, 3]);
  });
});
