import { parseAst } from 'vitest/node';

/** A small change of a source file that some test should notice. */
export interface Mutant {
  /** Path from the project's root. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly what: 'condition' | 'border' | 'arithmetic' | 'boolean' | 'call' | 'result';
  /** Positions in the file's text, and what stands there instead. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The expression around it that has a value of its own, for a switch between the two. */
  readonly whole: { readonly start: number; readonly end: number };
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

type Change = Pick<Mutant, 'what' | 'start' | 'end' | 'text' | 'whole'>;

const BORDERS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};
const ARITHMETIC: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const LOGICAL: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' };
/** Whose calls change nothing that a test sees: the log, and points that the simulator counts. */
const UNSEEN = /^(?:await )?(?:[\w.]*\blog\b|logger\b|reached\()/;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;

const rangeOf = ({ start, end }: Node): Mutant['whole'] => ({ start, end });

const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode);

/** The operator between two operands, replaced. */
function withOperator(
  node: Node,
  source: string,
  replacements: Readonly<Record<string, string>>,
): Omit<Change, 'what'> | null {
  const { left, right, operator } = node;
  if (!isNode(left) || !isNode(right) || typeof operator !== 'string') return null;
  const text = replacements[operator];
  const start = source.indexOf(operator, left.end);
  return text === undefined || start < 0 || start >= right.start
    ? null
    : { start, end: start + operator.length, text, whole: rangeOf(node) };
}

function negated({ test }: Node, source: string): Change | null {
  if (!isNode(test)) return null;
  const { start, end } = test;
  const text = `!(${source.slice(start, end)})`;
  return { what: 'condition', start, end, text, whole: rangeOf(test) };
}

function binary(node: Node, source: string): Change | null {
  const border = withOperator(node, source, BORDERS);
  if (border !== null) return { what: 'border', ...border };
  const arithmetic = withOperator(node, source, ARITHMETIC);
  return arithmetic === null ? null : { what: 'arithmetic', ...arithmetic };
}

/** A statement that is a call, left out. */
function withoutCall({ start, end, expression }: Node, source: string): Change | null {
  const isCall =
    isNode(expression) && (expression.type === 'CallExpression' || expression.type === 'AwaitExpression');
  return isCall && !UNSEEN.test(source.slice(start, end))
    ? { what: 'call', start, end, text: ';', whole: rangeOf(expression) }
    : null;
}

function emptyResult({ argument }: Node): Change | null {
  if (!isNode(argument)) return null;
  const { type, start, end, elements } = argument;
  const whole = rangeOf(argument);
  if (type === 'ArrayExpression' && Array.isArray(elements) && elements.length > 0)
    return { what: 'result', start, end, text: '[]', whole };
  return type === 'TemplateLiteral' ? { what: 'result', start, end, text: "''", whole } : null;
}

function changeOf(node: Node, source: string): Change | null {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return negated(node, source);
    case 'BinaryExpression':
      return binary(node, source);
    case 'LogicalExpression': {
      const changed = withOperator(node, source, LOGICAL);
      return changed === null ? null : { what: 'condition', ...changed };
    }
    case 'Literal':
      return typeof node['value'] === 'boolean'
        ? { what: 'boolean', ...rangeOf(node), text: String(!node['value']), whole: rangeOf(node) }
        : null;
    case 'ExpressionStatement':
      return withoutCall(node, source);
    case 'ReturnStatement':
      return emptyResult(node);
    default:
      return null;
  }
}

/** All mutants of a file of TypeScript, in the order of its text. Types and calls of the log are left alone. */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const found: Change[] = [];
  function visit(node: Node): void {
    if (node.type.startsWith('TS') && !isNode(node['expression'])) return;
    if (node.type === 'ExpressionStatement' && UNSEEN.test(source.slice(node.start, node.end))) return;
    const change = changeOf(node, source);
    if (change !== null) found.push(change);
    for (const child of childrenOf(node)) visit(child);
  }
  const program: unknown = parseAst(source, { lang: 'ts' });
  if (isNode(program)) visit(program);
  return found
    .map((change) => ({ file, line: source.slice(0, change.start).split('\n').length, ...change }))
    .toSorted((one, other) => one.start - other.start);
}

/** The text of the file with the mutant in it. */
export const mutate = (source: string, { start, end, text }: Mutant): string =>
  `${source.slice(0, start)}${text}${source.slice(end)}`;
