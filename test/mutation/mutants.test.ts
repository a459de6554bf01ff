import { describe, expect, it } from 'vitest';
import { mutantsOf, mutate } from './mutants.ts';

const changed = (source: string): readonly string[] =>
  mutantsOf('a.ts', source).map((mutant) => mutate(source, mutant));

describe('the mutants of a source', () => {
  it.each([
    ['if (a) b = 1;', ['if (!(a)) b = 1;']],
    ['const c = a < b;', ['const c = a <= b;']],
    ['const c = a + 2;', ['const c = a - 2;']],
    ['const c = a && b;', ['const c = a || b;']],
    ['const c = true;', ['const c = false;']],
    ['f(1);', [';']],
    ['async () => { await f(); };', ['async () => { ; };']],
    ['function f() { return [1]; }', ['function f() { return []; }']],
    ['function f() { return `é${1}`; }', ["function f() { return ''; }"]],
  ])('%s', (source, expected) => {
    expect(changed(source)).toEqual(expected);
  });

  it('are none of types, calls of the log and points', () => {
    expect(changed("type A = true; log.info({ a: true }, 'b'); reached('a point');")).toEqual([]);
    expect(changed('const a: Record<string, true> = b satisfies true;')).toEqual([]);
  });

  it('say where they are', () => {
    expect(mutantsOf('a.ts', "const a = 'é';\nconst b = a > 1;")).toMatchObject([
      { line: 2, what: 'border' },
    ]);
  });
});
