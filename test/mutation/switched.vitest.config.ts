import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import projectConfig from '../../vitest.config.ts';
import { readPlan } from './switched-plan.ts';

const { texts, tests } = readPlan();
const order = new Map(tests.map(({ file }, index) => [file, index]));

/** The quickest tests first, so that the others run for the mutants only that these do not find. */
class AsPlanned extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => (order.get(one.moduleId) ?? 0) - (order.get(other.moduleId) ?? 0));
  }
}

export default defineConfig({
  ...projectConfig,
  test: {
    ...projectConfig.test,
    // The cache knows modules by the text in the project.
    fsModuleCache: false,
    sequence: { sequencer: AsPlanned },
    runner: path.join(import.meta.dirname, 'switching-runner.ts'),
    // One mutant at a time.
    maxConcurrency: 1,
    testTimeout: 3_600_000,
    dangerouslyIgnoreUnhandledErrors: true,
  },
  plugins: [
    {
      name: 'switches',
      enforce: 'pre',
      load: (id: string) => texts[id] ?? null,
    },
  ],
});
