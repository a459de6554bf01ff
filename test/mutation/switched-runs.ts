import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setInterval as ticks } from 'node:timers/promises';
import type { Mutant } from './mutants.ts';
import {
  addProgress,
  createProgressReader,
  type SwitchedPlan,
  type SwitchedProgress,
} from './switched-plan.ts';
import { withSwitches } from './switched-source.ts';

export type SwitchedVerdict =
  | { readonly type: 'killed' | 'hangs' | 'survived'; readonly tests: readonly string[] }
  /** No test reaches it. */
  | { readonly type: 'not reached' }
  /** A module reaches it while it is imported, so it cannot be switched. */
  | { readonly type: 'at import' };

export interface SwitchedResult {
  readonly verdicts: ReadonlyMap<Mutant, SwitchedVerdict>;
  /** Tests that cannot be used: they fail when they are repeated in one process. */
  readonly unsound: readonly string[];
}

interface TestsOfMutants {
  of(mutant: Mutant): readonly string[];
  sizeOf(test: string): number;
}

/** A test that neither ends nor lets its own limit pass. */
const SPINS_AFTER_MS = 20_000;
const LOOK_EVERY_MS = 1_000;

/**
 * Each round runs the tests that take no longer than this without a mutant: most mutants are found in the first, so that the slow tests of
 * the last run for few.
 */
const ROUNDS_MS = [1_500, 8_000, Number.POSITIVE_INFINITY];

type Begins = Extract<SwitchedProgress, { type: 'begins' }>;

/** Those that have begun and not ended. */
function unfinished(entries: readonly SwitchedProgress[]): readonly Begins[] {
  const open = new Map<string, Begins>();
  for (const entry of entries)
    if (entry.type === 'begins') open.set(`${entry.mutant} ${entry.test}`, entry);
    else if (entry.type === 'ends') open.delete(`${entry.mutant} ${entry.test}`);
  return [...open.values()];
}

function verdictOf(number: number, entries: readonly SwitchedProgress[]): SwitchedVerdict {
  const ends = entries.filter((entry) => entry.type === 'ends' && entry.mutant === number);
  const found = ends.find((entry) => entry.type === 'ends' && entry.verdict !== 'passed');
  if (found?.type === 'ends')
    return { type: found.verdict === 'hung' ? 'hangs' : 'killed', tests: [found.test] };
  const isAtImport = entries.some((entry) => entry.type === 'at import' && entry.mutant === number);
  if (isAtImport) return { type: 'at import' };
  if (ends.length === 0) return { type: 'not reached' };
  return { type: 'survived', tests: ends.flatMap((entry) => (entry.type === 'ends' ? [entry.test] : [])) };
}

function planOf(
  root: string,
  mutants: readonly Mutant[],
  tests: TestsOfMutants,
  progressFile: string,
): SwitchedPlan {
  const numbered = mutants.map((mutant, number) => ({ mutant, number }));
  const byFile = Map.groupBy(numbered, ({ mutant }) => mutant.file);
  const texts = Object.fromEntries(
    [...byFile].map(([file, some]) => {
      const source = path.join(root, file);
      return [source, withSwitches(readFileSync(source, 'utf8'), some)];
    }),
  );
  const byTest = Map.groupBy(
    numbered.flatMap(({ mutant, number }) => tests.of(mutant).map((test) => ({ test, number }))),
    ({ test }) => test,
  );
  const planned = [...byTest]
    .toSorted(([one], [other]) => tests.sizeOf(one) - tests.sizeOf(other))
    .map(([test, some]) => ({ file: path.join(root, test), mutants: some.map(({ number }) => number) }));
  return { texts, tests: planned, progressFile };
}

/**
 * Runs the tests with all mutants in one process or two: each test without a mutant, and then once for each mutant that it reaches and no
 * other test has found.
 * @param onFound called as soon as a mutant is found
 */
export async function runSwitched(
  root: string,
  mutants: readonly Mutant[],
  tests: TestsOfMutants,
  onFound: (mutant: Mutant, verdict: SwitchedVerdict) => void,
): Promise<SwitchedResult> {
  using scratch = mkdtempDisposableSync(path.join(tmpdir(), 'gavel-switched-'));
  const progressFile = path.join(scratch.path, 'progress.jsonl');
  const planFile = path.join(scratch.path, 'plan.json');
  const plan = planOf(root, mutants, tests, progressFile);
  writeFileSync(progressFile, '');
  writeFileSync(planFile, JSON.stringify(plan));
  const readProgress = createProgressReader(progressFile);
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const config = path.join(root, 'test', 'mutation', 'switched.vitest.config.ts');
  const found = new Set<number>();

  function reportFound(): void {
    for (const entry of readProgress()) {
      if (entry.type !== 'ends' || entry.verdict === 'passed' || found.has(entry.mutant)) continue;
      found.add(entry.mutant);
      const mutant = mutants[entry.mutant];
      if (mutant !== undefined) onFound(mutant, verdictOf(entry.mutant, [entry]));
    }
  }

  /** @returns whether all tests ran to their end */
  async function runRest(longestMs: number): Promise<boolean> {
    const flags = ['run', '--config', config, '--project', 'fast', '--reporter', 'dot'];
    const child = spawn(process.execPath, [vitest, ...flags, ...plan.tests.map(({ file }) => file)], {
      cwd: root,
      env: { ...process.env, GAVEL_SWITCHED_PLAN: planFile, GAVEL_SWITCHED_LONGEST: String(longestMs) },
      stdio: 'ignore',
      detached: true,
    });
    const before = readProgress().length;
    const closed = once(child, 'close');
    const seenAt = new Map<string, number>();
    const stop = new AbortController();
    void closed.then(() => stop.abort());
    try {
      for await (const _ of ticks(LOOK_EVERY_MS, null, { signal: stop.signal })) {
        reportFound();
        for (const begun of unfinished(readProgress().slice(before))) {
          const key = `${begun.mutant} ${begun.test}`;
          const since = seenAt.get(key) ?? performance.now();
          seenAt.set(key, since);
          if (performance.now() - since < begun.limitMs + SPINS_AFTER_MS) continue;
          addProgress(progressFile, {
            type: 'ends',
            test: begun.test,
            mutant: begun.mutant,
            verdict: 'hung',
          });
          if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        }
      }
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    }
    await closed;
    reportFound();
    return child.exitCode === 0;
  }

  for (const longestMs of ROUNDS_MS)
    for (let before = -1; before < readProgress().length; ) {
      before = readProgress().length;
      if (await runRest(longestMs)) break;
    }
  const entries = readProgress();
  return {
    verdicts: new Map(mutants.map((mutant, number) => [mutant, verdictOf(number, entries)])),
    unsound: entries.flatMap((entry) => (entry.type === 'unsound' ? [`${entry.test}: ${entry.reason}`] : [])),
  };
}
