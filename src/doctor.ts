import { resolve } from 'node:path';
import { examine } from './doctor/examination.ts';
import { tell } from './doctor/tell.ts';

/** The doctor itself; `doctor.mjs` comes before it. Status 0 when nothing is wrong, else 1. */
const sound = await tell(
  examine({ envFile: resolve('.env'), environment: process.env, now: Date.now }),
  (line) => void process.stdout.write(`${line}\n`),
);
process.exitCode = sound ? 0 : 1;
