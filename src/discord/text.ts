const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What ends a line or shows as a blank without being one. */
const BLANK = /[\t\n\v\f\r\u0085\u2028\u2029\u2800]/g;
/** Emoji, which hold invisible joiners and selectors of their own: keycaps, flags of regions, and all that can be joined. */
const EMOJI = String.raw`[0-9#*]\ufe0f?\u20e3|\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}|\p{ExtPict}\p{EMod}?[\ufe0e\ufe0f]?(?:\u200d\p{ExtPict}\p{EMod}?[\ufe0e\ufe0f]?)*`;
/** Marks that turn the direction of text, hide it, or take no room: tools for disguise, never needed in a name. */
const INVISIBLE = String.raw`[\p{Cc}\p{Cs}\p{DI}\u{fff9}-\u{fffb}]`;
const EMOJI_OR_INVISIBLE = new RegExp(`(${EMOJI})|${INVISIBLE}`, 'gu');
/** Marks on one letter; no writing needs more, and a tower of them covers the lines above and below. */
const MARKS_A_LETTER = 4;

/** Letters of the scripts that are written from right to left (Unicode: blocks of bidirectional class R and AL). */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** First strong isolate and its end: the text between them cannot move the words and numbers around it. */
const ISOLATE = ['\u2068', '\u2069'] as const;

/**
 * Cuts on a grapheme boundary, so that no emoji or accent is torn.
 * @param maximum in UTF-16 units, which never count less than Discord does
 */
export function cut(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  if (maximum < 1) return '';
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (kept.length + segment.length > maximum - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

function withoutDisguise(text: string): string {
  return text
    .replaceAll(BLANK, ' ')
    .replaceAll(EMOJI_OR_INVISIBLE, (_, emoji?: string) => emoji ?? '')
    .replaceAll(/\p{M}{5,}/gu, (marks) => Array.from(marks).slice(0, MARKS_A_LETTER).join(''))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * One line of somebody else's text without what could disguise it; for places where Discord reads no markdown.
 * @param maximum length of the answer in UTF-16 units
 */
export function plainLine(text: string, maximum: number): string {
  const line = withoutDisguise(text);
  if (!RIGHT_TO_LEFT.test(line)) return cut(line, maximum);
  const [open, close] = ISOLATE;
  const inner = cut(line, maximum - open.length - close.length);
  return RIGHT_TO_LEFT.test(inner) ? `${open}${inner}${close}` : inner;
}

/** Every character that Discord's markdown can read as more than itself within a line. */
const MARKDOWN = /[\\*_~`|[\]()<>]/g;
/** What Discord reads as a heading, small print or a list at the start of a line, whatever is written behind it. */
const LINE_START = /(?<=^\u2068?)(?:#{1,3}|-#|[-+])(?=\s|$)/;
const NUMBERED = /(?<=^\u2068?\d+)\.(?=\s|$)/;
/** Discord makes a card of an invite even where no scheme stands before it. */
const ADDRESS_WITH_PATH = /(?<=\.[a-z]+)\//gi;

function escape(line: string): string {
  return line
    .replaceAll(MARKDOWN, '\\$&')
    .replace(LINE_START, '\\$&')
    .replace(NUMBERED, '\\.')
    .replaceAll('@', '@\u200b')
    .replaceAll('://', ':\u200b//')
    .replaceAll(ADDRESS_WITH_PATH, '\u200b/');
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
