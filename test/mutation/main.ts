import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../../sandbox/marketplace/random/random.ts';
import { type Mutant, mutantsOf, mutate } from './mutants.ts';
import { createNearestTests } from './nearest-tests.ts';
import { createReplacedRuns } from './replaced-runs.ts';

/*
 * `npm run test:mutation -- [--sample N] [--seed S] [--folders src/outbox,src/ingest] [--tests N]`: changes the source at places that the
 * seed chooses, one at a time, and runs the quick tests that are nearest to it. Prints which mutants no test noticed, and how many by
 * folder. Nothing is written into the project. Exits with status 1 when the tests fail without a mutant.
 */

const USAGE =
  'npm run test:mutation -- [--sample N] [--seed S] [--folders src/outbox,src/ingest] [--tests N]';
const ROOT = path.join(import.meta.dirname, '..', '..');
/** For the tests of the whole sample, without a mutant. */
const ALL_LIMIT_MS = 15 * 60_000;

type Verdict = 'killed' | 'hangs' | 'survived' | 'no tests';

const VERDICTS = { passed: 'survived', failed: 'killed', hung: 'hangs' } as const;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new RangeError(`--${name} is a whole number from 1 on.\n${USAGE}`);
  return value;
}

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    folders: { type: 'string', default: 'src/outbox,src/ingest,src/store,src/alerts' },
    tests: { type: 'string', default: '25' },
  },
});
const sample = wholeNumber('sample', values.sample);
const mostTests = wholeNumber('tests', values.tests);
const folders = values.folders.split(',');
const nearestTests = createNearestTests(ROOT);
using runs = createReplacedRuns(ROOT);

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Of all mutants of the folders, as many as are wanted. */
function choose(): readonly Mutant[] {
  const random = createRandom(`mutation:${values.seed}`);
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT }).toSorted());
  const all = files.flatMap((file) => mutantsOf(file, read(file)));
  print(`${all.length} mutants in ${files.length} files of ${folders.join(', ')}`);
  return all
    .map((mutant) => ({ mutant, order: random.next() }))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, sample)
    .map(({ mutant }) => mutant);
}

const testsOf = ({ file }: Mutant): readonly string[] => nearestTests(file, mostTests);

/** @throws Error when the tests fail without a mutant, or pass with a module that cannot even be loaded */
async function requireSound(mutants: readonly Mutant[]): Promise<void> {
  const [first] = mutants;
  if (first === undefined) throw new RangeError(`There are no mutants in ${values.folders}.\n${USAGE}`);
  const { file } = mutants.find((mutant) => testsOf(mutant).length > 0) ?? first;
  const all = [...new Set(mutants.flatMap(testsOf))];
  if ((await runs.run(all, { file, text: read(file), limitMs: ALL_LIMIT_MS })).type !== 'passed')
    throw new Error(`The tests fail without a mutant: ${all.join(' ')}`);
  const broken = { file, text: "throw new Error('broken');" };
  if ((await runs.run(nearestTests(file, mostTests), broken)).type === 'passed')
    throw new Error('The mutants do not reach the tests.');
}

async function judge(mutant: Mutant): Promise<Verdict> {
  const { file } = mutant;
  const tests = testsOf(mutant);
  if (tests.length === 0) return 'no tests';
  const { type } = await runs.run(tests, { file, text: mutate(read(file), mutant) });
  return VERDICTS[type];
}

const mutants = choose();
await requireSound(mutants);
const counts = new Map<string, Record<Verdict, number>>();
for (const mutant of mutants) {
  const { file, line, what, start, end, text } = mutant;
  const verdict = await judge(mutant);
  const folder = folders.find((one) => file.startsWith(`${one}/`)) ?? file;
  const count = counts.get(folder) ?? { killed: 0, hangs: 0, survived: 0, 'no tests': 0 };
  counts.set(folder, count);
  count[verdict] += 1;
  const before = read(file).slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 80);
  print(
    `${verdict.padEnd(8)} ${file}:${line} ${what}: ${before} → ${text.replaceAll(/\s+/g, ' ').slice(0, 80)}`,
  );
}
for (const [folder, { killed, hangs, survived, 'no tests': untested }] of counts) {
  const all = killed + hangs + survived + untested;
  const found = Math.round((100 * (killed + hangs)) / all);
  print(
    `${folder}: ${killed + hangs} of ${all} found (${found} %), ${survived} survived, ${untested} without tests`,
  );
}
