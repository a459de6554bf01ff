import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../../sandbox/marketplace/random/random.ts';
import { type Mutant, mutantsOf, mutate } from './mutants.ts';
import { createNearestTests } from './nearest-tests.ts';
import { createReplacedRuns } from './replaced-runs.ts';
import { runSwitched } from './switched-runs.ts';

/*
 * `npm run test:mutation -- [--sample N] [--seed S] [--folders src/outbox,src/ingest] [--tests N] [--survivors FILE]`: changes the source
 * at places that the seed chooses, one at a time, and runs those of the quick tests nearest to it (25 files, without `--tests`) that reach
 * it. Prints which mutants no test noticed, and how many by folder. `--survivors` judges the mutants again that the output of an earlier run
 * calls survived, instead of a sample. Nothing is written into the project. Exits with status 1 when a test failed without a mutant.
 */

const USAGE =
  'npm run test:mutation -- [--sample N] [--seed S] [--folders src/outbox,src/ingest] [--tests N] [--survivors FILE]';
const ROOT = path.join(import.meta.dirname, '..', '..');
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
    survivors: { type: 'string' },
  },
});
const sample = wholeNumber('sample', values.sample);
const mostTests = wholeNumber('tests', values.tests);
const folders = values.folders.split(',');
const nearestTests = createNearestTests(ROOT);
using runs = createReplacedRuns(ROOT);

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

function describe({ file, line, what, start, end, text }: Mutant): string {
  const before = read(file).slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 80);
  return `${file}:${line} ${what}: ${before} → ${text.replaceAll(/\s+/g, ' ').slice(0, 80)}`;
}

/** @throws RangeError when the source no longer has one of them */
function survivorsOf(logFile: string, all: readonly Mutant[]): readonly Mutant[] {
  const byName = new Map(all.map((mutant) => [describe(mutant), mutant]));
  const names = readFileSync(logFile, 'utf8').matchAll(/^(?:survived|no tests) (.*)$/gm);
  return [...names].map(([, name = '']) => {
    const mutant = byName.get(name);
    if (mutant === undefined) throw new RangeError(`The source has no mutant “${name}”.`);
    return mutant;
  });
}

/** The survivors, or of all mutants of the folders as many as are wanted. */
function choose(): readonly Mutant[] {
  const random = createRandom(`mutation:${values.seed}`);
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT }).toSorted());
  const all = files.flatMap((file) => mutantsOf(file, read(file)));
  print(`${all.length} mutants in ${files.length} files of ${folders.join(', ')}`);
  if (values.survivors !== undefined) return survivorsOf(values.survivors, all);
  return all
    .map((mutant) => ({ mutant, order: random.next() }))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, sample)
    .map(({ mutant }) => mutant);
}

const testsOf = ({ file }: Mutant): readonly string[] => nearestTests.of(file, mostTests);

/** A mutant that a module evaluates while it is loaded cannot be switched: the tests load a replaced module. */
async function judgeReplaced(mutant: Mutant): Promise<Verdict> {
  const { file } = mutant;
  const { type } = await runs.run(testsOf(mutant), { file, text: mutate(read(file), mutant) });
  return VERDICTS[type];
}

const mutants = choose();
const counts = new Map<string, Record<Verdict, number>>();

function count(mutant: Mutant, verdict: Verdict, by = ''): void {
  const folder = folders.find((one) => mutant.file.startsWith(`${one}/`)) ?? mutant.file;
  const known = counts.get(folder) ?? { killed: 0, hangs: 0, survived: 0, 'no tests': 0 };
  counts.set(folder, known);
  known[verdict] += 1;
  print(`${verdict.padEnd(8)} ${describe(mutant)}${by}`);
}

const isFound = (type: string): type is 'killed' | 'hangs' => type === 'killed' || type === 'hangs';
const { verdicts, unsound } = await runSwitched(
  ROOT,
  mutants,
  { of: testsOf, sizeOf: nearestTests.sizeOf },
  (mutant, verdict) => {
    if (isFound(verdict.type)) count(mutant, verdict.type);
  },
);
for (const test of unsound) print(`unsound  ${test}`);
if (unsound.length > 0) process.exitCode = 1;
for (const [mutant, { type }] of verdicts)
  if (type === 'survived') count(mutant, 'survived');
  else if (type === 'not reached') count(mutant, 'no tests');
  else if (type === 'at import') count(mutant, await judgeReplaced(mutant));

for (const [folder, { killed, hangs, survived, 'no tests': untested }] of counts) {
  const all = killed + hangs + survived + untested;
  const found = Math.round((100 * (killed + hangs)) / all);
  print(
    `${folder}: ${killed + hangs} of ${all} found (${found} %), ${survived} survived, ${untested} without tests`,
  );
}
