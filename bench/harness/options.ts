import { parseArgs } from 'node:util';
import type { Bench } from './bench.ts';

/** Command line options. */
export interface BenchOptions {
  /** Names of benches, in the order of the benches. */
  readonly names: readonly string[];
  readonly repeats: number;
  readonly quick: boolean;
  readonly seed: number;
}

/** All benches together are to take twenty minutes; with three they took twenty-five. */
const REPEATS = 2;
const QUICK_REPEATS = 2;

/** An invalid command line; the message says what is accepted. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

function wholeNumber(option: string, text: string, least: number): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new UsageError(`--${option} takes a whole number from ${least} on, and not “${text}”.`);
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        repeats: { type: 'string' },
        quick: { type: 'boolean', default: false },
        seed: { type: 'string', default: '1' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/**
 * Reads `[NAME…] [--repeats N] [--quick] [--seed N]`; no name means all but those that must be named. Throws UsageError.
 * @param benches all there are
 */
export function readOptions(
  args: readonly string[],
  benches: readonly Pick<Bench, 'name' | 'onlyIfNamed'>[],
): BenchOptions {
  const { values, positionals } = parsed(args);
  const known = benches.map(({ name }) => name);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(`There is no bench ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  }
  return {
    names: benches
      .filter(({ name, onlyIfNamed }) =>
        positionals.length === 0 ? onlyIfNamed !== true : positionals.includes(name),
      )
      .map(({ name }) => name),
    repeats:
      values.repeats === undefined
        ? values.quick
          ? QUICK_REPEATS
          : REPEATS
        : wholeNumber('repeats', values.repeats, 1),
    quick: values.quick,
    seed: wholeNumber('seed', values.seed, 0),
  };
}
