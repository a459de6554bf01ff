import { describe, expect, it } from 'vitest';
import { collectionFacts, estimateHighVolume } from '#commands/alerts/set-up/check-rule.ts';
import { contradictions } from '#commands/alerts/set-up/contradictions.ts';
import type { CollectionFacts } from '#src/alerts/filters/filter.ts';
import { type FilterValues, MATCH_ALL } from '#src/alerts/filters/index.ts';
import type { Topic } from '#src/alerts/kinds/registry.ts';
import { bareCollection } from '../../../discord/bare-collection.ts';
import { viewContext } from '../../../discord/views/view-context.ts';
import { ruleOf, saleAlert } from '../../../support/build-alert.ts';

const bare = bareCollection();
const ranked = collectionFacts({ standard: '1155', rarity: { ...bare.rarity, enabled: true } });
const unranked = collectionFacts({
  standard: '721',
  rarity: { ...bare.rarity, enabled: false, calculated: false },
});

function found(filter: Partial<FilterValues>, topics: readonly Topic[], facts: readonly CollectionFacts[]) {
  return contradictions(ruleOf({ topics, filter: { ...MATCH_ALL, ...filter } }), facts, viewContext());
}

function warnings(
  filter: Partial<FilterValues>,
  topics: readonly Topic[] = ['sale'],
  facts: readonly CollectionFacts[] = [],
) {
  return found(filter, topics, facts).sentences.join(' ');
}

const postsNothing = (filter: Partial<FilterValues>, topics: readonly Topic[]) =>
  found(filter, topics, []).postsNothing;

describe('a rule that can never fit', () => {
  it('is one that measures what is never compared with the floor', () => {
    expect(warnings({ below_floor: 5 }, ['offer', 'mint'])).toContain('Nothing can match');
    expect(warnings({ below_floor: 5 }, ['sale', 'offer', 'mint'])).toContain(
      'no offers or mints are posted',
    );
    expect(warnings({ below_floor: 5 }, ['sale', 'listing', 'auction_ended'])).toBe('');
  });

  it('is one that wants a price of transfers', () => {
    expect(warnings({ price_to: 5n }, ['transfer'])).toContain('Nothing can match');
    expect(warnings({ price_from: 5n }, ['sale', 'transfer'])).toContain(
      'transfers are not posted: they have no price',
    );
    expect(warnings({ price_from: 5n }, ['mint'])).toBe('');
  });

  it('says which offers are left where rank or traits are wanted', () => {
    const traits = [{ type: 'hat', value: 'beanie' }];
    expect(warnings({ rank: 5 }, ['sale', 'offer'])).toBe(
      'Collection offers have no rank. With **Maximum rank** set, only offers for single tokens are posted.',
    );
    expect(warnings({ traits }, ['offer'])).toContain('With **Traits** set, only offers');
    expect(warnings({ rank: 5, traits }, ['offer'])).not.toContain('have no traits');
    expect(warnings({ rank: 5 }, ['sale'])).toBe('');
    expect(warnings({}, ['offer'])).toBe('');
  });

  it('is one that wants two values of one trait at once', () => {
    const traits = [
      { type: 'hat', value: 'beanie' },
      { type: 'Hat', value: 'crown' },
    ];
    expect(warnings({ traits, trait_mode: 'all' })).toContain('Set **Match any or all traits** to “any”');
    expect(warnings({ traits, trait_mode: 'any' })).toBe('');
  });

  it('is one that wants ranks of collections that have none', () => {
    expect(warnings({ rank: 5 }, ['sale'], [unranked])).toContain('no chosen collection has rarity ranks');
    expect(warnings({ rank: 5 }, ['sale'], [unranked, ranked])).toBe('');
    expect(warnings({ rank: 5 }, ['sale'], [])).toBe('');
    expect(warnings({}, ['sale'], [unranked])).toBe('');
  });

  it('is one that wants several units of single pieces', () => {
    expect(warnings({ amount: 2n }, ['sale'], [unranked])).toContain(
      'no chosen collection has tokens with several units',
    );
    expect(warnings({ amount: 1n }, ['sale'], [unranked])).toBe('');
    expect(warnings({ amount: 2n }, ['sale'], [ranked])).toBe('');
  });
});

describe('a rule that posts nothing', () => {
  it('has no topic that can match', () => {
    expect(postsNothing({}, ['floor'])).toBe(true);
    expect(postsNothing({ collection: [bare.address] }, ['floor'])).toBe(false);
    expect(postsNothing({ price_from: 5n }, ['transfer'])).toBe(true);
    expect(postsNothing({ price_from: 5n }, ['transfer', 'sale'])).toBe(false);
    expect(postsNothing({ below_floor: 5, price_from: 5n }, ['transfer', 'offer'])).toBe(true);
  });

  it('is none with a recap, which no filter but the collections applies to', () => {
    expect(postsNothing({ price_from: 5n }, ['recap'])).toBe(false);
    expect(warnings({ price_from: 5n }, ['recap'])).toBe('');
    expect(postsNothing({}, ['floor', 'recap'])).toBe(false);
  });

  it('is none because a rank is missing, since ranks may be computed later', () => {
    expect(found({ rank: 5 }, ['sale'], [unranked]).postsNothing).toBe(false);
  });
});

describe('how chatty a rule would be', () => {
  it('is shown where it is a lot', () => {
    const every = (seconds: number, count: number) =>
      estimateHighVolume({ matching: Array.from({ length: count }, (_, n) => saleAlert(n * seconds)) });
    expect(every(10, 50)).toBe(360);
    expect(every(120, 50)).toBe(30);
    expect(every(121, 50)).toBeNull();
    expect(every(1, 9)).toBeNull();
    expect(every(0, 10)).toBe(32_400);
  });
});
