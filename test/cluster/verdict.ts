import { growthFailures } from './growth.ts';
import type { ClusterResult } from './run.ts';

/** The bots' leases last for 10 s, and others take them within 5 s after their end. */
const LONGEST_GAP_MS = 15_000;

/**
 * What was not as it has to be, one sentence each; none for a good run. Duplicates after pauses beyond the nonce window are told, not
 * judged.
 * @param maxGapMs how long a role may have been without a holder; more where a machine is too busy to be measured
 */
export function failuresOf(
  result: Pick<
    ClusterResult,
    'due' | 'lost' | 'twice' | 'outOfOrder' | 'wrong' | 'notSent' | 'broken' | 'longestGapMs' | 'growth'
  >,
  maxGapMs = LONGEST_GAP_MS,
): readonly string[] {
  const { due, lost, twice, outOfOrder, wrong, notSent, broken, longestGapMs, growth } = result;
  return [
    ...(due === 0 ? ['nothing was due'] : []),
    ...(lost > 0 ? [`${lost} alerts are lost`] : []),
    ...(twice > 0 ? [`${twice} alerts were posted twice`] : []),
    ...(outOfOrder > 0 ? [`${outOfOrder} alerts are out of order`] : []),
    ...(wrong.length > 0 ? [`${wrong.length} messages are wrong`] : []),
    ...(notSent > 0 ? [`${notSent} deliveries were not sent`] : []),
    ...broken,
    ...Object.entries(longestGapMs)
      .filter(([, gapMs]) => gapMs > maxGapMs)
      .map(([role, gapMs]) => `nobody was ${role} for ${(gapMs / 1_000).toFixed(1)} s`),
    ...(growth === null ? [] : growthFailures(growth)),
  ];
}
