import type { RulePreview } from '../services.ts';

/** Fewer examples say nothing about how many come in an hour. */
const FEWEST_EXAMPLES = 10;
const SECONDS_AN_HOUR = 3_600;
/** More messages an hour than this, and a channel is read by nobody. */
const MANY_AN_HOUR = 30;

/** About how many messages an hour the rule would bring, where that is many; else `null`. */
export function isHighVolume({ matching }: Pick<RulePreview, 'matching'>): number | null {
  if (matching.length < FEWEST_EXAMPLES) return null;
  const times = matching.map(({ occurredAt }) => occurredAt);
  const seconds = Math.max(1, Math.max(...times) - Math.min(...times));
  const anHour = ((matching.length - 1) * SECONDS_AN_HOUR) / seconds;
  return anHour >= MANY_AN_HOUR ? Math.round(anHour) : null;
}
