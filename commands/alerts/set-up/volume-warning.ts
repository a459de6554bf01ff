import type { RulePreview } from '#src/discord/services.ts';

/** Fewer examples are no basis for an hourly estimate. */
const FEWEST_EXAMPLES = 10;
const SECONDS_AN_HOUR = 3_600;
/** With more messages an hour, a warning is shown. */
const MANY_AN_HOUR = 30;

/** Estimated messages an hour of the rule if they are many, else `null`. */
export function estimateHighVolume({ matching }: Pick<RulePreview, 'matching'>): number | null {
  if (matching.length < FEWEST_EXAMPLES) return null;
  const times = matching.map(({ occurredAt }) => occurredAt);
  const seconds = Math.max(1, Math.max(...times) - Math.min(...times));
  const anHour = ((matching.length - 1) * SECONDS_AN_HOUR) / seconds;
  return anHour >= MANY_AN_HOUR ? Math.round(anHour) : null;
}
