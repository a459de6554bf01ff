import { describe, expect, it } from 'vitest';
import { manyAnHour } from '../../../src/discord/setup/chattiness.ts';
import { type CollectionFacts, contradictions } from '../../../src/discord/setup/contradictions.ts';
import { type AlertFilter, EVERYTHING } from '../../../src/domain/alert-filter.ts';
import type { AlertKind } from '../../../src/domain/alert-kind.ts';
import { ruleOf, saleAlert } from '../../support/build-alert.ts';
import { bareCollection } from '../bare-collection.ts';

const bare = bareCollection();
const ranked = { ...bare, standard: '1155', rarity: { ...bare.rarity, enabled: true } } as const;
const unranked = {
  ...bare,
  standard: '721',
  rarity: { ...bare.rarity, enabled: false, calculated: false },
} as const;

function warnings(
  filter: Partial<AlertFilter>,
  kinds: readonly AlertKind[] = ['sale'],
  facts: readonly CollectionFacts[] = [],
) {
  return contradictions(ruleOf({ kinds, filter: { ...EVERYTHING, ...filter } }), facts).join(' ');
}

describe('a rule that can never fit', () => {
  it('is one that measures what is never compared with the floor', () => {
    expect(warnings({ belowFloorPercent: 5 }, ['offer', 'mint'])).toContain('Nothing can ever fit');
    expect(warnings({ belowFloorPercent: 5 }, ['sale', 'offer', 'mint'])).toContain(
      'there will be no offers or mints.',
    );
    expect(warnings({ belowFloorPercent: 5 }, ['sale', 'listing', 'auction_ended'])).toBe('');
  });

  it('is one that wants a price of transfers', () => {
    expect(warnings({ priceTo: 5n }, ['transfer'])).toContain('Nothing can ever fit');
    expect(warnings({ priceFrom: 5n }, ['sale', 'transfer'])).toContain('there will be none');
    expect(warnings({ priceFrom: 5n }, ['mint'])).toBe('');
  });

  it('says which offers are left where rank or traits are wanted', () => {
    const traits = { mode: 'any', traits: [{ type: 'hat', value: 'beanie' }] } as const;
    expect(warnings({ rankAtMost: 5 }, ['sale', 'offer'])).toBe(
      'Offers for a whole collection have no rank, so with **rank** only offers for single tokens are told.',
    );
    expect(warnings({ rankAtMost: 5, traits }, ['offer'])).toContain('have no traits, so with **traits**');
    expect(warnings({ rankAtMost: 5 }, ['sale'])).toBe('');
    expect(warnings({}, ['offer'])).toBe('');
  });

  it('is one that wants two values of one trait at once', () => {
    const traits = [
      { type: 'hat', value: 'beanie' },
      { type: 'Hat', value: 'crown' },
    ];
    expect(warnings({ traits: { mode: 'all', traits } })).toContain('Set **trait_mode** to “any”');
    expect(warnings({ traits: { mode: 'any', traits } })).toBe('');
  });

  it('is one that wants ranks of collections that have none', () => {
    expect(warnings({ rankAtMost: 5 }, ['sale'], [unranked])).toContain('ranks no token');
    expect(warnings({ rankAtMost: 5 }, ['sale'], [unranked, ranked])).toBe('');
    expect(warnings({ rankAtMost: 5 }, ['sale'], [])).toBe('');
    expect(warnings({}, ['sale'], [unranked])).toBe('');
  });

  it('is one that wants several units of single pieces', () => {
    expect(warnings({ quantityFrom: 2n }, ['sale'], [unranked])).toContain('single pieces');
    expect(warnings({ quantityFrom: 1n }, ['sale'], [unranked])).toBe('');
    expect(warnings({ quantityFrom: 2n }, ['sale'], [ranked])).toBe('');
  });
});

describe('how chatty a rule would be', () => {
  it('is told where it is a lot', () => {
    const every = (seconds: number, count: number) =>
      manyAnHour({ matching: Array.from({ length: count }, (_, n) => saleAlert(n * seconds)) });
    expect(every(10, 50)).toBe(360);
    expect(every(120, 50)).toBe(30);
    expect(every(121, 50)).toBeNull();
    expect(every(1, 9)).toBeNull();
    expect(every(0, 10)).toBe(32_400);
  });
});
