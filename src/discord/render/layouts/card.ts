import type { APIEmbed } from 'discord-api-types/v10';
import type { Fact, MarketDescription, Pictures, Rows } from '#src/alerts/description.ts';
import type { MessageSize } from '#src/alerts/settings.ts';
import { truncate } from '../../text.ts';
import { imageUrl } from '../../urls/image-url.ts';
import type { ViewContext } from '../../views/context.ts';
import { rarestTraits } from '../../views/rarity.ts';
import type { Described } from '../describe.ts';
import { drawSegments, type SegmentStyle } from '../segments.ts';
import { embedAuthor, embedColour, embedEnd, embedHead } from './frame.ts';

type CardSize = Exclude<MessageSize, 'compact'>;

/** Maximum rows of a list; the others are counted. */
const MAX_ROWS: Readonly<Record<CardSize, number>> = { auto: 10, normal: 10, big: 25 };
/** Limit for a list, within Discord's 4,096 characters for a description, so that several embeds stay within 6,000. */
const LIST_LENGTH = 3_000;
/** Limit for the whole description, characters. */
const DESCRIPTION_LENGTH = 4_000;
/** Discord's limit for a field, characters. */
const FIELD_LENGTH = 1_024;
/** Maximum traits shown for a token. */
const MAX_TRAITS = 3;
/** Discord shows the pictures of embeds with the same URL as a grid of four; fewer would leave a hole in it. */
const GRID = 4;

const LINKED: SegmentStyle = { nameLength: 80, links: true, wallets: 'named' };
const UNLINKED: SegmentStyle = { nameLength: 80, links: false, wallets: 'code' };

const smallPrint = (text: string): string => `-# ${text}`;

/** Joins the facts of a line with dots. */
function lineText([line, facts]: readonly [Fact['line'], readonly Fact[]], view: ViewContext): string {
  const text = facts.map(({ text }) => drawSegments(text, view, LINKED)).join(' · ');
  return line === 'note' ? smallPrint(text) : text;
}

/** Formats as many rows as fit, one per line, and the number of the others. */
function listText(rows: Rows, most: number, room: number, view: ViewContext): string {
  const lines: string[] = [];
  let left = room;
  for (let index = 0; index < Math.min(rows.count, most); index += 1) {
    const line = drawSegments(rows.row(index), view, LINKED);
    if (line.length + 1 > left) break;
    left -= line.length + 1;
    lines.push(line);
  }
  const more = rows.count - lines.length + rows.further;
  return [...lines, ...(more === 0 ? [] : [rows.more(more)])].join('\n');
}

/** Formats all rows, without links if these take too much space. */
function fieldList(rows: Rows, view: ViewContext): string {
  const textIn = (style: SegmentStyle): string =>
    [
      ...Array.from({ length: rows.count }, (_, index) => drawSegments(rows.row(index), view, style)),
      ...(rows.further === 0 ? [] : [rows.more(rows.further)]),
    ].join('\n');
  const linked = textIn(LINKED);
  return linked.length <= FIELD_LENGTH ? linked : truncate(textIn(UNLINKED), FIELD_LENGTH);
}

/** Formats the facts, line by line. */
export const factLines = ({ facts }: Pick<MarketDescription, 'facts'>, view: ViewContext): string =>
  [...Map.groupBy(facts, ({ line }) => line)].map((line) => lineText(line, view)).join('\n');

/** Formats the lines of facts, or the text of a template, the rarest traits, and a list without a title. */
function descriptionOf(
  { description: { facts, traits, rows }, words }: Described<MarketDescription>,
  size: CardSize,
  view: ViewContext,
): string {
  const rarest = rarestTraits(traits, MAX_TRAITS, view);
  const text = [words?.text ?? factLines({ facts }, view), ...(rarest === null ? [] : [smallPrint(rarest)])]
    .filter((part) => part !== '')
    .join('\n');
  if (rows === null || rows.title !== null) return text;
  const room = Math.min(LIST_LENGTH, DESCRIPTION_LENGTH - text.length);
  const list = listText(rows, MAX_ROWS[size], room, view);
  return [text, list].filter((part) => part !== '').join('\n');
}

function fieldsOf({ rows }: MarketDescription, view: ViewContext): Pick<APIEmbed, 'fields'> {
  if (rows === null || rows.title === null) return {};
  return { fields: [{ name: rows.title, value: fieldList(rows, view), inline: false }] };
}

/** Returns whether pictures are large below the text, rather than small beside it. */
const isLarge = ({ show, usually }: Pictures, size: CardSize): boolean =>
  show !== 'oneSmall' && (size === 'auto' ? usually === 'large' : size === 'big');

/** Returns the first pictures that Discord can show, without duplicates. */
function shownPictures(pictures: Pictures, size: CardSize, view: ViewContext): readonly string[] {
  const { urls, show } = pictures;
  const most = show === 'gallery' && isLarge(pictures, size) ? GRID : 1;
  const shown = new Set<string>();
  for (const source of urls) {
    const url = imageUrl(source, view.marketplaceOrigin);
    if (url !== null) shown.add(url);
    if (shown.size === most) break;
  }
  return [...shown].slice(0, shown.size < GRID ? 1 : GRID);
}

/**
 * Draws an alert in full: the collection, what happened, a few lines of facts, and a picture, beside the text or large
 * below it. It has one embed, and at most three more with only a picture, which Discord joins with the first into a
 * gallery.
 */
export function card(
  described: Described<MarketDescription>,
  size: CardSize,
  view: ViewContext,
): readonly [APIEmbed, ...APIEmbed[]] {
  const { description } = described;
  const { pictures } = description;
  const text = descriptionOf(described, size, view);
  const [first, ...others] = shownPictures(pictures, size, view);
  const { page } = pictures;
  const embed: APIEmbed = {
    ...embedColour(description, view),
    ...embedAuthor(description, view),
    ...embedHead(description, view, described.words?.title),
    ...(page === null ? {} : { url: page }),
    ...(text === '' ? {} : { description: text }),
    ...fieldsOf(description, view),
    ...(first === undefined ? {} : { [isLarge(pictures, size) ? 'image' : 'thumbnail']: { url: first } }),
    ...embedEnd(view),
  };
  // Discord can only join pictures of embeds with a URL.
  const gallery = page === null ? [] : others.map((url) => ({ url: page, image: { url } }));
  return [embed, ...gallery];
}

/** Draws an alert that shares a message: one embed, with a small picture. */
export function smallCard(
  described: Described<MarketDescription>,
  size: CardSize,
  view: ViewContext,
): APIEmbed {
  const [{ image, ...embed }] = card(described, size, view);
  return image === undefined ? embed : { ...embed, thumbnail: image };
}
