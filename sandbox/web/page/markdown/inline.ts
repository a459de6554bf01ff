import { mentionAt } from './mention.ts';
import type { Inline, Span } from './nodes.ts';

/** `lines`: everything. `title`: as in an embed's title, where Discord parses neither links nor mentions. */
export type Mode = 'lines' | 'title';

interface Found {
  readonly node: Inline;
  /** Where parsing continues. */
  readonly end: number;
}

/** Maximum nesting of markup, which bounds the work; deeper markup is shown as text. */
const DEPTH = 12;

const CODE = /(`+)([\s\S]*?[^`])\1(?!`)/y;
const ESCAPED = /\\([^0-9A-Za-z\s])/y;
const ADDRESS = /https?:\/\/[^\s<]*[^\s<.,:;"'\]!?*_~|]/y;
const BARE_ADDRESS = /<(https?:\/\/[^\s<>]+)>/y;
const MASKED =
  /\[((?:\\[\s\S]|[^\\[\]]|\[[^[\]]*\])+)\]\(<?(https?:\/\/(?:\([^\s()<>]*\)|[^\s()<>])+)>?(?:\s+"[^"\n]*")?\)/y;

/** In the order in which they are tried. */
const SPANS: readonly (readonly [RegExp, readonly Span[]])[] = [
  [/\*\*\*(?=\S)((?:\\[\s\S]|[^\\*]|\*(?!\*\*))+?)\*\*\*(?!\*)/y, ['emphasis', 'strong']],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, ['strong']],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, ['underline']],
  [/~~((?:\\[\s\S]|[^\\])+?)~~/y, ['strike']],
  [/\|\|((?:\\[\s\S]|[^\\])+?)\|\|/y, ['spoiler']],
  [/\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y, ['emphasis']],
  [/_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/y, ['emphasis']],
];

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function isAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** A closing bracket behind an address belongs to the sentence around it, unless the address opened it. */
function withoutStrayBracket(url: string): string {
  let kept = url;
  while (kept.endsWith(')') && kept.split(')').length > kept.split('(').length) kept = kept.slice(0, -1);
  return kept;
}

function linkAt(source: string, at: number, depth: number): Found | null {
  const masked = source[at] === '[' ? matchAt(MASKED, source, at) : null;
  if (masked !== null) {
    const [whole, text = '', url = ''] = masked;
    // Discord does not show a masked link whose text is another address.
    if (!isAddress(url) || /https?:\/\//i.test(text)) return null;
    return { node: { type: 'link', url, children: read(text, depth + 1, 'title') }, end: at + whole.length };
  }
  const bare = source[at] === '<' ? matchAt(BARE_ADDRESS, source, at) : null;
  const found = bare ?? (source[at] === 'h' ? matchAt(ADDRESS, source, at) : null);
  if (found === null) return null;
  const url = bare === null ? withoutStrayBracket(found[0]) : (bare[1] ?? '');
  if (!isAddress(url)) return null;
  return {
    node: { type: 'link', url, children: [{ type: 'text', text: url }] },
    end: at + (bare === null ? url.length : found[0].length),
  };
}

function codeAt(source: string, at: number): Found | null {
  if (source[at] !== '`') return null;
  const found = matchAt(CODE, source, at);
  return found === null ? null : { node: { type: 'code', text: found[2] ?? '' }, end: at + found[0].length };
}

function spanAt(source: string, at: number, depth: number, mode: Mode): Found | null {
  if (depth >= DEPTH || !/[*_~|]/.test(source[at] ?? '')) return null;
  for (const [pattern, spans] of SPANS) {
    const found = matchAt(pattern, source, at);
    if (found === null) continue;
    let children = read(found[1] ?? '', depth + spans.length, mode);
    for (const type of spans.toReversed()) children = [{ type, children }];
    const [node] = children;
    if (node !== undefined) return { node, end: at + found[0].length };
  }
  return null;
}

function read(source: string, depth: number, mode: Mode): readonly Inline[] {
  const nodes: Inline[] = [];
  let text = '';
  let at = 0;
  const flush = () => {
    if (text !== '') nodes.push({ type: 'text', text });
    text = '';
  };
  while (at < source.length) {
    const escaped = source[at] === '\\' ? matchAt(ESCAPED, source, at) : null;
    if (escaped !== null) {
      text += escaped[1] ?? '';
      at += 2;
      continue;
    }
    const found =
      codeAt(source, at) ??
      (mode === 'lines' ? (linkAt(source, at, depth) ?? mentionAt(source, at)) : null) ??
      spanAt(source, at, depth, mode);
    if (found === null) {
      text += source[at] ?? '';
      at += 1;
    } else {
      flush();
      nodes.push(found.node);
      at = found.end;
    }
  }
  flush();
  return nodes;
}

/** Parses inline markup, never throws: invalid markup is text. */
export function readInline(source: string, mode: Mode = 'lines'): readonly Inline[] {
  return read(source, 0, mode);
}
