import { describe, expect, it } from 'vitest';
import { runCluster } from './run.ts';
import { failuresOf } from './verdict.ts';

const FAULTS = 8;
const TIMEOUT_MS = 300_000;
/** Other tests run beside it, so this says that each role is taken over, not how fast: `npm run test:cluster` measures that. */
const MAX_GAP_MS = 60_000;

describe('three bots on one PostgreSQL, while processes and connections fail', () => {
  it(
    'post every alert once and in order, and every role is taken over',
    async () => {
      const lines: string[] = [];
      const result = await runCluster({ faults: FAULTS, seed: 1, processes: 3, forMs: null }, (line) =>
        lines.push(line),
      );
      const failures = failuresOf(result, MAX_GAP_MS);
      expect({ failures, seen: failures.length === 0 ? [] : [...lines, ...result.where] }).toEqual({
        failures: [],
        seen: [],
      });
      expect(Object.keys(result.faultsByKind)).toHaveLength(FAULTS);
    },
    TIMEOUT_MS,
  );
});
