const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Marks that turn the direction of text, hide it, or take no room: tools for disguise, never needed in a name. */
const INVISIBLE =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

/**
 * Cuts on a grapheme boundary, so that no emoji or accent is torn.
 * @param maximum in UTF-16 units, which never count less than Discord does
 */
export function cut(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (kept.length + segment.length > maximum - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** One line of somebody else's text without what could disguise it. */
export function plainLine(text: string, maximum: number): string {
  return cut(text.replaceAll(/\s+/g, ' ').replaceAll(INVISIBLE, '').trim(), maximum);
}

/** Every character that Discord's markdown can read as more than itself within a line. */
const MARKDOWN = /[\\*_~`|[\]()<>]/g;
/** What Discord reads as a heading, a quote or a list at the start of a line. */
const LINE_START = /^(?:#{1,3}|-#|[-+>]|\d+\.)(?=\s)/;

function escape(line: string): string {
  return line
    .replaceAll(MARKDOWN, '\\$&')
    .replace(LINE_START, '\\$&')
    .replaceAll('@', '@\u200b')
    .replaceAll('://', ':\u200b//');
}

/**
 * One line of somebody else's text for a place where Discord reads markdown: it can neither format, nor mention, nor
 * link, nor pose as the target of a link.
 * @param maximum length of the answer in UTF-16 units, escapes included
 */
export function escapedLine(text: string, maximum: number): string {
  let room = maximum;
  let escaped = escape(plainLine(text, room));
  while (escaped.length > maximum && room > 0) {
    room -= Math.max(1, Math.ceil((escaped.length - maximum) / 2));
    escaped = room > 0 ? escape(plainLine(text, room)) : '';
  }
  return escaped;
}
