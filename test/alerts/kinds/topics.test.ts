import { describe, expect, it } from 'vitest';
import { definitionOf, isMadeForRules, TOPICS } from '#src/alerts/kinds/registry.ts';

const ofTopics = (has: (definition: ReturnType<typeof definitionOf>) => boolean) =>
  TOPICS.filter((topic) => has(definitionOf(topic)));

describe('a topic', () => {
  it('has a price that rules can test, except where nothing is paid', () => {
    expect(ofTopics(({ hasPrice }) => !hasPrice)).toEqual(['transfer', 'burn', 'floor', 'recap']);
  });

  it('is compared with the floor where a token is listed or sold', () => {
    expect(ofTopics(({ comparedWithFloor }) => comparedWithFloor)).toEqual([
      'sale',
      'listing',
      'auction_ended',
    ]);
  });

  it('can be about whole collections in offers, floors and recaps', () => {
    expect(ofTopics(({ ofCollections }) => ofCollections)).toEqual(['offer', 'floor', 'recap']);
  });

  it('is made for each rule in floors and recaps', () => {
    expect(TOPICS.filter(isMadeForRules)).toEqual(['floor', 'recap']);
  });
});
