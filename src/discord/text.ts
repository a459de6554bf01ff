import { hasVisible } from '#src/marketplace/collection-names.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Line breaks, and characters that render as a space. */
const BLANK = /[\t\n\v\f\r\u0085\u2028\u2029\u2800]/g;
/** Emoji, which contain invisible joiners and selectors: keycaps, regional flags, and joined sequences. */
const EMOJI = String.raw`[0-9#*]\ufe0f?\u20e3|\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}|\p{ExtPict}\p{EMod}?[\ufe0e\ufe0f]?(?:\u200d\p{ExtPict}\p{EMod}?[\ufe0e\ufe0f]?)*`;
/**
 * Characters that change the direction of text, hide it, or have no width. They are used for spoofing and unnecessary
 * in names.
 */
const INVISIBLE = String.raw`[\p{Cc}\p{Cs}\p{DI}\u{fff9}-\u{fffb}]`;
const EMOJI_OR_INVISIBLE = new RegExp(`(${EMOJI})|${INVISIBLE}`, 'gu');
/**
 * Maximum combining marks per letter. No script needs more, and stacks of them would cover the lines above and below.
 */
const MARKS_PER_LETTER = 4;

/** Letters of the scripts that are written from right to left (Unicode: blocks of bidirectional class R and AL). */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** First Strong Isolate and Pop Directional Isolate; text between them does not reorder the surrounding text. */
const ISOLATE = ['\u2068', '\u2069'] as const;

/**
 * Truncates at a grapheme boundary.
 * @param maximum in UTF-16 units, which never count less than Discord does
 */
export function truncate(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  if (maximum < 1) return '';
  // Cut before the first grapheme that does not fit.
  const end = graphemes.segment(text).containing(maximum - 1)?.index ?? 0;
  return `${text.slice(0, end).trimEnd()}…`;
}

/** ASCII words, like most names, which contain nothing invisible. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

function stripInvisible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replaceAll(BLANK, ' ')
    .replaceAll(EMOJI_OR_INVISIBLE, (_, emoji?: string) => emoji ?? '')
    .replaceAll(/\p{M}{5,}/gu, (marks) => Array.from(marks).slice(0, MARKS_PER_LETTER).join(''))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * Returns one line of untrusted text without spoofing characters, for places where Discord does not parse markdown.
 * Empty if nothing in it is visible.
 * @param maximum length of the result in UTF-16 units
 */
export function sanitizeLine(text: string, maximum: number): string {
  const line = stripInvisible(text);
  if (!hasVisible(line)) return '';
  if (!RIGHT_TO_LEFT.test(line)) return truncate(line, maximum);
  const [open, close] = ISOLATE;
  const inner = truncate(line, maximum - open.length - close.length);
  return RIGHT_TO_LEFT.test(inner) ? `${open}${inner}${close}` : inner;
}

/** Characters with a meaning in Discord's inline markdown. */
const MARKDOWN = /[\\*_~`|[\]()<>]/g;
/** Headings, small print and lists at the start of a line, even without text after them. */
const LINE_START = /(?<=^\u2068?)(?:#{1,3}|-#|[-+])(?=\s|$)/;
const NUMBERED = /(?<=^\u2068?\d+)\.(?=\s|$)/;
/** Discord embeds an invite even without a scheme. */
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
 * Escapes one line of untrusted text for places where Discord parses markdown, so that it cannot format, mention, link,
 * or act as the target of a link.
 * @param maximum length of the result in UTF-16 units, escapes included
 */
export function escapeMarkdownLine(text: string, maximum: number): string {
  let room = maximum;
  let escaped = escape(sanitizeLine(text, room));
  while (escaped.length > maximum && room > 0) {
    room -= Math.max(1, Math.ceil((escaped.length - maximum) / 2));
    escaped = room > 0 ? escape(sanitizeLine(text, room)) : '';
  }
  return escaped;
}
