import type { APIEmbed } from 'discord-api-types/v10';
import type { MarketDescription, Section } from '#src/alerts/description.ts';
import { truncate } from '../../text.ts';
import { imageUrl } from '../../urls/image-url.ts';
import type { ViewContext } from '../../views/context.ts';
import type { Described } from '../describe.ts';
import { drawSegments, type SegmentStyle } from '../segments.ts';
import { factLines } from './card.ts';
import { embedAuthor, embedColour, embedEnd, embedHead } from './frame.ts';

/** Discord: 1,024 characters a field. */
const FIELD_LENGTH = 1_024;
/** Room of what stands above the sections. */
const HEAD_LENGTH = 1_000;
/** Discord shows the pictures of embeds with the same address as one gallery, of four at most. */
const MAX_PICTURES = 4;

const LINKED: SegmentStyle = { nameLength: 60, links: true, wallets: 'linked' };
const UNLINKED: SegmentStyle = { nameLength: 60, links: false, wallets: 'code' };

/** A line each; without links where these take too much room, and without the last ones where that is not enough. */
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
  return [...new Set(shown)].slice(0, MAX_PICTURES);
}

/** A section with pictures: an embed of its own, and one for each further picture, which Discord joins to a gallery. */
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
  // Without an address of their own Discord cannot join the pictures.
  return [embed, ...(page === null ? [] : others.map((url) => ({ url: page, image: { url } })))];
}

/**
 * An alert with sections, in every size that a channel may choose: the facts in an embed, with a field for each list;
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
    .map((section) => ({ name: section.title, value: listText(section, view), inline: false }));
  const text = truncate(factLines(description, view), HEAD_LENGTH);
  const embed: APIEmbed = {
    ...embedColour(description, view),
    ...embedAuthor(description, view),
    ...embedHead(description, view),
    ...(text === '' ? {} : { description: text }),
    ...(fields.length === 0 ? {} : { fields }),
    ...embedEnd(described, view),
  };
  return [
    embed,
    ...sections.filter(isPictured).flatMap((section) => picturedSection(section, description, view)),
  ];
}
