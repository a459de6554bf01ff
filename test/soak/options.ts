import { parseArgs } from 'node:util';
import { type DatabaseChoice, databaseChoice } from '../../sandbox/postgres/own-database.ts';

export interface SoakOptions {
  readonly minutes: number;
  /** Alerts a second, over all channels. */
  readonly rate: number;
  readonly seed: number;
  readonly database: DatabaseChoice;
}

const USAGE = 'npm run soak -- [--minutes M] [--rate R] [--seed N] [--database sqlite|postgres]';

/** Reads the flags. @throws RangeError with what is accepted */
export function readOptions(args: readonly string[]): SoakOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '20' },
      rate: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      database: { type: 'string', default: 'sqlite' },
    },
  });
  const [minutes, rate, seed] = [values.minutes, values.rate, values.seed].map(Number);
  if (minutes === undefined || !(minutes > 0)) throw new RangeError(`--minutes is more than 0.\n${USAGE}`);
  if (rate === undefined || !(rate > 0)) throw new RangeError(`--rate is more than 0.\n${USAGE}`);
  if (seed === undefined || !Number.isSafeInteger(seed))
    throw new RangeError(`--seed is a whole number.\n${USAGE}`);
  return { minutes, rate, seed, database: databaseChoice(values.database) };
}
