import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meaningsOf } from '#src/discord/finding/meanings.ts';
import { createLinks } from '#src/marketplace/links.ts';
import { address } from '../../support/build-activity.ts';
import { anyText } from '../nasty-text.ts';
import { TEMPLATES } from '../views/view-context.ts';

const PUNKS = address(0xc0);
const { read } = createLinks(TEMPLATES);
const first = (text: string) => meaningsOf(text, read)[0];

describe('what a text may mean', () => {
  it.each([
    ['#1234', { of: 'token', collection: null, tokenId: '1234' }],
    ['1234', { of: 'token', collection: null, tokenId: '1234' }],
    ['007', { of: 'token', collection: null, tokenId: '7' }],
    ['0xff', { of: 'token', collection: null, tokenId: '255' }],
    [PUNKS, { of: 'collection', collection: PUNKS }],
    [PUNKS.toUpperCase().replace('0X', '0x'), { of: 'collection', collection: PUNKS }],
    [`${PUNKS}-12`, { of: 'token', collection: PUNKS, tokenId: '12' }],
    [`${PUNKS}/12`, { of: 'token', collection: PUNKS, tokenId: '12' }],
    [`${PUNKS} #12`, { of: 'token', collection: PUNKS, tokenId: '12' }],
    ['Lantern Foxes #12', { of: 'token', collection: 'Lantern Foxes', tokenId: '12' }],
    ['lantern-foxes/12', { of: 'token', collection: 'lantern-foxes', tokenId: '12' }],
    ['Lantern Foxes', { of: 'collection', collection: 'Lantern Foxes' }],
    [`0x${'ab'.repeat(32)}-${PUNKS}-9`, { of: 'auction', collection: PUNKS, auctionId: '9', tokenId: null }],
    [`https://market.example/item/${PUNKS}/3`, { of: 'token', collection: PUNKS, tokenId: '3' }],
    [`https://market.example/profile/${PUNKS}`, { of: 'person', who: PUNKS }],
  ])('%s', (text, meaning) => {
    expect(first(text)).toEqual(meaning);
    expect(first(`  ${text} `)).toEqual(meaning);
  });

  it('is a person too where it could be one', () => {
    expect(meaningsOf(PUNKS, read)).toContainEqual({ of: 'person', who: PUNKS });
    expect(meaningsOf('@ada', read)).toContainEqual({ of: 'person', who: 'ada' });
  });

  it('is nothing for nothing', () => {
    expect(meaningsOf('  ', read)).toEqual([]);
  });

  it('keeps every digit of a token id', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (number) => {
        expect(first(`#${number}`)).toEqual({ of: 'token', collection: null, tokenId: String(number) });
        expect(first(`Foxes #${number}`)).toMatchObject({ tokenId: String(number) });
      }),
    );
  });

  it('is found for any text, and quickly', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const meaning of meaningsOf(text, read))
          expect(meaning.of).toMatch(/auction|token|collection|person/);
      }),
    );
  });
});
