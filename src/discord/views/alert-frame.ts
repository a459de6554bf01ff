import type { APIEmbed } from 'discord.js';
import type { Alert } from '../../domain/alert.ts';
import type { ViewContext } from './context.ts';

/** The last second that Discord's timestamps can say: the end of the year 9999. */
const LAST_SECOND = 253_402_300_799;

/**
 * What every alert's embed ends with: where it comes from, its reference, and when it happened.
 * @param reference read-back finds the message by it
 */
export function alertFrame(
  alert: Alert,
  reference: string,
  context: ViewContext,
): Pick<APIEmbed, 'footer' | 'timestamp'> {
  const { occurredAt } = alert;
  const tellable = occurredAt >= 0 && occurredAt <= LAST_SECOND;
  return {
    footer: { text: `${context.marketplaceName} · alert ${reference}` },
    ...(tellable ? { timestamp: new Date(occurredAt * 1_000).toISOString() } : {}),
  };
}
