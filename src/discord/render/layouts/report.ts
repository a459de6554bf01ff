import type { APIEmbed } from 'discord-api-types/v10';
import type { MarketDescription, Section } from '#src/alerts/description.ts';
import { truncate } from '../../text.ts';
import { imageUrl } from '../../urls/image-url.ts';
import type { ViewContext } from '../../views/context.ts';
import type { Described } from '../describe.ts';
import { drawSegments, type SegmentStyle } from '../segments.ts';
import { factLines } from './card.ts';
import { embedAuthor, embedColour, embedEnd, embedHead } from './frame.ts';

/** Discord's limit for a field, characters. */
const FIELD_LENGTH = 1_024;
/** Space reserved for the text above the sections, characters. */
const HEAD_LENGTH = 1_000;
/** Discord shows the pictures of embeds with the same URL as a grid of four; fewer would leave a hole in it. */
const GRID = 4;

const LINKED: SegmentStyle = { nameLength: 60, links: true, wallets: 'named' };
const UNLINKED: SegmentStyle = { nameLength: 60, links: false, wallets: 'code' };

/**
 * Formats one entry per line; without links if these take too much space, and without the last entries if that is still
 * too long.
 */
function listText({ lines }: Section, view: ViewContext): string {
  const drawn = (style: SegmentStyle) => lines.map((line) => drawSegments(line, view, style));
  const linked = drawn(LINKED).join('\n');
  if (linked.length <= FIELD_LENGTH) return linked;
  const shown = drawn(UNLINKED);
  while (shown.length > 1 && shown.join('\n').length > FIELD_LENGTH) shown.pop();
  return truncate(shown.join('\n'), FIELD_LENGTH);
}

function picturesOf({ pictures }: Section, view: ViewContext): readonly string[] {
  const shown = pictures.flatMap((source) => imageUrl(source, view.marketplaceOrigin) ?? []);
  const different = [...new Set(shown)];
  return different.slice(0, different.length < GRID ? 1 : GRID);
}

/**
 * Builds a section with pictures: a separate embed, and one for each further picture, which Discord joins into a
 * gallery.
 */
function picturedSection(
  section: Section,
  description: MarketDescription,
  view: ViewContext,
): readonly APIEmbed[] {
  const [first, ...others] = picturesOf(section, view);
  const { title, page } = section;
  const embed: APIEmbed = {
    ...embedColour(description, view),
    title,
    ...(page === null ? {} : { url: page }),
    description: listText(section, view),
    ...(first === undefined ? {} : { image: { url: first } }),
  };
  // Discord can only join pictures of embeds with a URL.
  return [embed, ...(page === null ? [] : others.map((url) => ({ url: page, image: { url } })))];
}

/**
 * Draws an alert with sections, the same in every message size: the facts in an embed, with a field for each list, and
 * below it the lists with pictures. The first embed has no picture, so that there is room for its chart.
 */
export function report(
  described: Described<MarketDescription>,
  view: ViewContext,
): readonly [APIEmbed, ...APIEmbed[]] {
  const { description } = described;
  const sections = description.sections ?? [];
  const isPictured = (section: Section) => picturesOf(section, view).length > 0;
  const fields = sections
    .filter((section) => !isPictured(section))
    .map((section) => ({
      name: section.title,
      value: listText(section, view),
      inline: section.isShort ?? false,
    }));
  const text = truncate(factLines(description, view), HEAD_LENGTH);
  const embed: APIEmbed = {
    ...embedColour(description, view),
    ...embedAuthor(description, view),
    ...embedHead(description, view),
    ...(text === '' ? {} : { description: text }),
    ...(fields.length === 0 ? {} : { fields }),
    ...embedEnd(view),
  };
  return [
    embed,
    ...sections.filter(isPictured).flatMap((section) => picturedSection(section, description, view)),
  ];
}
