import type { APIEmbed } from 'discord-api-types/v10';
import type { ColourRole, MarketDescription } from '#src/alerts/description.ts';
import { truncate } from '../../text.ts';
import { imageUrl } from '../../urls/image-url.ts';
import type { ViewContext } from '../../views/context.ts';
import { drawSegments } from '../segments.ts';

/**
 * Green for sales, blue and teal for offers and listings, yellows for running auctions, grey for events without a
 * trade.
 */
const DEFAULT_COLOURS: Readonly<Record<ColourRole, number>> = {
  sold: 0x2ecc71,
  soldTogether: 0x9b59b6,
  asked: 0x3498db,
  offered: 0x1abc9c,
  quiet: 0x95a5a6,
  created: 0xe91e63,
  opened: 0xf1c40f,
  rising: 0xf39c12,
  closing: 0xe67e22,
  settled: 0x27ae60,
  cancelled: 0x7f8c8d,
  summed: 0x5865f2,
};

/** Returns the colour of an alert: the server's own for its topic, else the default. 0 to 0xffffff. */
function alertColour(
  { topic, colour }: Pick<MarketDescription, 'topic' | 'colour'>,
  { colours }: { readonly colours: Readonly<Partial<Record<string, number>>> },
): number {
  return colours[topic] ?? DEFAULT_COLOURS[colour];
}

/** Discord's limit for a title, characters. */
const TITLE_LENGTH = 256;
/** Maximum lengths of names; the second if the title is too long with the first. */
const NAME_LENGTHS = [120, 50] as const;

/** Builds the author line of an alert: the collection with its picture, linked to its page. */
export function embedAuthor(
  { heading }: Pick<MarketDescription, 'heading'>,
  view: ViewContext,
): Pick<APIEmbed, 'author'> {
  if (heading === null) return {};
  const { name, url } = heading;
  const icon = imageUrl(heading.icon, view.marketplaceOrigin);
  return {
    author: {
      name,
      ...(url === null ? {} : { url }),
      ...(icon === null ? {} : { icon_url: icon }),
    },
  };
}

/**
 * Builds the title of an embed: its sign and headline, linked to the page of its subject.
 * @param words instead of sign and headline, from a template
 */
export function embedHead(
  description: MarketDescription,
  view: ViewContext,
  words: string | null = null,
): Pick<APIEmbed, 'title' | 'url'> {
  const { subject } = description;
  return {
    title: words ?? usualTitle(description, view),
    ...(subject.url === null ? {} : { url: subject.url }),
  };
}

function usualTitle({ sign, headline }: MarketDescription, view: ViewContext): string {
  const start = sign === undefined ? '' : `${sign} `;
  const titleWith = (nameLength: number): string =>
    start + drawSegments(headline, view, { nameLength, links: false, wallets: 'code' });
  const [usual, short] = NAME_LENGTHS;
  const title = titleWith(usual);
  return title.length <= TITLE_LENGTH ? title : truncate(titleWith(short), TITLE_LENGTH);
}

export function embedColour(description: MarketDescription, view: ViewContext): Pick<APIEmbed, 'color'> {
  return { color: alertColour(description, view.settings) };
}

/** Builds the footer of an embed: the marketplace. Discord shows the time of the message above it. */
export function embedEnd(view: ViewContext): Pick<APIEmbed, 'footer'> {
  return { footer: { text: view.marketplaceName } };
}
