import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Files that send files through discord.js, each with modules of its own: in a process that has run other files before,
 * its older undici may meet the dispatcher of ours (undici's global one), which refuses its forms.
 */
const APART = [
  'test/discord/inline-picture.test.ts',
  'test/sandbox/discord/answers.test.ts',
  'test/sandbox/discord/files.test.ts',
  'test/sandbox/discord/posting.test.ts',
];

/** Where the runner writes its own report, for whoever counts the tests (`.ci/run`). */
const report = process.env['GAVEL_TEST_REPORT'];

export default defineConfig({
  test: {
    projects: [
      /* Loading discord.js, zod and the bot anew for each file took half of the processor's time. */
      {
        extends: true,
        test: { name: 'all', include: ['test/**/*.test.ts'], exclude: APART, isolate: false },
      },
      { extends: true, test: { name: 'apart', include: APART } },
    ],
    /* Many tests wait for sockets and processes, so a worker more than there are cores keeps these busy. */
    maxWorkers: Math.max(2, availableParallelism()) + 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    /* What is polled for in a browser shares two cores with everything else. */
    expect: { poll: { timeout: 10_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
});
