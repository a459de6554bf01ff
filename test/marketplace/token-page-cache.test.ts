import { describe, expect, it } from 'vitest';
import type { Token } from '#src/marketplace/resources/token.ts';
import { createTokenPageCache } from '#src/marketplace/token-page-cache.ts';
import { address } from '../support/build-activity.ts';
import { token } from '../support/build-token.ts';

const PUNKS = address(0xc0);

const hidden = (tokenId: string): Token =>
  token({ tokenId, name: 'Mystery box', image: 'https://a.example/box.png' });
const revealed = (tokenId: string): Token =>
  token({
    tokenId,
    image: `https://a.example/${tokenId}.png`,
    attributes: [{ type: 'Hat', value: 'None', rarity: null, displayType: null }],
  });

const pageOf = (page: number, ...items: Token[]) => ({
  ...{ items, page, total: null, hasNext: true, unreadable: 0, sorted: true },
});

function cacheAt(time: { now: number }) {
  return createTokenPageCache({ now: () => time.now, capacity: 100, keepMs: 600_000, placeholderMs: 15_000 });
}

describe('a cached page of tokens', () => {
  it('is read anew soon while none of its tokens is revealed', () => {
    const time = { now: 0 };
    const cache = cacheAt(time);
    cache.addPage(PUNKS, 1, pageOf(1, hidden('1'), hidden('2')));
    cache.addPage(PUNKS, 2, pageOf(2, revealed('3'), revealed('4')));
    time.now = 15_000;
    expect(cache.token(PUNKS, '1')).toBeUndefined();
    expect(cache.token(PUNKS, '3')?.name).toBe('Punk #3');
  });

  it.each<[string, readonly Token[]]>([
    ['tokens have attributes', [revealed('1'), hidden('2')]],
    ['there is no picture', [token({ tokenId: '1' }), token({ tokenId: '2' })]],
    ['there is one token', [hidden('1')]],
  ])('is kept where %s', (_why, tokens) => {
    const time = { now: 0 };
    const cache = cacheAt(time);
    cache.addPage(PUNKS, 1, pageOf(1, ...tokens));
    time.now = 599_999;
    expect(cache.token(PUNKS, '1')).toBeDefined();
  });

  it('is dropped once another page shows that the collection was revealed', () => {
    const cache = cacheAt({ now: 0 });
    const before = ['1', '2', '3'].map((id) => ({
      ...revealed(id),
      image: `https://a.example/egg-${id}.png`,
    }));
    cache.addPage(PUNKS, 1, pageOf(1, ...before));
    cache.addPage(PUNKS, 2, pageOf(2, { ...revealed('4'), image: 'https://a.example/egg-4.png' }));
    cache.addPage(PUNKS, 1, pageOf(1, revealed('1'), revealed('2'), revealed('3')));
    expect(cache.token(PUNKS, '1')?.image).toBe('https://a.example/1.png');
    expect(cache.token(PUNKS, '4')).toBeUndefined();
  });

  it('is kept when one token of another page has a new picture', () => {
    const cache = cacheAt({ now: 0 });
    cache.addPage(PUNKS, 1, pageOf(1, revealed('1'), revealed('2'), revealed('3')));
    cache.addPage(PUNKS, 2, pageOf(2, revealed('4')));
    cache.addPage(
      PUNKS,
      1,
      pageOf(1, { ...revealed('1'), image: 'https://a.example/new.png' }, revealed('2')),
    );
    expect(cache.token(PUNKS, '4')).toBeDefined();
  });
});
