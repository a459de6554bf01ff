import { RETIRED_PHRASES } from './retired-phrases.ts';

const MAX_WORDS = 30;
const MAX_COLUMNS = 120;

/** What is wrong in a page, and in which line, counted from 1. */
export interface TextProblem {
  readonly line: number;
  readonly problem: string;
}

/** Lines that belong together: a paragraph, or an entry of a list. */
interface Block {
  readonly line: number;
  readonly text: string;
}

/** The page with code and comments left out. The number of lines stays the same. */
function proseLines(page: string): readonly string[] {
  let isCode = false;
  return page
    .replaceAll(/<!--.*?-->/gs, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .split('\n')
    .map((line) => {
      const isFence = line.trimStart().startsWith('```');
      if (isFence) isCode = !isCode;
      return isFence || isCode ? '' : line;
    });
}

const isTableRow = (line: string): boolean => line.trimStart().startsWith('|');
const isHeading = (line: string): boolean => /^#+ /.test(line);
const startsEntry = (line: string): boolean => /^\s*(?:[-*]|\d+\.) /.test(line);

function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let open: { line: number; texts: string[] } | null = null;
  const close = (): void => {
    if (open !== null) blocks.push({ line: open.line, text: open.texts.join(' ') });
    open = null;
  };
  for (const [index, line] of lines.entries()) {
    const isOutside = line.trim() === '' || isTableRow(line) || isHeading(line);
    if (isOutside || startsEntry(line)) close();
    if (isOutside) continue;
    open ??= { line: index + 1, texts: [] };
    open.texts.push(line.trim());
  }
  close();
  return blocks;
}

/** Code counts as one word, a link as its text. */
const asRead = (text: string): string =>
  text
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^(?:[-*]|\d+\.) /, '');

/** Without what is quoted from elsewhere: messages of the program, and titles of tests. */
const ownWords = (text: string): string =>
  asRead(text.replaceAll(/\[[^\]]*\]\([^)]*\.test\.ts\)/g, '').replaceAll(/“[^”]*”/g, ''));

const sentencesOf = (text: string): readonly string[] =>
  asRead(text).split(/(?<=[.!?][)”"*]*)\s+(?=[\p{Lu}\p{Ps}“*_]|code\b)/u);

const wordsIn = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** The width without addresses; 0 where nothing but code or a link stands in the line, which cannot be broken. */
function widthOf(line: string): number {
  const isUnbreakable = !/\s/.test(line.trim().replaceAll(/`[^`]*`|\[[^\]]*\]\([^)]*\)/g, 'x'));
  return isUnbreakable && /[`\]]/.test(line)
    ? 0
    : line.replaceAll(/\]\([^)]*\)/g, ']').replaceAll(/<?https?:\S+/g, '').length;
}

/**
 * Finds what makes a page hard to read: sentences of more than 30 words, lines of more than 120 columns, and phrases
 * that were retired. Code is left out. Tables may be wide, and their cells are no sentences.
 */
export function problemsIn(page: string): readonly TextProblem[] {
  const lines = proseLines(page);
  const wide = lines.flatMap((line, index) =>
    !isTableRow(line) && widthOf(line) > MAX_COLUMNS
      ? [{ line: index + 1, problem: `${widthOf(line)} columns, more than ${MAX_COLUMNS}` }]
      : [],
  );
  const blocks = blocksOf(lines);
  const long = blocks.flatMap(({ line, text }) =>
    sentencesOf(text)
      .filter((sentence) => wordsIn(sentence) > MAX_WORDS)
      .map((sentence) => ({
        line,
        problem: `a sentence of ${wordsIn(sentence)} words, more than ${MAX_WORDS}: ${sentence.slice(0, 60)}…`,
      })),
  );
  const cells = lines.flatMap((line, index) =>
    isTableRow(line) || isHeading(line) ? [{ line: index + 1, text: line }] : [],
  );
  const retired = [...blocks, ...cells].flatMap(({ line, text }) =>
    [...RETIRED_PHRASES]
      .filter(([phrase]) => ownWords(text).toLowerCase().includes(phrase))
      .map(([phrase, instead]) => ({ line, problem: `“${phrase}”: write “${instead}”` })),
  );
  return [...wide, ...long, ...retired].toSorted((one, other) => one.line - other.line);
}
