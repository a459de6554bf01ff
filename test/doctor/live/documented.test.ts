import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROBES } from '#src/doctor/live/probes.ts';

const DESIGN = path.resolve(import.meta.dirname, '../../../docs/design');
const page = readFileSync(path.join(DESIGN, 'sending.md'), 'utf8');
const [text = '', table = ''] = page.split('\n## What is assumed about Discord\n');
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(2, -2).split(' | '));

/** The heading's anchor on GitHub. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

describe('the page on delivery', () => {
  const delivery = readFileSync(path.join(DESIGN, '..', 'delivery.md'), 'utf8').replaceAll(/\s+/g, ' ');

  it('names every probe where it relies on it, and none that does not exist', () => {
    const relied = [...delivery.matchAll(/\(((?:`[\w-]+`(?:, )?)+)\)/g)].flatMap(
      ([, names = '']) => names.match(/[\w-]+/g) ?? [],
    );
    const without = /Nothing relies on `([\w-]+)` yet/.exec(delivery)?.[1] ?? '';
    expect([...relied, without].toSorted()).toEqual(PROBES.map(({ name }) => name).toSorted());
    expect(rows.find(([, , section]) => section === 'nothing yet')?.[0]).toBe(`\`${without}\``);
  });
});

describe('the table of assumptions', () => {
  it('has every probe with its assumption, in the order of a run', () => {
    expect(rows.map(([name, assumed]) => [name, assumed])).toEqual(
      PROBES.map(({ name, assumed }) => [`\`${name}\``, assumed]),
    );
  });

  it('names where it is relied on, and that section exists', () => {
    const links = rows.map(([name, , section = '']) => ({ name, section }));
    const withLink = links.filter(({ section }) => section !== 'nothing yet');
    expect(withLink).toHaveLength(PROBES.length - 1);
    for (const { section } of withLink) {
      const [, file = '', anchor = ''] = /\(([\w.-]*)#([\w-]+)\)/.exec(section) ?? [];
      const headings = readFileSync(path.join(DESIGN, file === '' ? 'sending.md' : file), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('#'))
        .map((line) => anchorOf(line.replace(/^#+ /, '')));
      expect(headings).toContain(anchor);
    }
  });

  it('is named where it is relied on', () => {
    const messages = readFileSync(path.join(DESIGN, 'messages.md'), 'utf8');
    const named = new Set(
      `${text} ${messages}`.replaceAll(/\s+/g, ' ').match(/(?<=probes? )`[\w-]+`|(?<=, )`[\w-]+`(?=\))/g),
    );
    const relied = rows.filter(([, , section]) => section !== 'nothing yet').map(([name]) => name);
    expect(relied.filter((name) => !named.has(name ?? ''))).toEqual([]);
  });
});
