import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createHintMemory } from '../../src/marketplace/hint-memory.ts';
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

/** A memory, the clock it reads, and a marketplace that knows one trait, or is down. */
function startMemory() {
  const asked: string[] = [];
  const state = { now: 0, down: false };
  const answer = async <T>(what: string, value: T) => {
    asked.push(what);
    if (state.down) throw new Error('down');
    return { value, asOf: state.now, stale: false };
  };
  const memory = createHintMemory({
    lookups: {
      traits: () => answer('traits', [FUR]),
      tokens: () => answer('tokens', pageOf([])),
    },
    now: () => state.now,
    log: silentLog,
  });
  return { memory, state, asked };
}

describe('what autocomplete remembers', () => {
  it('has nothing at first and fetches it for the next keystroke, once', async () => {
    const { memory, asked } = startMemory();
    expect(memory.traits(PUNKS)).toEqual([]);
    expect(memory.traits(PUNKS)).toEqual([]);
    await turn();
    expect(memory.traits(PUNKS)).toEqual([FUR]);
    expect(asked).toEqual(['traits']);
  });

  it('asks for nothing that a lookup has just brought', () => {
    const { memory, asked } = startMemory();
    memory.learnTraits(PUNKS, [FUR]);
    expect(memory.traits(PUNKS)).toEqual([FUR]);
    expect(asked).toEqual([]);
  });

  it('shows what is old and renews it behind the scenes', async () => {
    const { memory, state, asked } = startMemory();
    memory.learnTraits(PUNKS, [{ ...FUR, type: 'Old' }]);
    state.now += 11 * 60_000;
    expect(memory.traits(PUNKS)[0]?.type).toBe('Old');
    await turn();
    expect(memory.traits(PUNKS)[0]?.type).toBe('Fur');
    expect(asked).toEqual(['traits']);
  });

  it('leaves a marketplace that fails alone for a while, and never fails itself', async () => {
    const { memory, state, asked } = startMemory();
    state.down = true;
    for (let keystroke = 0; keystroke < 10; keystroke += 1) {
      expect(memory.traits(PUNKS)).toEqual([]);
      await turn();
    }
    expect(asked).toEqual(['traits']);
    state.down = false;
    state.now += 15_000;
    memory.traits(PUNKS);
    await turn();
    expect(memory.traits(PUNKS)).toEqual([FUR]);
  });

  it('knows tokens by name, and forgets no name where a later record lacks it', () => {
    const { memory } = startMemory();
    memory.learnTokens([{ collection: PUNKS, tokenId: '7', name: 'Punk 7' }]);
    memory.learnTokens([{ collection: PUNKS, tokenId: '7', name: null }]);
    expect(memory.tokens(PUNKS)).toEqual([{ tokenId: '7', name: 'Punk 7' }]);
    expect(memory.tokenName(PUNKS, '7')).toBe('Punk 7');
    expect(memory.tokenName(PUNKS, '8')).toBeNull();
  });

  it('keeps the names of 2,000 tokens a collection, and of 200 collections', () => {
    const { memory } = startMemory();
    const tokens = Array.from({ length: 2_500 }, (_, id) => ({
      collection: PUNKS,
      tokenId: String(id),
      name: null,
    }));
    memory.learnTokens(tokens);
    expect(memory.tokens(PUNKS)).toHaveLength(2_000);
    for (let other = 1; other <= 200; other += 1) {
      memory.learnTokens([{ collection: address(other), tokenId: '1', name: 'x' }]);
    }
    expect(memory.tokenName(PUNKS, '2499')).toBeNull();
    expect(memory.tokenName(address(200), '1')).toBe('x');
  });
});
