#!/usr/bin/env node
// Prints the totals of the runner's JSON reports in a folder, e.g. `7132 passed, 1 failed, 5 skipped`.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = process.argv[2];
const totals = { passed: 0, failed: 0, skipped: 0 };
for (const file of readdirSync(folder)) {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    numTodoTests = 0,
  } = text === '' ? {} : JSON.parse(text);
  totals.passed += numPassedTests;
  totals.failed += numFailedTests;
  totals.skipped += numPendingTests + numTodoTests;
}
const { passed, failed, skipped } = totals;
const skippedPart = skipped === 0 ? '' : `, ${skipped} skipped`;
process.stdout.write(`${passed} passed, ${failed} failed${skippedPart}\n`);
