import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vitest/node';

/** A regular expression of the program and its file. */
export interface Expression {
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

/** The regular expressions in the program's sources. */
export interface Expressions {
  readonly fixed: readonly Expression[];
  /** `file: source` of those that are composed at run time. */
  readonly composed: readonly string[];
}

const ROOT = path.resolve(import.meta.dirname, '../..');

type SyntaxNode = Readonly<Record<string, unknown>> & { readonly type: string };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  isObject(value) && typeof value['type'] === 'string';

function childNodes(value: unknown): readonly SyntaxNode[] {
  if (Array.isArray(value)) return value.flatMap(childNodes);
  return isSyntaxNode(value) ? [value] : [];
}

function* walkSyntax(root: SyntaxNode): Iterable<SyntaxNode> {
  const open = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    open.push(...Object.values(next).flatMap(childNodes));
  }
}

const nameOf = (value: unknown): unknown => (isSyntaxNode(value) ? value['name'] : undefined);

/** The text of a literal, a template or a constant of the same file; `null` when it is only known at run time. */
function textOf(value: unknown, constants: ReadonlyMap<unknown, unknown>): string | null {
  if (!isSyntaxNode(value)) return null;
  if (value.type === 'Literal')
    return ['string', 'number'].includes(typeof value['value']) ? String(value['value']) : null;
  if (value.type === 'Identifier') return textOf(constants.get(value['name']), constants);
  if (value.type === 'TaggedTemplateExpression') return templateText(value['quasi'], 'raw', constants);
  return value.type === 'TemplateLiteral' ? templateText(value, 'cooked', constants) : null;
}

function templateText(
  template: unknown,
  form: 'raw' | 'cooked',
  constants: ReadonlyMap<unknown, unknown>,
): string | null {
  if (!isSyntaxNode(template)) return null;
  const filled = childNodes(template['expressions']).map((expression) => textOf(expression, constants));
  const fixed = childNodes(template['quasis']).map(({ value }) => (isObject(value) ? value[form] : null));
  return fixed.reduce<string | null>((text, part, place) => {
    const before = place === 0 ? '' : (filled[place - 1] ?? null);
    return text === null || before === null || typeof part !== 'string' ? null : `${text}${before}${part}`;
  }, '');
}

function constantsOf(program: SyntaxNode): ReadonlyMap<unknown, unknown> {
  const declared = [...walkSyntax(program)].filter(({ type }) => type === 'VariableDeclarator');
  return new Map(declared.map(({ id, init }) => [nameOf(id), init]));
}

function expressionsIn(file: string): Expressions {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const program: unknown = parseAst(source, { lang: file.endsWith('.ts') ? 'ts' : 'js' });
  if (!isSyntaxNode(program)) throw new Error(`${file} cannot be parsed`);
  const constants = constantsOf(program);
  const fixed: Expression[] = [];
  const composed: string[] = [];
  for (const node of walkSyntax(program)) {
    const { regex, start, end } = node;
    if (node.type === 'Literal' && isObject(regex))
      fixed.push({ file, pattern: String(regex['pattern']), flags: String(regex['flags']) });
    const isConstruction = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (!isConstruction || nameOf(node['callee']) !== 'RegExp') continue;
    const [pattern, flags] = childNodes(node['arguments']);
    const text = textOf(pattern, constants);
    if (text !== null) fixed.push({ file, pattern: text, flags: textOf(flags, constants) ?? '' });
    else composed.push(`${file}: ${source.slice(Number(start), Number(end))}`);
  }
  return { fixed, composed };
}

/** Every regular expression of the bot, literal or made with `RegExp`. */
export function findRegularExpressions(): Expressions {
  const files = globSync(['src/**/*.{ts,mjs}', 'commands/**/*.ts'], { cwd: ROOT }).toSorted();
  const found = files.map(expressionsIn);
  return {
    fixed: found.flatMap(({ fixed }) => fixed),
    composed: found.flatMap(({ composed }) => composed),
  };
}
