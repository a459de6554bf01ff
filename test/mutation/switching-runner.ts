import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunnerTestCase, TestRunner } from 'vitest';
import {
  addProgress,
  createProgressReader,
  longestMs,
  readPlan,
  type SwitchedProgress,
} from './switched-plan.ts';

/*
 * Runs each test once without a mutant, which shows which mutants it reaches, and then once for each of these that no test has found
 * yet. Modules are loaded once for all mutants.
 */

const NONE = -1;
const HANGS_AFTER_MS = 10_000;
const HANGS_AFTER_TIMES = 4;
/** Of the time that a hanging test is waited for: it spins, and would take the processor from all others. */
const SPINNING_SHARE = 0.3;

const { tests, progressFile } = readPlan();
const readProgress = createProgressReader(progressFile);
const mutantsOf = new Map(tests.map(({ file, mutants }) => [file, new Set(mutants)]));

const current = { mutant: NONE, test: '', error: null as unknown };
const reached = new Set<number>();
const atImport = new Set<number>();

Object.assign(globalThis, {
  gavelIsMutant(number: number): boolean {
    if (current.test !== '') reached.add(number);
    else if (!atImport.has(number)) {
      atImport.add(number);
      addProgress(progressFile, { type: 'at import', mutant: number });
    }
    return number === current.mutant;
  },
});
function noteError(error: unknown): void {
  current.error ??= error ?? 'an error';
}
process.on('unhandledRejection', noteError);
process.on('uncaughtException', noteError);

const note = (entry: SwitchedProgress): void => addProgress(progressFile, entry);

interface Try {
  readonly test: string;
  readonly left: number[];
  normalMs: number;
}

export default class SwitchingRunner extends TestRunner {
  readonly #tries = new Map<RunnerTestCase, Try>();

  override async onBeforeRunTask(task: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(task);
    const names: string[] = [];
    for (let suite = task.suite; suite !== undefined; suite = suite.suite) names.unshift(suite.name);
    const test = `${path.basename(task.file.filepath)}: ${[...names, task.name].join(' > ')}`;
    const isTested = readProgress().some((one) => one.type === 'tested' && one.test === test);
    if (isTested) task.mode = 'skip';
    this.#tries.set(task, { test, left: [], normalMs: 0 });
    // Once as it is, once more to see that it can be repeated, and once for each mutant.
    task.repeats = 1 + (mutantsOf.get(task.file.filepath)?.size ?? 0);
  }

  async runTask(task: RunnerTestCase): Promise<void> {
    const state = this.#tries.get(task);
    const run = TestRunner.getTestFn(task);
    if (state === undefined || run === undefined) throw new Error(`no test: ${task.name}`);
    const times = task.result?.repeatCount ?? 0;
    if (times < 2) await this.#runAsItIs(task, state, run, times);
    else await this.#runNext(task, state, run);
  }

  async #runAsItIs(task: RunnerTestCase, state: Try, run: () => unknown, times: number): Promise<void> {
    if (times === 1 && state.left.length === 0) return this.#end(task, state);
    current.test = state.test;
    reached.clear();
    const startedAt = performance.now();
    try {
      await run();
    } catch (error) {
      note({ type: 'unsound', test: state.test, reason: `${String(error)} (${times + 1})`.slice(0, 300) });
      state.left.length = 0;
      return this.#end(task, state);
    } finally {
      current.test = '';
    }
    state.normalMs = Math.max(state.normalMs, performance.now() - startedAt);
    if (times === 0 && state.normalMs > longestMs()) {
      note({ type: 'later', test: state.test });
      // Only skipping ends a test before its repeats are over. Its result is in the progress, not in the report.
      return task.context.skip();
    }
    const wanted = mutantsOf.get(task.file.filepath);
    if (times === 0) state.left.push(...[...reached].filter((one) => wanted?.has(one)));
    if (times === 0) this.#leaveOutDone(state);
  }

  /** Those that are found, and those that this test did not find. */
  #leaveOutDone(state: Try): void {
    const done = new Set<number>();
    for (const one of readProgress())
      if (one.type === 'ends' && (one.verdict !== 'passed' || one.test === state.test)) done.add(one.mutant);
    state.left.splice(0, Infinity, ...state.left.filter((one) => !done.has(one)));
  }

  async #runNext(task: RunnerTestCase, state: Try, run: () => unknown): Promise<void> {
    this.#leaveOutDone(state);
    const mutant = state.left.shift();
    if (mutant === undefined) return this.#end(task, state);
    const { test } = state;
    const limitMs = HANGS_AFTER_MS + HANGS_AFTER_TIMES * state.normalMs;
    note({ type: 'begins', test, mutant, limitMs });
    const cpuBefore = process.cpuUsage();
    Object.assign(current, { mutant, test, error: null });
    const stop = new AbortController();
    const verdict = await Promise.race([
      Promise.resolve()
        .then(run)
        .then(
          () => 'passed' as const,
          () => 'failed' as const,
        ),
      sleep(limitMs, 'hung' as const, { signal: stop.signal }),
    ]);
    stop.abort();
    Object.assign(current, { mutant: NONE, test: '' });
    note({ type: 'ends', test, mutant, verdict: current.error === null ? verdict : 'failed' });
    const { user } = process.cpuUsage(cpuBefore);
    if (verdict === 'hung' && user / 1_000 > SPINNING_SHARE * limitMs) process.kill(process.pid, 'SIGKILL');
  }

  /** Ends the repeats, which only skipping does. What the test found is in the progress. */
  #end(task: RunnerTestCase, { test }: Try): void {
    note({ type: 'tested', test });
    task.context.skip();
  }
}
