import type { APIEmbed } from 'discord.js';
import type { Address } from '../../domain/address.ts';
import type { Alert } from '../../domain/alert.ts';
import { referenceFor } from '../../domain/delivery.ts';
import type { Look } from '../../domain/settings.ts';
import { imageUrl } from '../image-url.ts';
import type { ViewContext } from './context.ts';
import { collectionName } from './naming.ts';

/** The last second that Discord's timestamps can say: the end of the year 9999. */
const LAST_SECOND = 253_402_300_799;

/** How an alert's embed is written. */
export interface Showing {
  /** What its footer ends with: `alert k3x9f2ab`, by which read-back finds the message. */
  readonly mark: string;
  readonly look: Look;
}

/** What read-back finds the message of an alert by, as Discord shows it. */
export function markOf(channelId: string, alert: Pick<Alert, 'key'>): string {
  return `alert ${referenceFor(channelId, alert)}`;
}

/** What every alert's embed ends with: where it comes from, its mark, and when it happened. */
export function alertFrame(
  { occurredAt }: Pick<Alert, 'occurredAt'>,
  mark: string,
  context: ViewContext,
): Pick<APIEmbed, 'footer' | 'timestamp'> {
  const tellable = occurredAt >= 0 && occurredAt <= LAST_SECOND;
  return {
    footer: { text: `${context.marketplaceName} · ${mark}` },
    ...(tellable ? { timestamp: new Date(occurredAt * 1_000).toISOString() } : {}),
  };
}

/** The collection above the title, linked to its page. */
export function collectionLine(
  named: { readonly collection: Address; readonly collectionName: string | null },
  context: ViewContext,
): Pick<APIEmbed, 'author'> {
  const url = context.links.collection(named.collection);
  return { author: { name: collectionName(named, context), ...(url === null ? {} : { url }) } };
}

/** The picture as large as the look wants it. */
export function pictureFor(
  image: string | null,
  look: Look,
  context: ViewContext,
): Pick<APIEmbed, 'image' | 'thumbnail'> {
  const url = look === 'compact' ? null : imageUrl(image, context.marketplaceOrigin);
  if (url === null) return {};
  return look === 'big' ? { image: { url } } : { thumbnail: { url } };
}

/** The lines as a description; nothing where there are none. */
export function describedBy(lines: readonly string[]): Pick<APIEmbed, 'description'> {
  return lines.length === 0 ? {} : { description: lines.join('\n') };
}
