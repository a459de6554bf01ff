import { resolve } from 'node:path';
import { printResults } from '#src/doctor/check-result.ts';
import { runChecks } from '#src/doctor/run-checks.ts';

/**
 * Entry point of the doctor, after `doctor.mjs` has checked the Node version. Exit status 0 if there are no problems,
 * else 1.
 */
const isHealthy = await printResults(
  runChecks({ envFile: resolve('.env'), environment: process.env, now: Date.now }),
  (line) => void process.stdout.write(`${line}\n`),
);
process.exitCode = isHealthy ? 0 : 1;
