import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const DOCUMENT = path.join(import.meta.dirname, '../docs/fault-matrix.md');

/** A test that the matrix names. */
interface NamedTest {
  readonly title: string;
  readonly file: string;
}

/** The rows of all tables of the page, each with the tests that it names. */
function rowsOfMatrix(): readonly { readonly failure: string; readonly tests: readonly NamedTest[] }[] {
  const text = readFileSync(DOCUMENT, 'utf8');
  const lines = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| failure |'));
  return lines.map((line) => {
    const links = line.matchAll(/\[(?<title>[^\]]+)\]\((?<file>[^)\s]+)\)/g);
    return {
      failure: line.split('|')[1]?.trim() ?? '',
      tests: Array.from(links, ({ groups }) => ({
        title: groups?.['title'] ?? '',
        file: groups?.['file'] ?? '',
      })),
    };
  });
}

/** Titles of the tests in a file, without those of `describe`. */
function titlesIn(file: string): readonly string[] {
  const source = readFileSync(path.join(path.dirname(DOCUMENT), file), 'utf8');
  const texts = source.matchAll(
    /(?<before>[\w.]*)\(\s*(?<quote>['`])(?<text>[^\n]+?)\k<quote>,\s*(?:async\b|\(|\{)/g,
  );
  return Array.from(texts, ({ groups }) => groups).flatMap((groups) =>
    groups === undefined || groups['before']?.startsWith('describe') === true ? [] : [groups['text'] ?? ''],
  );
}

describe('the fault matrix', () => {
  const rows = rowsOfMatrix();

  it('lists many failures, without duplicates', () => {
    expect(rows.length).toBeGreaterThan(30);
    expect(new Set(rows.map(({ failure }) => failure)).size).toBe(rows.length);
  });

  it.each(rows)('has a test behind “$failure”', ({ tests }) => {
    expect(tests).not.toEqual([]);
    for (const { title, file } of tests) {
      const titles = titlesIn(file);
      expect(
        titles.some((one) => one.includes(title)),
        `${file} has no test “${title}” among:\n${titles.join('\n')}`,
      ).toBe(true);
    }
  });
});
