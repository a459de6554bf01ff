import { parseArgs } from 'node:util';

/** Command line options. */
export interface BenchOptions {
  /** Names of benches, in the order of `known`. */
  readonly names: readonly string[];
  readonly repeats: number;
  readonly quick: boolean;
  readonly seed: number;
}

const REPEATS = 5;
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
 * Reads `[NAME…] [--repeats N] [--quick] [--seed N]`; no name means all. Throws UsageError.
 * @param known the names of all benches
 */
export function readOptions(args: readonly string[], known: readonly string[]): BenchOptions {
  const { values, positionals } = parsed(args);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(`There is no bench ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  }
  return {
    names: known.filter((name) => positionals.length === 0 || positionals.includes(name)),
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
