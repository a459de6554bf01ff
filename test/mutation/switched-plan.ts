import { appendFileSync, closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { z } from 'zod';

/** What the tests run with: the switched texts by path, and which mutants each test file is to find, by number. */
const plan = z.object({
  texts: z.record(z.string(), z.string()),
  tests: z.array(z.object({ file: z.string(), mutants: z.array(z.int()) })),
  /** Where the progress is appended to, a line of JSON at a time. */
  progressFile: z.string(),
});
export type SwitchedPlan = z.output<typeof plan>;

const progress = z.discriminatedUnion('type', [
  /** A module that is imported reaches a mutant before any test runs: what it makes of it stays as it is. */
  z.object({ type: z.literal('at import'), mutant: z.int() }),
  z.object({
    type: z.literal('begins'),
    test: z.string(),
    mutant: z.int(),
    limitMs: z.number(),
  }),
  z.object({
    type: z.literal('ends'),
    test: z.string(),
    mutant: z.int(),
    verdict: z.enum(['passed', 'failed', 'hung']),
  }),
  /** Fails, or fails when it is repeated, without a mutant. */
  z.object({ type: z.literal('unsound'), test: z.string(), reason: z.string() }),
  z.object({ type: z.literal('tested'), test: z.string() }),
  /** Left to a later round, because it takes longer than this one allows. */
  z.object({ type: z.literal('later'), test: z.string() }),
]);
export type SwitchedProgress = z.output<typeof progress>;

const NEW_LINE = 10;

function readFrom(file: string, position: number): Buffer {
  const opened = openSync(file, 'r');
  try {
    const appended = Buffer.alloc(fstatSync(opened).size - position);
    readSync(opened, appended, 0, appended.length, position);
    return appended;
  } finally {
    closeSync(opened);
  }
}

/** How long a test may take without a mutant to have its turn in this round, ms. */
export const longestMs = (): number => Number(process.env['GAVEL_SWITCHED_LONGEST'] ?? 'Infinity');

/** The plan of this process, which its parent names in `GAVEL_SWITCHED_PLAN`. */
export const readPlan = (): SwitchedPlan =>
  plan.parse(JSON.parse(readFileSync(process.env['GAVEL_SWITCHED_PLAN'] ?? '', 'utf8')));

/** Reads what was appended since it was called last, and returns everything so far. */
export function createProgressReader(file: string): () => readonly SwitchedProgress[] {
  const entries: SwitchedProgress[] = [];
  let position = 0;
  return () => {
    const appended = readFrom(file, position);
    const whole = appended.subarray(0, appended.lastIndexOf(NEW_LINE) + 1);
    position += whole.length;
    const lines = whole.toString('utf8').split('\n').slice(0, -1);
    entries.push(...lines.map((line) => progress.parse(JSON.parse(line))));
    return entries;
  };
}

export const addProgress = (file: string, entry: SwitchedProgress): void =>
  appendFileSync(file, `${JSON.stringify(entry)}\n`);
