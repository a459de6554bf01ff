import { describe, expect, it } from 'vitest';
import { createAmountHistory } from '#src/marketplace/amount-history.ts';
import { address } from '../support/build-activity.ts';

const PUNKS = address(0xc0);
const APES = address(0xa9);

/** A history of the punks with these reported amounts, each with its time. */
function historyOf(...answers: readonly (readonly [amount: bigint | null, asOf: number])[]) {
  const amounts = createAmountHistory();
  for (const [amount, asOf] of answers) amounts.learn(PUNKS, amount, asOf);
  return amounts;
}

describe('the history of a floor or highest sale', () => {
  it('has no value before the first reported one', () => {
    expect(historyOf().before(PUNKS, 7n)).toBeNull();
    expect(historyOf([7n, 1_000], [7n, 2_000]).before(PUNKS, 7n)).toBeNull();
  });

  it('has the value before the change, and when the new one was first reported', () => {
    const amounts = historyOf([9n, 0], [7n, 1_000], [7n, 2_000]);
    expect(amounts.before(PUNKS, 7n)).toEqual({ amount: 9n, until: 1_000 });
  });

  it('uses the latest change', () => {
    const amounts = historyOf([9n, 0], [7n, 1_000], [8n, 2_000]);
    expect(amounts.before(PUNKS, 8n)).toEqual({ amount: 7n, until: 2_000 });
  });

  it('has no value for an amount that is not the latest', () => {
    const amounts = historyOf([9n, 0], [7n, 1_000]);
    expect(amounts.before(PUNKS, 9n)).toBeNull();
    expect(amounts.before(PUNKS, null)).toBeNull();
  });

  it('ignores an answer that is older than the current one, or without an amount', () => {
    const amounts = historyOf([9n, 1_000], [7n, 2_000], [9n, 1_500], [null, 3_000]);
    expect(amounts.before(PUNKS, 7n)).toEqual({ amount: 9n, until: 2_000 });
  });

  it('keeps collections apart', () => {
    const amounts = historyOf([9n, 0], [7n, 1_000]);
    amounts.learn(APES, 7n, 2_000);
    expect(amounts.before(APES, 7n)).toBeNull();
  });
});
