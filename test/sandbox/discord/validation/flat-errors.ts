import { expect, it } from 'vitest';
import type { ErrorTree } from '../../../../sandbox/discord/validation/error-tree.ts';

const isTree = (child: ErrorTree[string]): child is ErrorTree => child !== undefined && !Array.isArray(child);

/** The tree as lines of "path CODE", in the order of the body: `embeds.0.title BASE_TYPE_MAX_LENGTH`. */
export function flatErrors(tree: ErrorTree | null, path = ''): readonly string[] {
  if (tree === null) return [];
  const { _errors: own = [], ...below } = tree;
  const lines = own.map(({ code }) => (path === '' ? code : `${path} ${code}`));
  for (const [key, child] of Object.entries(below)) {
    if (!isTree(child)) throw new Error(`${path}.${key} holds no tree`);
    lines.push(...flatErrors(child, path === '' ? key : `${path}.${key}`));
  }
  return lines;
}

/** A limit: its name, a body at the limit, one just beyond, and the errors of the latter. */
export type Limit = readonly [what: string, at: unknown, beyond: unknown, ...errors: string[]];

/** Tests for each limit that a body at the limit is accepted, and one beyond is refused with these errors. */
export function holdsLimits(validate: (body: unknown) => ErrorTree | null, limits: readonly Limit[]): void {
  it.each(limits)('takes %s up to the limit and refuses more', (_what, at, beyond, ...errors) => {
    expect(flatErrors(validate(at))).toEqual([]);
    expect(flatErrors(validate(beyond))).toEqual(errors);
  });
}

/** `count` characters. */
export const chars = (count: number): string => 'x'.repeat(count);

/** A list of `count` items, made from their positions. */
export const times = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));
