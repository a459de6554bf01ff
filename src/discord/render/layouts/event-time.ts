import type { APIEmbed } from 'discord-api-types/v10';
import type { MarketDescription } from '#src/alerts/description.ts';
import type { Described } from '../describe.ts';

/** A message shows the time of an event that happened this much earlier, seconds. Otherwise its own time is enough. */
const LATE_SECONDS = 15 * 60;
/** The last second that Discord's timestamps can show: the end of the year 9999. */
const LAST_SECOND = 253_402_300_799;

/** Adds the time of the event to the first embed. */
export function withTime(
  embeds: readonly APIEmbed[],
  { description: { occurredAt } }: Described<MarketDescription>,
): readonly APIEmbed[] {
  const [first, ...others] = embeds;
  if (first === undefined || !(occurredAt >= 0 && occurredAt <= LAST_SECOND)) return embeds;
  return [{ ...first, timestamp: new Date(occurredAt * 1_000).toISOString() }, ...others];
}

/**
 * Returns whether the time of the message, which Discord shows, says too little about the time of the event.
 * @param postedAt epoch ms; `null` for a test
 */
export const needsTime = (
  { description: { occurredAt, isDated } }: Described<MarketDescription>,
  postedAt: number | null,
): boolean => isDated || (postedAt !== null && postedAt / 1_000 - occurredAt >= LATE_SECONDS);
