import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { BOT_BUGS } from './bot-bugs.ts';
import { PLANTED_BUGS } from './bugs.ts';

const MAIN = path.join(import.meta.dirname, '..', 'main.ts');

/** How many bots share a database where a bug needs several. */
const BOTS = 3;

/** How many histories it takes to find a bug, and what finds it; `null` when none of them did. */
interface Search {
  readonly histories: number;
  readonly foundBy: string;
}

function search(
  bug: string,
  {
    runs,
    seed,
    people,
    bots,
  }: {
    readonly runs: number;
    readonly seed: string;
    readonly people: boolean;
    readonly bots: number | null;
  },
): Search | null {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', MAIN, '--bug', bug, '--runs', String(runs)].concat([
      '--seed',
      seed,
      '--first',
      '--no-shrink',
      ...(people ? ['--people'] : []),
      ...(bots === null ? [] : ['--bots', String(bots)]),
    ]),
    { encoding: 'utf8', maxBuffer: 200_000_000 },
  );
  const figures = /^\{"figure".*\}$/m.exec(stdout)?.[0];
  if (figures === undefined || stderr !== '')
    throw new Error(`The simulator did not end: ${stderr}${stdout.slice(-2_000)}`);
  const { histories, failed } = JSON.parse(figures) as {
    readonly histories: number;
    readonly failed: number;
  };
  const foundBy = /^ {2}([a-z ]+): /m.exec(stdout)?.[1] ?? 'unknown';
  return failed === 0 ? null : { histories, foundBy };
}

/**
 * Looks for every planted bug with at most so many histories, and prints a line for each.
 * @param only part of the name of those that are looked for
 * @returns whether all were found
 */
export function findPlanted(
  options: Parameters<typeof search>[1] & { readonly only: string },
  print: (line: string) => void,
): boolean {
  let all = true;
  for (const bug of PLANTED_BUGS.filter(({ name }) => name.includes(options.only))) {
    const bots = BOT_BUGS.includes(bug) ? BOTS : options.bots;
    const found = search(bug.name, { ...options, bots });
    if (found === null) all = false;
    const words =
      found === null
        ? `not found in ${options.runs} histories`
        : `found in history ${found.histories} (${found.foundBy})`;
    print(`${words}: ${bug.name}`);
  }
  return all;
}
