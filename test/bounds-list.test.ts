import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { columnTypes } from '#src/store/database/migrations/column-types.ts';
import { MIGRATIONS } from '#src/store/database/migrations/index.ts';

const DOCUMENT = path.join(import.meta.dirname, '../docs/bounds.md');

/** The list of what foreign data can grow. */
const document = readFileSync(DOCUMENT, 'utf8');

const rows = document
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:in memory|tables) \|/.test(line))
  .map((line) => {
    const [what = '', bound = ''] = line.split('|').slice(1);
    const links = line.matchAll(/\[([^\]]+)\]\((\.\.\/test\/[^)\s]+)\)/g);
    return {
      what: what.trim(),
      bound: bound.trim(),
      tests: Array.from(links, ([, title, file]) => [title, file]),
    };
  });

describe('the list of what foreign data can grow', () => {
  it('lists many items, without duplicates', () => {
    expect(rows.length).toBeGreaterThan(20);
    expect(new Set(rows.map(({ what }) => what)).size).toBe(rows.length);
  });

  it.each(rows)('has a bound and a test for $what', ({ bound, tests }) => {
    expect(bound).not.toBe('');
    expect(tests).not.toEqual([]);
    for (const [title = '', file = ''] of tests) {
      const source = readFileSync(path.join(path.dirname(DOCUMENT), file), 'utf8');
      expect(source, `${file} has no test “${title}”`).toContain(`'${title}`);
    }
  });

  it('contains every table', () => {
    const created = MIGRATIONS.flatMap(({ statements }) => statements(columnTypes('sqlite'))).flatMap(
      (statement) => Array.from(statement.matchAll(/create table (\w+)/g), ([, table = '']) => table),
    );
    expect(created.length).toBeGreaterThan(10);
    expect([...new Set(created)].filter((table) => !document.includes(`\`${table}\``))).toEqual([]);
  });
});
