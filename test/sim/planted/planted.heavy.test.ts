import { mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { History } from '../history.ts';
import { simulate } from '../simulate-in-a-process.ts';
import { PLANTED_BUGS } from './bugs.ts';
import { plant } from './plant.ts';

/** A history in which an oracle finds a planted bug, which random ones rarely show. */
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
    'is found in the history made for it: $bug',
    async ({ bug: name, oracle, history }) => {
      const bug = PLANTED_BUGS.find((one) => one.name === name);
      if (bug === undefined) throw new Error(`There is no bug “${name}”.`);
      using copy = plant(bug);
      using folder = mkdtempDisposableSync(path.join(tmpdir(), 'gavel-telling-'));
      const file = path.join(folder.path, 'history.json');
      writeFileSync(file, JSON.stringify(history));
      const flags = ['--file', file, '--no-shrink', '--processes', '1'];

      expect(await simulate(...flags)).toContain('"failed":0');
      await expect(simulate(...flags, '--source', copy.folder)).rejects.toThrow(`  ${oracle}: `);
    },
    120_000,
  );
});
