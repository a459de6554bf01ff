import type { APIEmbed } from 'discord-api-types/v10';
import type { MarketDescription } from '#src/alerts/description.ts';
import { escapeMarkdownLine } from '../../text.ts';
import type { ViewContext } from '../../views/context.ts';
import type { Described } from '../describe.ts';
import { drawSegments, type SegmentStyle } from '../segments.ts';
import { embedColour, embedEnd, embedHead } from './frame.ts';

/**
 * Limit for the line below the title. With a title (256) and the longest footer (about 100), ten such embeds stay
 * within the 6,000 characters that Discord allows for a message.
 */
const LINE_LENGTH = 230;
const COLLECTION_LENGTH = 60;

const STYLE: SegmentStyle = { nameLength: 80, links: true, wallets: 'code' };

/** Returns the collection with its mark, if the name of the subject does not contain it. */
function collectionFacts({ subject: { name, collection }, heading }: MarketDescription): readonly string[] {
  if (collection === null || name.includes(collection)) return [];
  return [escapeMarkdownLine(heading?.name ?? collection, COLLECTION_LENGTH)];
}

/** Formats as many facts as fit. */
function factLine(description: MarketDescription, view: ViewContext): string {
  const facts = description.facts.flatMap(({ brief }) =>
    brief === null ? [] : [drawSegments(brief, view, STYLE)],
  );
  let line = '';
  for (const fact of [...facts, ...collectionFacts(description)]) {
    const longer = line === '' ? fact : `${line} · ${fact}`;
    if (longer.length <= LINE_LENGTH) line = longer;
  }
  return line;
}

/**
 * Draws an alert in two lines: a title and a line of facts, without a picture. Never longer than a tenth of a message
 * without a template.
 */
export function compact(described: Described<MarketDescription>, view: ViewContext): APIEmbed {
  const { description } = described;
  const line = described.words?.text ?? factLine(description, view);
  return {
    ...embedColour(description, view),
    ...embedHead(description, view, described.words?.title),
    ...(line === '' ? {} : { description: line }),
    ...embedEnd(view),
  };
}
