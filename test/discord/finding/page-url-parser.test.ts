import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLinks } from '#src/marketplace/links.ts';
import { address } from '../../support/build-activity.ts';
import { anyText } from '../nasty-text.ts';
import { TEMPLATES } from '../views/view-context.ts';

const PUNKS = address(0xc0);
const { read, ...links } = createLinks(TEMPLATES);

const templates = fc.constantFrom(
  TEMPLATES,
  {
    ...TEMPLATES,
    item: 'https://m.example/{collection}/{tokenId}',
    collection: 'https://m.example/{collection}',
    auction: 'https://m.example/a/{auctionId}?c={collection}&t={tokenId}',
  },
  { ...TEMPLATES, item: 'http://www.m.example:8080/x(1)/{tokenId}?c={collection}' },
);
const wallet = fc.bigInt({ min: 0n, max: 2n ** 160n - 1n }).map((number) => address(Number(number % 997n)));
const digits = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String);

describe('the address of a page', () => {
  it('is read backwards by the template that made it', () => {
    fc.assert(
      fc.property(templates, wallet, digits, digits, (some, who, tokenId, auctionId) => {
        const made = createLinks(some);
        const first = (page: string | null) => (page === null ? null : made.read(page)[0]);
        expect(first(made.item(who, tokenId))).toEqual({ of: 'token', collection: who, tokenId });
        expect(first(made.collection(who))).toEqual({ of: 'collection', collection: who });
        expect(first(made.profile(who))).toEqual({ of: 'person', who });
        const auction = first(made.auction({ collection: who, auctionId, tokenId }));
        expect(auction).toMatchObject({ of: 'auction', collection: who, auctionId });
      }),
    );
  });

  it.each([
    ['as it is', (page: string) => page],
    ['with blanks around it', (page: string) => ` ${page} `],
    ['in angle brackets', (page: string) => `<${page}>`],
    ['with a slash at its end', (page: string) => `${page}/`],
    ['with a query', (page: string) => `${page}?ref=x&y=1`],
    ['with a part of the page', (page: string) => `${page}#bids`],
    ['without https', (page: string) => page.replace('https://', '')],
    ['with http', (page: string) => page.replace('https', 'http')],
    ['with www', (page: string) => page.replace('https://', 'https://www.')],
    ['in capitals', (page: string) => page.replace('market.example', 'Market.Example')],
  ])('is known %s', (_how, change) => {
    expect(read(change(links.item(PUNKS, '7') ?? ''))[0]).toMatchObject({ of: 'token', tokenId: '7' });
  });

  it('may name a collection by its path', () => {
    expect(read('https://market.example/collection/swapx-%7C-cats')).toEqual([
      { of: 'collection', collection: 'swapx-|-cats' },
    ]);
  });

  it('of another site still says what it is about, where it holds an address', () => {
    expect(read(`https://elsewhere.example/assets/chain/${PUNKS}/12?tab=offers`)[0]).toEqual({
      of: 'token',
      collection: PUNKS,
      tokenId: '12',
    });
    expect(read(`https://elsewhere.example/${PUNKS}`)[0]).toEqual({ of: 'collection', collection: PUNKS });
    expect(read('https://elsewhere.example/c/punks?x=1')[0]).toEqual({
      of: 'collection',
      collection: 'punks',
    });
  });

  it('is not about the address that the hash of a transaction begins with', () => {
    const hash = `0x${'ab'.repeat(32)}`;
    expect(read(`https://explorer.example/tx/${hash}`)).not.toContainEqual({
      of: 'collection',
      collection: hash.slice(0, 42),
    });
    expect(read(`https://elsewhere.example/${hash}/${PUNKS}/12`)[0]).toMatchObject({ collection: PUNKS });
  });

  it.each(['', 'punks', '#12', PUNKS, 'market.example', 'ftp://market.example/item/x/1'])(
    'is not %s',
    (text) => {
      expect(read(text)).toEqual([]);
    },
  );

  it('is nothing that fails or hangs, whatever is pasted', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        read(text);
        read(`https://market.example/item/${text}`);
        read(`https://market.example/auction/${text}/${text}`);
      }),
    );
  });

  it('is not searched for where no template is set, but guessed', () => {
    const bare = createLinks({
      item: null,
      collection: null,
      profile: null,
      auction: null,
      transaction: null,
    });
    expect(bare.read(`https://any.example/${PUNKS}/3`)[0]).toMatchObject({ of: 'token', tokenId: '3' });
    expect(bare.read('any.example/punks')).toEqual([]);
  });
});
