/**
 * How Discord's client reads a text, as far as the tests need it (Discord: Markdown Text 101). Written
 * independently of the escaping of the bot, so that an error in one of them is found.
 */
export interface Reading {
  /** Characters that would format, hide or link: those without a backslash before them. */
  readonly live: readonly string[];
  /** Lines that would become a heading, small print, a quote or part of a list. */
  readonly blocks: readonly string[];
  readonly links: readonly string[];
  readonly mentions: readonly string[];
}

const FORMATTING = new Set('*_~`|[]()<>');
const BLOCK = /^[\s\u2066-\u2069]*(?:#{1,3}|-#|[-*+•]|\d+\.|>{1,3})(?:\s|$)/u;
const LINK = /[a-z][a-z0-9+.-]*:\/\/\S+|discord(?:app)?\.(?:gg|com|new)\//giu;
const MENTION = /@(?:everyone|here)|<(?:@[!&]?|#|a?:\w+:|t:|\/|id:)/giu;

/** Reads a text of one or more lines. */
export function readMarkdown(text: string): Reading {
  const live: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\' && /[^0-9A-Za-z\s]/.test(text.charAt(at + 1))) at += 1;
    else if (character === '\\' || FORMATTING.has(character)) live.push(character);
  }
  const withoutEscapes = text.replaceAll(/\\[^0-9A-Za-z\s]/g, '\u0000');
  return {
    live,
    blocks: text.split('\n').filter((line) => BLOCK.test(line)),
    links: text.match(LINK) ?? [],
    mentions: withoutEscapes.match(MENTION) ?? [],
  };
}

/** The reading of a text without any markup. */
export const NOTHING_BUT_TEXT: Reading = { live: [], blocks: [], links: [], mentions: [] };
