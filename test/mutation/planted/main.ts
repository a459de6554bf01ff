import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createNearestTests } from '../nearest-tests.ts';
import { createReplacedRuns, type FailedTest } from '../replaced-runs.ts';
import { PLANTED_BUGS } from './bugs.ts';
import { FOUND_BY_FILE, readFoundBy } from './found-by.ts';
import { PAGE_FILE, plantedPage } from './page.ts';
import { type PlantedBug, plant } from './planted-bug.ts';

/*
 * `npm run test:planted -- [--only words] [--write] [--page] [--tests N]`: plants the bugs of `bugs.ts` one at a time, and runs the test
 * that `found-by.json` names for each. Prints a line for each, and exits with status 1 when one is not found by its test.
 *
 * With `--write`, the fast tests that are nearest to such a bug are searched, and the first that finds it is written into the file.
 * `--page` only writes `docs/planted-bugs.md`.
 */

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
/** So many files of tests are run at once. */
const AT_ONCE = 2;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    tests: { type: 'string', default: '24' },
  },
});
const mostTests = Number(values.tests);
if (!Number.isSafeInteger(mostTests) || mostTests < 1)
  throw new RangeError(
    'npm run test:planted -- [--only words] [--write] [--page] [--tests N]; N is a whole number from 1 on.',
  );

const nearestTests = createNearestTests(ROOT);
using runs = createReplacedRuns(ROOT);

const planted = (bug: PlantedBug) => ({
  file: bug.file,
  text: plant(bug, readFileSync(path.join(ROOT, bug.file), 'utf8')),
});

/** Whether the test fails because of the bug. */
async function finds({ file, name }: FailedTest, bug: PlantedBug): Promise<boolean> {
  const outcome = await runs.run([file], { ...planted(bug), wantsAll: true });
  return outcome.type === 'failed' && outcome.tests.some((test) => test.name === name);
}

/** The first of the nearest tests that fails because of the bug; `null` for none. */
async function search(bug: PlantedBug): Promise<FailedTest | null> {
  const tests = nearestTests.of(bug.file, mostTests);
  for (let from = 0; from < tests.length; from += AT_ONCE) {
    const outcome = await runs.run(tests.slice(from, from + AT_ONCE), planted(bug));
    const [first] = outcome.type === 'failed' ? outcome.tests : [];
    if (first !== undefined) return first;
    if (outcome.type !== 'passed') print(`  ${outcome.type}: ${tests.slice(from, from + AT_ONCE).join(' ')}`);
  }
  return null;
}

const bugs = values.page ? [] : PLANTED_BUGS.filter(({ name }) => name.includes(values.only));
let missed = 0;
for (const bug of bugs) {
  const known = readFoundBy().get(bug.name);
  let foundBy = known !== undefined && (await finds(known, bug)) ? known : null;
  if (foundBy === null && values.write) {
    foundBy = await search(bug);
    const others = [...readFoundBy()].filter(([name]) => name !== bug.name);
    const all = foundBy === null ? others : [...others, [bug.name, foundBy] as const];
    const order = PLANTED_BUGS.map(({ name }) => name);
    const sorted = all.toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other));
    writeFileSync(FOUND_BY_FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  }
  if (foundBy === null) missed += 1;
  print(`${bug.name}: ${foundBy === null ? 'NOT FOUND' : `${foundBy.name} (${foundBy.file})`}`);
}
if (values.page) writeFileSync(path.join(ROOT, PAGE_FILE), plantedPage());
else print(`${bugs.length - missed} of ${bugs.length} found`);
process.exitCode = missed === 0 ? 0 : 1;
