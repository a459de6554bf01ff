import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLANTED_BUGS } from './bugs.ts';
import { readFoundBy } from './found-by.ts';
import { PAGE_FILE, plantedPage } from './page.ts';
import { plant } from './planted-bug.ts';

const read = (file: string): string =>
  readFileSync(path.join(import.meta.dirname, '..', '..', '..', file), 'utf8');

/** What a title may contain where the source has a value of a table. */
const VALUE = /%[sdijoO#]|\$[\w.]+|\$\{[^}]+\}/g;

/** Whether a text in quotes is the end of the test's full name. */
function hasTitle(source: string, name: string): boolean {
  const texts = [...source.matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])+)\1/g)].map(([, , text = '']) => text);
  return texts.some((text) => {
    const parts = text.replaceAll(/\\(.)/g, '$1').split(VALUE);
    const pattern = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.*');
    return pattern.length > 3 && new RegExp(`${pattern}$`).test(name);
  });
}

describe('a planted bug', () => {
  it.each(PLANTED_BUGS)('changes the source: $name', (bug) => {
    const source = read(bug.file);
    expect(plant(bug, source)).not.toBe(source);
  });

  it('has a name of its own', () => {
    const names = PLANTED_BUGS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has a test that exists, and no test is recorded for another', () => {
    const foundBy = readFoundBy();
    expect([...foundBy.keys()]).toEqual(PLANTED_BUGS.map(({ name }) => name));
    for (const [bug, { file, name }] of foundBy)
      expect(hasTitle(readWithImports(file), name), `${bug}: ${name} (${file})`).toBe(true);
  });

  it('has a row in the page', () => {
    expect(read(PAGE_FILE)).toBe(plantedPage());
  });
});

/** The source of a file of tests, with the files of tests that it calls. */
function readWithImports(file: string): string {
  const source = read(file);
  const imported = [...source.matchAll(/from '(\.[^']+\.ts)'/g)].map(([, specifier = '']) =>
    path.join(path.dirname(file), specifier),
  );
  const deeper = imported
    .filter((one) => one.includes('conformance'))
    .flatMap((one) => [
      read(one),
      ...[...read(one).matchAll(/from '(\.[^']+\.ts)'/g)].map(([, specifier = '']) =>
        read(path.join(path.dirname(one), specifier)),
      ),
    ]);
  return [source, ...deeper].join('\n');
}
