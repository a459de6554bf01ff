import type { APIEmbed } from 'discord-api-types/v10';
import type { MarketDescription } from '#src/alerts/description.ts';
import type { MessageSize } from '#src/alerts/settings.ts';
import { imageUrl } from '../../urls/image-url.ts';
import type { ViewContext } from '../../views/context.ts';
import type { Described } from '../describe.ts';
import { drawSegments, type SegmentStyle } from '../segments.ts';
import { embedAuthor, embedColour, embedEnd, embedHead } from './frame.ts';

const STYLE: SegmentStyle = { nameLength: 80, links: true, wallets: 'named' };

/**
 * Draws a short message that follows an earlier one in the channel: the collection, a title and a line, with a small
 * picture. In a channel with compact messages, the collection and the picture are left out.
 * @param earlierUrl URL of that message; `null` for no link
 */
export function followUp(
  described: Described<MarketDescription>,
  earlierUrl: string | null,
  size: MessageSize,
  view: ViewContext,
): APIEmbed {
  const { description, words } = described;
  const { standing, headline, news, update = null } = description;
  const text = words?.text ?? (update === null ? null : drawSegments(update, view, STYLE));
  const line = [
    ...(text === null ? [] : [text]),
    ...(earlierUrl === null ? [] : [`**[${view.messages.layouts.earlierMessage}](${earlierUrl})**`]),
  ].join(' · ');
  return {
    ...embedColour(description, view),
    ...(size === 'compact' ? {} : embedAuthor(description, view)),
    ...embedHead({ ...description, headline: news ?? standing?.headline ?? headline }, view, words?.title),
    ...(line === '' ? {} : { description: line }),
    ...(size === 'compact' ? {} : embedThumbnail(description, view)),
    ...embedEnd(view),
  };
}

/** Builds a small picture, the first that Discord can show. */
function embedThumbnail({ pictures }: MarketDescription, view: ViewContext): Pick<APIEmbed, 'thumbnail'> {
  const [url] = pictures.urls.flatMap((source) => imageUrl(source, view.marketplaceOrigin) ?? []);
  return url === undefined ? {} : { thumbnail: { url } };
}
