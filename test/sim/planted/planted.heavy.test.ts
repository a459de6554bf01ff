import { mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cases } from '../../support/thorough.ts';
import type { History } from '../history.ts';
import { simulate } from '../simulate-in-a-process.ts';
import { PLANTED_BUGS } from './bugs.ts';

/** The shortest history in which an oracle finds a planted bug. */
interface TellingHistory {
  readonly bug: string;
  readonly oracle: string;
  readonly history: History;
}

/** Each takes a process of its own, so beside the other tests every sixteenth is looked for, and all at night. */
const EVERY = cases(16, 1);

const FOLDER = path.join(import.meta.dirname, 'histories');
const telling = readdirSync(FOLDER).map(
  (file) => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as TellingHistory,
);

/** Writes the histories into files of a folder of their own, which goes with the test. */
function writeHistories(histories: readonly History[]) {
  const folder = mkdtempDisposableSync(path.join(tmpdir(), 'gavel-telling-'));
  const flags = histories.flatMap((history, number) => {
    const file = path.join(folder.path, `${number}.json`);
    writeFileSync(file, JSON.stringify(history));
    return ['--file', file];
  });
  return { flags: [...flags, '--no-shrink'], [Symbol.dispose]: () => folder.remove() };
}

describe('a planted bug', () => {
  it.each(telling.filter((_one, number) => number % EVERY === 0))(
    'is found in its history: $bug',
    { timeout: 120_000 },
    async ({ bug, oracle, history }) => {
      using written = writeHistories([history]);
      await expect(simulate(...written.flags, '--bug', bug)).rejects.toThrow(`  ${oracle}: `);
    },
  );

  it('is missing in the bot: their histories pass without them', { timeout: 300_000 }, async () => {
    const some = telling.filter((_one, number) => number % cases(6, 1) === 0);
    using written = writeHistories(some.map(({ history }) => history));
    expect(await simulate(...written.flags)).toContain(`"histories":${some.length},"failed":0`);
  });

  it('has a history', () => {
    const shown = telling.map(({ bug }) => bug);
    expect(shown.toSorted()).toEqual(PLANTED_BUGS.map(({ name }) => name).toSorted());
  });
});
