import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createByteArena } from '../../../src/discord/servers/byte-arena.ts';

const BLOCK = 64;

const step = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
  /** Some are larger than a block. */
  bytes: fc.option(fc.uint8Array({ maxLength: 80 }), { freq: 4 }),
});

describe('a store of byte arrays', () => {
  it('keeps what was put last under every key, and forgets what is deleted', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const arena = createByteArena(BLOCK);
        const model = new Map<string, Uint8Array>();
        for (const { key, bytes } of steps) {
          if (bytes === null) {
            arena.delete(key);
            model.delete(key);
          } else {
            arena.put(key, bytes);
            model.set(key, bytes);
          }
          for (const each of 'abcdefg') expect(arena.get(each)).toEqual(model.get(each) ?? null);
        }
      }),
    );
  });

  it('frees sparse blocks, however often its arrays change', () => {
    const arena = createByteArena(BLOCK);
    for (let round = 0; round < 1_000; round += 1)
      for (const key of 'abcd') arena.put(key, new Uint8Array(16 + (round % 8)));
    expect(arena.size).toBeLessThanOrEqual(6 * BLOCK);
    for (const key of 'abc') arena.delete(key);
    expect(arena.size).toBeLessThanOrEqual(4 * BLOCK);
  });

  it('copies what it is given', () => {
    const arena = createByteArena();
    const bytes = Uint8Array.of(1, 2, 3);
    arena.put('a', bytes);
    bytes.fill(9);
    expect(arena.get('a')).toEqual(Uint8Array.of(1, 2, 3));
  });
});
