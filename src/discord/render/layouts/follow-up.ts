import type { APIEmbed } from 'discord-api-types/v10';
import type { MarketDescription } from '#src/alerts/description.ts';
import type { ViewContext } from '../../views/context.ts';
import type { Described } from '../describe.ts';
import { drawSegments, type SegmentStyle } from '../segments.ts';
import { embedColour, embedEnd, embedHead } from './frame.ts';

const STYLE: SegmentStyle = { nameLength: 80, links: true, wallets: 'named' };

/**
 * Draws a short message that follows an earlier one in the channel: a title and a line, without a picture.
 * @param earlierUrl URL of that message; `null` for no link
 */
export function followUp(
  described: Described<MarketDescription>,
  earlierUrl: string | null,
  view: ViewContext,
): APIEmbed {
  const { description } = described;
  const { standing, headline, news, update = null } = description;
  const line = [
    ...(update === null ? [] : [drawSegments(update, view, STYLE)]),
    ...(earlierUrl === null ? [] : [`[${view.messages.layouts.earlierMessage}](${earlierUrl})`]),
  ].join(' · ');
  return {
    ...embedColour(description, view),
    ...embedHead({ ...description, headline: news ?? standing?.headline ?? headline }, view),
    ...(line === '' ? {} : { description: line }),
    ...embedEnd(view),
  };
}
