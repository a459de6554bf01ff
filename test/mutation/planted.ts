import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createNearestTests } from './nearest-tests.ts';
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs.ts';
import { createReplacedRuns } from './replaced-runs.ts';

/*
 * `npm run test:planted -- [--only words] [--tests N]`: plants the bugs of `planted-bugs.ts` one at a time, and runs the fast tests that are
 * nearest to each. Prints a row of the table in `docs/testing.md` for each: the bug, and the test that found it. Exits with status 1 when
 * a bug is not found, or its text is no longer in the source.
 */

const ROOT = path.join(import.meta.dirname, '..', '..');
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, tests: { type: 'string', default: '25' } },
});
const mostTests = Number(values.tests);
if (!Number.isSafeInteger(mostTests) || mostTests < 1)
  throw new RangeError('npm run test:planted -- [--only words] [--tests N]; N is a whole number from 1 on.');

const nearestTests = createNearestTests(ROOT);
using runs = createReplacedRuns(ROOT);

/** The test that finds the bug, in words; `null` for none. @throws Error if its text is not in the source exactly once */
async function find({ name, file, text, replacement }: PlantedBug): Promise<string | null> {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  if (source.split(text).length !== 2) throw new Error(`${file} does not have the text of “${name}” once.`);
  const planted = source.replace(text, () => replacement);
  const outcome = await runs.run(nearestTests.of(file, mostTests), { file, text: planted });
  if (outcome.type === 'passed') return null;
  if (outcome.type === 'hung') return 'the tests do not end';
  const { first } = outcome;
  return first === null ? 'the tests cannot be loaded' : `${first.name.trim()} (\`${first.file}\`)`;
}

const bugs = PLANTED_BUGS.filter(({ name }) => name.includes(values.only));
let missed = 0;
for (const bug of bugs) {
  const foundBy = await find(bug);
  if (foundBy === null) missed += 1;
  print(`| ${bug.name} | ${foundBy ?? '**not found**'} |`);
}
print(`${bugs.length - missed} of ${bugs.length} found`);
process.exitCode = missed === 0 ? 0 : 1;
