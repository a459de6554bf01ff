import type { RuleRecord } from '../world/rules.ts';

/** Whether a rule was active or paused all the time from one time to another; `either` where nobody can say. */
export function switchedWithin(
  { switches }: RuleRecord,
  from: number,
  to: number,
): 'active' | 'paused' | 'either' {
  let possible = new Set<'pause' | 'resume'>(['resume']);
  for (const { to: state, askedAt, doneAt } of switches) {
    if (doneAt !== null && doneAt <= from) possible = new Set([state]);
    else if (askedAt <= to) possible.add(state);
  }
  if (possible.size > 1) return 'either';
  return possible.has('pause') ? 'paused' : 'active';
}

/**
 * Until when what waits in a channel, or for a person, may have been dropped because the last of these rules of it was removed; ms
 * since the start of the history, infinite where that was never confirmed, `null` where another rule was left each time.
 */
export function droppedUntil(rules: readonly RuleRecord[]): number | null {
  const ends = rules.flatMap(({ removalAskedAt, removedAt }) => {
    if (removalAskedAt === null) return [];
    const until = removedAt ?? Number.POSITIVE_INFINITY;
    const isOtherLeft = rules.some(
      (other) =>
        other.inForceFrom !== null &&
        other.inForceFrom <= removalAskedAt &&
        (other.removalAskedAt === null || other.removalAskedAt > until),
    );
    return isOtherLeft ? [] : [until];
  });
  return ends.length === 0 ? null : Math.max(...ends);
}
