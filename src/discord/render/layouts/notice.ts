import type { TextDescription } from '#src/alerts/description.ts';
import type { ViewContext } from '../../views/context.ts';
import type { Described } from '../describe.ts';
import { drawSegments, type SegmentStyle } from '../segments.ts';

/** Discord's limit of users that a message may mention. */
const MAX_MENTIONS = 100;
/** Maximum users mentioned above several notices, so that they fit into a line. */
const MAX_MERGED_MENTIONS = 20;
/** Space reserved for the line that counts the omitted entries. */
const REST_LENGTH = 60;

const STYLE: SegmentStyle = { nameLength: 80, links: false, wallets: 'code' };

/** Returns the users that these notices may mention. */
export function audienceOf(notices: readonly Described<TextDescription>[]): readonly string[] {
  return [...new Set(notices.flatMap(({ description }) => description.audience))].slice(0, MAX_MENTIONS);
}

const mentions = (users: readonly string[]): string => users.map((id) => `<@${id}> `).join('');

const endOf = (mark: string, { marketplaceName }: ViewContext): string => `-# ${marketplaceName} · ${mark}`;

/** Formats a notice in full, as text, because embeds may not be allowed in its channel. */
function noticeText({ description, mark }: Described<TextDescription>, view: ViewContext): string {
  const { audience, paragraphs } = description;
  const text = paragraphs.map((paragraph) => drawSegments(paragraph, view, STYLE)).join('\n');
  return `${mentions(audience)}${text}\n${endOf(mark, view)}`;
}

/** Formats several notices briefly, one per line as far as they fit, and the number of the others. */
function mergedText(
  notices: readonly Described<TextDescription>[],
  mark: string,
  room: number,
  view: ViewContext,
): string {
  const [first] = notices;
  if (first === undefined) return '';
  const { intro, more } = first.description.merged;
  const users = audienceOf(notices).slice(0, MAX_MERGED_MENTIONS);
  const head = `${mentions(users)}${drawSegments(intro, view, STYLE)}`;
  const end = endOf(mark, view);
  const lines: string[] = [];
  let left = room - head.length - end.length - REST_LENGTH;
  for (const { description } of notices) {
    const line = drawSegments(description.merged.line, view, STYLE);
    left -= line.length + 1;
    if (left < 0) break;
    lines.push(line);
  }
  const rest = notices.length - lines.length;
  return [head, ...lines, ...(rest === 0 ? [] : [more(rest)]), end].join('\n');
}

/**
 * Formats the notices of a message, each in full if they fit, else briefly.
 * @param mark mark of the first alert of the message
 * @param room maximum length of the text; at least 900
 */
export function noticesText(
  notices: readonly Described<TextDescription>[],
  mark: string,
  room: number,
  view: ViewContext,
): string {
  const full = notices.map((notice) => noticeText(notice, view)).join('\n');
  return full.length <= room ? full : mergedText(notices, mark, room, view);
}
