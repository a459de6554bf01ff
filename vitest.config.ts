import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where the runner writes its own report, for whoever counts the tests (`.ci/run`). */
const report = process.env['GAVEL_TEST_REPORT'];

/**
 * What takes long: most tests of the whole bot, faults over real sockets, browsers. `npm test` leaves it out, `npm run test:all` does
 * not.
 */
const HEAVY = [
  'test/e2e/*/**/*.test.ts',
  'test/faults/**/*.test.ts',
  'test/browser/**/*.test.ts',
  'test/**/*.heavy.test.ts',
];

/** These take minutes, so they start first: at the end, one alone would hold up everything. */
const LONGEST = [
  'test/sim/simulation.heavy.test.ts',
  'test/store/faults/every-call.heavy.test.ts',
  'test/roles/shards.heavy.test.ts',
  'test/sim/planted/planted.heavy.test.ts',
  'test/store/database/sqlite-conformance.test.ts',
  'test/browser/demo.test.ts',
  'test/doctor/broken-setups.heavy.test.ts',
];

/** `npm run test:heavy`, whose tests wait more. */
const isHeavyAlone = process.argv.includes('heavy');

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification): boolean =>
      LONGEST.some((file) => moduleId.endsWith(file));
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'fast', include: ['test/**/*.test.ts'], exclude: HEAVY } },
      { extends: true, test: { name: 'heavy', include: HEAVY } },
    ],
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test/support/postgres/global-setup.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    /* Loading discord.js, zod and the bot anew for each file took half of the processor's time. */
    isolate: false,
    /* Many tests wait for sockets and processes, so more workers than there are cores keep these busy. */
    maxWorkers: Math.max(2, availableParallelism()) + (isHeavyAlone ? 2 : 1),
    /* Far more than any test takes alone: a busy machine is no failure. */
    testTimeout: 120_000,
    hookTimeout: 120_000,
    /* What is polled for in a browser shares two cores with everything else. */
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
});
