import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createByteShelf } from '../../../src/discord/servers/byte-shelf.ts';

const BLOCK = 64;

const step = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
  /** Some are larger than a block. */
  bytes: fc.option(fc.uint8Array({ maxLength: 80 }), { freq: 4 }),
});

describe('a shelf of bytes', () => {
  it('keeps what was put last under every key, and forgets what is deleted', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const shelf = createByteShelf(BLOCK);
        const model = new Map<string, Uint8Array>();
        for (const { key, bytes } of steps) {
          if (bytes === null) {
            shelf.delete(key);
            model.delete(key);
          } else {
            shelf.put(key, bytes);
            model.set(key, bytes);
          }
          for (const each of 'abcdefg') expect(shelf.get(each)).toEqual(model.get(each) ?? null);
        }
      }),
    );
  });

  it('gives blocks back that are hardly used any more, however often its pieces change', () => {
    const shelf = createByteShelf(BLOCK);
    for (let round = 0; round < 1_000; round += 1)
      for (const key of 'abcd') shelf.put(key, new Uint8Array(16 + (round % 8)));
    expect(shelf.size).toBeLessThanOrEqual(6 * BLOCK);
    for (const key of 'abc') shelf.delete(key);
    expect(shelf.size).toBeLessThanOrEqual(4 * BLOCK);
  });

  it('copies what it is given', () => {
    const shelf = createByteShelf();
    const bytes = Uint8Array.of(1, 2, 3);
    shelf.put('a', bytes);
    bytes.fill(9);
    expect(shelf.get('a')).toEqual(Uint8Array.of(1, 2, 3));
  });
});
