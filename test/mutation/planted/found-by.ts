import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { FailedTest } from '../replaced-runs.ts';

/** Which test finds each planted bug, by the bug's name; written by `npm run test:planted -- --write`. */
export const FOUND_BY_FILE = path.join(import.meta.dirname, 'found-by.json');

const foundBy = z.record(z.string(), z.object({ file: z.string(), name: z.string() }));

/** Test that finds a planted bug, by the bug's name. */
export const readFoundBy = (): ReadonlyMap<string, FailedTest> =>
  new Map(Object.entries(foundBy.parse(JSON.parse(readFileSync(FOUND_BY_FILE, 'utf8')))));
