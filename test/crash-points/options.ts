import { parseArgs } from 'node:util';
import { type DatabaseChoice, databaseChoice } from '../../sandbox/postgres/own-database.ts';

export interface CrashOptions {
  readonly kills: number;
  readonly seed: number;
  readonly database: DatabaseChoice;
  /** The folder in which logs, tables and messages are kept; `null` for none. */
  readonly keep: string | null;
}

const USAGE = 'npm run test:crash -- [--kills N] [--seed S] [--database sqlite|postgres] [--keep FOLDER]';
/** Each start identifies at the gateway, and discord.js stops at the thousandth of a day. */
const MAX_KILLS = 900;

/** Reads the flags. @throws RangeError with what is accepted */
export function readOptions(args: readonly string[]): CrashOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      database: { type: 'string', default: 'sqlite' },
      keep: { type: 'string' },
    },
  });
  const [kills, seed] = [Number(values.kills), Number(values.seed)];
  if (!Number.isInteger(kills) || kills < 1 || kills > MAX_KILLS)
    throw new RangeError(`--kills is a whole number from 1 to ${MAX_KILLS}.\n${USAGE}`);
  if (!Number.isSafeInteger(seed)) throw new RangeError(`--seed is a whole number.\n${USAGE}`);
  return { kills, seed, database: databaseChoice(values.database), keep: values.keep ?? null };
}
