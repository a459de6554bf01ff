import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempDisposableSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

/** A test, by its file and its full name: those of the groups that it is in, and its own. */
export interface FailedTest {
  readonly file: string;
  readonly name: string;
}

/** What tests make of a replaced file. `tests`: those that failed; none if a file could not be loaded. */
export type Outcome =
  | { readonly type: 'passed' }
  | { readonly type: 'hung' }
  | { readonly type: 'failed'; readonly tests: readonly FailedTest[] };

export interface ReplacedRuns extends Disposable {
  /**
   * Runs these fast tests with another text for one file of the source. Nothing is written into the project.
   * @param replaced.limitMs tests that take longer hang, 180,000 by default
   * @param replaced.wantsAll whether tests go on after one failed
   */
  run(
    tests: readonly string[],
    replaced: {
      readonly file: string;
      readonly text: string;
      readonly limitMs?: number;
      readonly wantsAll?: boolean;
    },
  ): Promise<Outcome>;
}

const TIME_LIMIT_MS = 180_000;

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

function failedTests(reportFile: string, root: string): readonly FailedTest[] {
  if (!existsSync(reportFile)) return [];
  const { testResults } = report.parse(JSON.parse(readFileSync(reportFile, 'utf8')));
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => ({ file: path.relative(root, file), name: fullName.trim() })),
  );
}

/** @param root the project's folder */
export function createReplacedRuns(root: string): ReplacedRuns {
  const scratch = mkdtempDisposableSync(path.join(tmpdir(), 'gavel-mutation-'));
  const config = path.join(root, 'test', 'mutation', 'vitest.config.ts');
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const textFile = path.join(scratch.path, 'replaced.ts');
  const reportFile = path.join(scratch.path, 'report.json');

  return {
    async run(tests, { file, text, limitMs = TIME_LIMIT_MS, wantsAll = false }) {
      writeFileSync(textFile, text);
      rmSync(reportFile, { force: true });
      const flags = ['run', '--config', config, '--bail', wantsAll ? '0' : '1'];
      const reporter = ['--reporter', 'json', '--outputFile', reportFile];
      // A group of its own, so that workers that spin end with it.
      const child = spawn(process.execPath, [vitest, ...flags, ...reporter, ...tests], {
        cwd: root,
        env: { ...process.env, GAVEL_MUTATED: path.join(root, file), GAVEL_MUTATED_TEXT: textFile },
        stdio: 'ignore',
        detached: true,
      });
      let isTooLate = false;
      const timer = setTimeout(() => {
        isTooLate = true;
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      }, limitMs);
      await once(child, 'close');
      clearTimeout(timer);
      if (isTooLate) return { type: 'hung' };
      if (child.exitCode === 0) return { type: 'passed' };
      return { type: 'failed', tests: failedTests(reportFile, root) };
    },
    [Symbol.dispose]: () => scratch[Symbol.dispose](),
  };
}
