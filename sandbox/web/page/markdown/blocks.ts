import { readInline } from './inline.ts';
import { listLine, listsOf } from './list.ts';
import type { Block } from './nodes.ts';

const FENCE = /(?<!\\)```(?:([a-z0-9_+.#-]+)\n)?\n*([^\n][\s\S]*?)\n*```/gi;
const HEADING = /^(#{1,3}) +(\S.*)$/;
const SUBTEXT = /^-# +(\S.*)$/;
const QUOTE = /^> (.*)$/;
/** Maximum nesting of quotes and lists; deeper ones are shown as text. */
const DEPTH = 4;

function paragraph(lines: readonly string[]): Block[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first === -1) return lines.map(() => ({ type: 'blank' }));
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const blanks = (count: number): Block[] => Array.from({ length: count }, () => ({ type: 'blank' }));
  return [
    ...blanks(first),
    { type: 'paragraph', children: readInline(lines.slice(first, last + 1).join('\n')) },
    ...blanks(lines.length - 1 - last),
  ];
}

function lineBlock(line: string): Block | null {
  const heading = HEADING.exec(line);
  if (heading !== null) {
    const level = heading[1]?.length === 1 ? 1 : heading[1]?.length === 2 ? 2 : 3;
    return { type: 'heading', level, children: readInline(heading[2] ?? '') };
  }
  const subtext = SUBTEXT.exec(line);
  return subtext === null ? null : { type: 'subtext', children: readInline(subtext[1] ?? '') };
}

/** Number of consecutive lines of one kind from `at` on. */
function run(lines: readonly string[], at: number, belongs: (line: string) => boolean): number {
  let end = at;
  while (end < lines.length && belongs(lines[end] ?? '')) end += 1;
  return end - at;
}

function readLines(source: string, depth: number): Block[] {
  const lines = source.split('\n');
  const blocks: Block[] = [];
  let plain: string[] = [];
  const add = (...added: readonly Block[]) => {
    if (plain.length > 0) blocks.push(...paragraph(plain));
    plain = [];
    blocks.push(...added);
  };
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const rest = depth < DEPTH && line.startsWith('>>> ') ? lines.slice(at).join('\n').slice(4) : null;
    const quoted = depth < DEPTH ? run(lines, at, (candidate) => QUOTE.test(candidate)) : 0;
    const listed = run(lines, at, (candidate) => listLine(candidate) !== null);
    const single = lineBlock(line);
    if (rest !== null) {
      add({ type: 'quote', children: readLines(rest, depth + 1) });
      at = lines.length;
    } else if (quoted > 0) {
      const inside = lines.slice(at, at + quoted).map((candidate) => candidate.slice(2));
      add({ type: 'quote', children: readLines(inside.join('\n'), depth + 1) });
      at += quoted;
    } else if (single !== null) {
      add(single);
      at += 1;
    } else if (listed > 0) {
      const items = lines.slice(at, at + listed).map(listLine);
      add(...listsOf(items.filter((item) => item !== null)));
      at += listed;
    } else {
      plain.push(line);
      at += 1;
    }
  }
  add();
  return blocks;
}

/** Parses Discord's markdown (Discord's help: Markdown Text 101). Never throws: invalid markup is text. */
export function readMarkdown(source: string): readonly Block[] {
  const blocks: Block[] = [];
  let at = 0;
  for (const fence of source.matchAll(FENCE)) {
    const before = source.slice(at, fence.index).replace(/\n$/, '');
    if (before !== '') blocks.push(...readLines(before, 0));
    blocks.push({ type: 'code-block', language: fence[1] ?? null, text: fence[2] ?? '' });
    at = fence.index + fence[0].length;
    if (source[at] === '\n') at += 1;
  }
  const after = source.slice(at);
  if (after !== '') blocks.push(...readLines(after, 0));
  return blocks;
}
