import { describe, expect, it } from 'vitest';
import { createAmountMemory } from '../../src/marketplace/amount-memory.ts';
import { address } from '../support/build-activity.ts';

const PUNKS = address(0xc0);
const APES = address(0xa9);

/** A memory of the punks that was told these amounts, each at its time. */
function told(...answers: readonly (readonly [amount: bigint | null, asOf: number])[]) {
  const memory = createAmountMemory();
  for (const [amount, asOf] of answers) memory.learn(PUNKS, amount, asOf);
  return memory;
}

describe('the memory of a floor or highest sale', () => {
  it('knows of none before one that was told first', () => {
    expect(told().before(PUNKS, 7n)).toBeNull();
    expect(told([7n, 1_000], [7n, 2_000]).before(PUNKS, 7n)).toBeNull();
  });

  it('knows what it was before it changed, and when the new one was first told', () => {
    const memory = told([9n, 0], [7n, 1_000], [7n, 2_000]);
    expect(memory.before(PUNKS, 7n)).toEqual({ amount: 9n, until: 1_000 });
  });

  it('goes by the latest change', () => {
    const memory = told([9n, 0], [7n, 1_000], [8n, 2_000]);
    expect(memory.before(PUNKS, 8n)).toEqual({ amount: 7n, until: 2_000 });
  });

  it('says nothing of an amount that is not the latest', () => {
    const memory = told([9n, 0], [7n, 1_000]);
    expect(memory.before(PUNKS, 9n)).toBeNull();
    expect(memory.before(PUNKS, null)).toBeNull();
  });

  it('takes no notice of an answer that is older than what it knows, or tells none', () => {
    const memory = told([9n, 1_000], [7n, 2_000], [9n, 1_500], [null, 3_000]);
    expect(memory.before(PUNKS, 7n)).toEqual({ amount: 9n, until: 2_000 });
  });

  it('keeps collections apart', () => {
    const memory = told([9n, 0], [7n, 1_000]);
    memory.learn(APES, 7n, 2_000);
    expect(memory.before(APES, 7n)).toBeNull();
  });
});
