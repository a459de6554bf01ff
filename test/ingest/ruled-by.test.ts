import { describe, expect, it } from 'vitest';
import { createRuledBy } from '#src/ingest/rules-that-apply.ts';

/** Epoch ms. */
const NOW = 1_000_000_000;
const MINUTE = 60_000;
const at = (now: number) => ({ now: () => now });
const happened = (ms: number) => ({ occurredAt: ms / 1_000 });

describe('by when a rule must have been made', () => {
  it('is when the first record of the alert was seen', () => {
    const ruledBy = createRuledBy(at(NOW), at(NOW));
    expect(ruledBy(NOW - MINUTE, happened(NOW - 2 * MINUTE))).toBe(NOW - MINUTE);
  });

  it('is by the clock of the machine, where that was set right since the process started', () => {
    const ruledBy = createRuledBy(at(NOW - 10 * MINUTE), at(NOW));
    expect(ruledBy(NOW - 11 * MINUTE, happened(NOW - 2 * MINUTE))).toBe(NOW - MINUTE);
  });

  it('is when it happened, where a process before saw it while its clock was behind', () => {
    const ruledBy = createRuledBy(at(NOW), at(NOW));
    expect(ruledBy(NOW - 11 * MINUTE, happened(NOW - 2 * MINUTE))).toBe(NOW - 2 * MINUTE);
  });

  it('is never later than now', () => {
    const ruledBy = createRuledBy(at(NOW), at(NOW));
    expect(ruledBy(NOW - MINUTE, happened(NOW + 5 * MINUTE))).toBe(NOW);
  });
});
