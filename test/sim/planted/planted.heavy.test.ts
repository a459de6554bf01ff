import { mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { History } from '../history.ts';
import { simulate } from '../simulate-in-a-process.ts';
import { PLANTED_BUGS } from './bugs.ts';

/** The shortest history in which an oracle finds a planted bug. */
interface TellingHistory {
  readonly bug: string;
  readonly oracle: string;
  readonly history: History;
}

const FOLDER = path.join(import.meta.dirname, 'histories');
const telling = readdirSync(FOLDER).map(
  (file) => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as TellingHistory,
);

describe('a planted bug', () => {
  it.each(telling)(
    'is found in its history: $bug',
    { timeout: 120_000 },
    async ({ bug, oracle, history }) => {
      using folder = mkdtempDisposableSync(path.join(tmpdir(), 'gavel-telling-'));
      const file = path.join(folder.path, 'history.json');
      writeFileSync(file, JSON.stringify(history));
      const flags = ['--file', file, '--no-shrink', '--processes', '1'];

      expect(await simulate(...flags)).toContain('"failed":0');
      await expect(simulate(...flags, '--bug', bug)).rejects.toThrow(`  ${oracle}: `);
    },
  );

  it('has a history', () => {
    const shown = telling.map(({ bug }) => bug);
    expect(shown.toSorted()).toEqual(PLANTED_BUGS.map(({ name }) => name).toSorted());
  });
});
