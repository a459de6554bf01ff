import { describe, expect, it } from 'vitest';
import { cyrillic, inCyrillic, latin } from './cyrillic.ts';
import { ownWords } from './own-words.ts';

describe('the words that a text says itself', () => {
  it.each([
    ['⟦Sold for ⟧12.3K Ξ', []],
    ['⟦Sold⟧ for ⟦12⟧', ['for ']],
    ['<@1> <#2> </alerts list:3> <t:4:R> https://page.example/a?b=c `0x0000…00c0`', []],
    ['⟦Leave out **⟧rank⟦** of ⟧`/alerts add`⟦.⟧', []],
    ['rank', ['rank']],
    ['Рынок · alert ijmkqqfb', []],
    ['Рынок · alert nro0x12g', []],
    ['Europe/Berlin · English (India) · Пункс #7', []],
  ])('of %s are %j', (text, words) => {
    expect(ownWords(text)).toEqual(words);
  });

  it('are never those of a record in Cyrillic letters', () => {
    const record = { name: 'Lantern Foxes', type: 'sale', traits: [{ type: 'hat', value: 'Red' }] };
    expect(inCyrillic(record)).toEqual({
      name: cyrillic('Lantern Foxes'),
      type: 'sale',
      traits: [{ type: cyrillic('hat'), value: cyrillic('Red') }],
    });
    expect(ownWords(cyrillic('Lantern Foxes'))).toEqual([]);
    expect(latin(cyrillic('Lantern Foxes'))).toBe('Lantern Foxes');
  });
});
