import { parseArgs } from 'node:util';

export interface ClusterOptions {
  readonly faults: number;
  readonly seed: number;
  /** Bots that share one database. With one, nobody takes over: that tries the harness and the bot without leases. */
  readonly processes: number;
  /** For how long faults happen, ms, instead of how many; then growth is measured as well. `null`: as many as `faults`. */
  readonly forMs: number | null;
}

const USAGE = 'npm run test:cluster -- [--faults N | --for 2h] [--seed S] [--processes P]';
const MAX_FAULTS = 1_000;
const MAX_PROCESSES = 6;

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least || value > most)
    throw new RangeError(`--${name} is a whole number from ${least} to ${most}.\n${USAGE}`);
  return value;
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** ms of `90s`, `20m` or `2h`. */
function timeSpan(text: string): number {
  const [, number, unit] = /^(\d+)([smh])$/.exec(text) ?? [];
  const ms = Number(number) * (UNIT_MS[unit ?? ''] ?? Number.NaN);
  if (!(ms > 0)) throw new RangeError(`--for is a time such as 20m or 2h.\n${USAGE}`);
  return ms;
}

/** Reads the flags. @throws RangeError with what is accepted */
export function readOptions(args: readonly string[]): ClusterOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      faults: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      processes: { type: 'string', default: '3' },
      for: { type: 'string' },
    },
  });
  return {
    faults: wholeNumber('faults', values.faults, 1, MAX_FAULTS),
    seed: wholeNumber('seed', values.seed, 0, Number.MAX_SAFE_INTEGER),
    processes: wholeNumber('processes', values.processes, 1, MAX_PROCESSES),
    forMs: values.for === undefined ? null : timeSpan(values.for),
  };
}
