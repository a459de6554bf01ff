import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSuggestionCache } from '#src/marketplace/suggestion-cache.ts';
import { address } from '../support/build-activity.ts';
import { silentLog } from '../support/silent-log.ts';

const PUNKS = address(0xc0);
const FUR = { type: 'Fur', values: [{ value: 'Gold', count: 1, rarity: 1 }] };

const pageOf = <T>(items: readonly T[]) => ({
  items,
  page: 1,
  total: items.length,
  hasNext: false,
  unreadable: 0,
  sorted: true,
});

/** A suggestion cache with its clock, and a marketplace that has one trait, or is down. */
function startMemory() {
  const asked: string[] = [];
  const state = { now: 0, down: false };
  const answer = async <T>(what: string, value: T) => {
    asked.push(what);
    if (state.down) throw new Error('down');
    return { value, asOf: state.now, stale: false };
  };
  const suggestions = createSuggestionCache({
    lookups: {
      traits: () => answer('traits', [FUR]),
      tokens: () => answer('tokens', pageOf([])),
    },
    now: () => state.now,
    log: silentLog,
  });
  return { suggestions, state, asked };
}

describe('the suggestion cache', () => {
  it('has nothing at first and fetches it for the next keystroke, once', async () => {
    const { suggestions, asked } = startMemory();
    expect(suggestions.traits(PUNKS)).toEqual([]);
    expect(suggestions.traits(PUNKS)).toEqual([]);
    await turn();
    expect(suggestions.traits(PUNKS)).toEqual([FUR]);
    expect(asked).toEqual(['traits']);
  });

  it('requests nothing that a lookup has just added', () => {
    const { suggestions, asked } = startMemory();
    suggestions.learnTraits(PUNKS, [FUR]);
    expect(suggestions.traits(PUNKS)).toEqual([FUR]);
    expect(asked).toEqual([]);
  });

  it('returns old entries and refreshes them in the background', async () => {
    const { suggestions, state, asked } = startMemory();
    suggestions.learnTraits(PUNKS, [{ ...FUR, type: 'Old' }]);
    state.now += 11 * 60_000;
    expect(suggestions.traits(PUNKS)[0]?.type).toBe('Old');
    await turn();
    expect(suggestions.traits(PUNKS)[0]?.type).toBe('Fur');
    expect(asked).toEqual(['traits']);
  });

  it('requests nothing for a while from a marketplace that fails, and never throws', async () => {
    const { suggestions, state, asked } = startMemory();
    state.down = true;
    for (let keystroke = 0; keystroke < 10; keystroke += 1) {
      expect(suggestions.traits(PUNKS)).toEqual([]);
      await turn();
    }
    expect(asked).toEqual(['traits']);
    state.down = false;
    state.now += 15_000;
    suggestions.traits(PUNKS);
    await turn();
    expect(suggestions.traits(PUNKS)).toEqual([FUR]);
  });

  it('caches token names, and keeps a name when a later record lacks it', () => {
    const { suggestions } = startMemory();
    suggestions.learnTokens([{ collection: PUNKS, tokenId: '7', name: 'Punk 7' }]);
    suggestions.learnTokens([{ collection: PUNKS, tokenId: '7', name: null }]);
    expect(suggestions.tokens(PUNKS)).toEqual([{ tokenId: '7', name: 'Punk 7' }]);
    expect(suggestions.tokenName(PUNKS, '7')).toBe('Punk 7');
    expect(suggestions.tokenName(PUNKS, '8')).toBeNull();
  });

  it('keeps the names of 2,000 tokens a collection, and of 200 collections', () => {
    const { suggestions } = startMemory();
    const tokens = Array.from({ length: 2_500 }, (_, id) => ({
      collection: PUNKS,
      tokenId: String(id),
      name: null,
    }));
    suggestions.learnTokens(tokens);
    expect(suggestions.tokens(PUNKS)).toHaveLength(2_000);
    for (let other = 1; other <= 200; other += 1) {
      suggestions.learnTokens([{ collection: address(other), tokenId: '1', name: 'x' }]);
    }
    expect(suggestions.tokenName(PUNKS, '2499')).toBeNull();
    expect(suggestions.tokenName(address(200), '1')).toBe('x');
  });
});
