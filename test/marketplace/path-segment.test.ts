import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathSegment } from '#src/marketplace/path-segment.ts';

describe('a path segment', () => {
  it('keeps what the marketplace has already encoded', () => {
    expect(pathSegment('swapx-%7C-voting-power-collection')).toBe('swapx-%7C-voting-power-collection');
    expect(pathSegment('sonic-og-by-9mm.pro')).toBe('sonic-og-by-9mm.pro');
  });

  it('encodes what is not', () => {
    expect(pathSegment('swapx | x')).toBe('swapx%20%7C%20x');
    expect(pathSegment('100%')).toBe('100%25');
    expect(pathSegment('a?b#c&d')).toBe('a%3Fb%23c%26d');
  });

  it.each([
    ...['', ' ', '.', '..', '../admin', 'a/b', 'a\\b', '%2e%2e', '%2E.', 'a%2Fb', '%5c', '%00', 'a\nb'],
    ...['%252e%252e', 'a%252fb', '%ff'],
  ])('is not made of %j', (text) => {
    expect(pathSegment(text)).toBeNull();
  });

  it('never leaves its segment', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webPath(), fc.string({ unit: 'binary' })), (text) => {
        const segment = pathSegment(text);
        if (segment === null) return;
        const url = new URL(`http://host/api/collections/${segment}/traits`);
        expect(url.pathname.split('/')).toHaveLength(5);
        expect(`${url.search}${url.hash}`).toBe('');
      }),
    );
  });
});
