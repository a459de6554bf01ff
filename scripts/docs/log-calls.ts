import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Levels of pino at which a line is explained in `docs/log-lines.md`, most severe first. */
export const EXPLAINED_LEVELS = ['fatal', 'error', 'warn'] as const;

export type ExplainedLevel = (typeof EXPLAINED_LEVELS)[number];

/** A message that the program can log. */
export interface LogCall {
  readonly level: ExplainedLevel;
  /** The message, with `…` for each variable part. For a message that is no literal: the expression. */
  readonly message: string;
}

const CALL = /\blog(?:\(\))?(?:\.(?<name>fatal|error|warn|info|debug|trace)|\[(?<choice>[^\]]+)\])\(/g;
const QUOTES = ["'", '"', '`'];

/** Index after the string or template that begins at `start`. */
function endOfString(source: string, start: number): number {
  const quote = source[start];
  for (let i = start + 1; i < source.length; i += 1) {
    if (source[i] === '\\') i += 1;
    else if (source[i] === quote) return i + 1;
  }
  throw new Error(`unterminated string: ${source.slice(start, start + 60)}`);
}

/** The last argument of the call whose `(` is before `start`. */
function lastArgument(source: string, start: number): string {
  let depth = 0;
  let from = start;
  let last = '';
  for (let i = start; i < source.length; i += 1) {
    const character = source[i] ?? '';
    if (QUOTES.includes(character)) i = endOfString(source, i) - 1;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character) && depth > 0) depth -= 1;
    else if (depth === 0 && (character === ',' || character === ')')) {
      // A trailing comma is followed by nothing.
      last = source.slice(from, i).trim() || last;
      if (character === ')') return last;
      from = i + 1;
    }
  }
  throw new Error(`unterminated call: ${source.slice(start, start + 60)}`);
}

/** The literals that an expression can evaluate to; the expression itself if there are none. */
function messagesOf(expression: string): readonly string[] {
  const literals = [...expression.matchAll(/(?:^|[?:])\s*(?:'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g)];
  if (literals.length === 0) return [expression];
  return literals.map(([, plain, template = '']) => plain ?? template.replaceAll(/\$\{[^}]*\}/g, '…'));
}

function levelsOf(name: string | undefined, choice: string | undefined): readonly string[] {
  if (name !== undefined) return [name];
  const levels = [...(choice ?? '').matchAll(/'(\w+)'/g)].map(([, level = '']) => level);
  if (levels.length === 0) throw new Error(`the level is not a literal: log[${choice ?? ''}]`);
  return levels;
}

/** The messages at `warn` and above in a source text. Throws for a call that it cannot read. */
export function logCallsIn(source: string): readonly LogCall[] {
  const calls: LogCall[] = [];
  for (const call of source.matchAll(CALL)) {
    const levels = levelsOf(call.groups?.['name'], call.groups?.['choice']);
    const level = EXPLAINED_LEVELS.find((explained) => levels.includes(explained));
    if (level === undefined) continue;
    const expression = lastArgument(source, call.index + call[0].length);
    if (expression === '' || expression.startsWith('{'))
      throw new Error(`no message: ${call[0]}${expression}`);
    calls.push(...messagesOf(expression).map((message) => ({ level, message })));
  }
  return calls;
}

/** The messages at `warn` and above of the program. */
export function readLogCalls(root: string): readonly LogCall[] {
  return globSync(['src/**/*.ts', 'commands/**/*.ts'], { cwd: root })
    .toSorted()
    .flatMap((file) => logCallsIn(readFileSync(path.join(root, file), 'utf8')));
}
