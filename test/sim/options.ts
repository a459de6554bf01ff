import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

/** What a run of the simulator does. */
export interface SimulatorOptions {
  readonly runs: number;
  /** The number of the first history of the seed that is run. */
  readonly from: number;
  readonly seed: string;
  /** Only histories with people who watch something are run, and the others left out. */
  readonly people: boolean;
  /** How many bots share a database in each history; `null` for one bot with a database of its own. */
  readonly bots: number | null;
  /** Only this history of the seed. */
  readonly history: number | null;
  /** Files with one history each, as it is printed when it fails; instead of new ones. */
  readonly files: readonly string[];
  /** The histories of what was found and mended, instead of new ones. */
  readonly finds: boolean;
  /** Looks for the planted bugs whose name has this in it, instead of new ones; `null` for new ones. */
  readonly planted: string | null;
  /** Whether the first failure ends the run. */
  readonly stopsAtFirst: boolean;
  /** How many processes share the histories. */
  readonly processes: number;
  /** The share of this process of them, from 0; `null` for all. */
  readonly share: number | null;
  /** The name of a bug that is planted in the bot; `null` for none. */
  readonly bug: string | null;
  /** Whether the shortest history that still fails is searched for. */
  readonly shrinks: boolean;
  /** Prints the log of every history, which the same seed repeats byte for byte. */
  readonly log: boolean;
}

const USAGE =
  'npm run test:sim -- [--runs N] [--from N] [--seed S] [--people] [--bots N] [--history N] [--file history.json …] [--finds] [--planted [--only words]] [--bug name] [--first] [--log] [--no-shrink] [--processes N]';

/** Reads the flags. @throws RangeError with what is accepted */
export function readOptions(args: readonly string[]): SimulatorOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string', default: '100' },
      from: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      people: { type: 'boolean', default: false },
      bots: { type: 'string' },
      history: { type: 'string' },
      bug: { type: 'string' },
      file: { type: 'string', multiple: true, default: [] },
      planted: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      first: { type: 'boolean', default: false },
      finds: { type: 'boolean', default: false },
      'no-shrink': { type: 'boolean', default: false },
      log: { type: 'boolean', default: false },
      processes: { type: 'string', default: String(availableParallelism()) },
      share: { type: 'string' },
    },
  });
  const { seed, log, finds, people } = values;
  const runs = Number(values.runs);
  const history = values.history === undefined ? null : Number(values.history);
  if (!Number.isInteger(runs) || runs < 1)
    throw new RangeError(`--runs is a whole number from 1 on.\n${USAGE}`);
  const from = Number(values.from);
  if (!Number.isInteger(from) || from < 0)
    throw new RangeError(`--from is a whole number from 0 on.\n${USAGE}`);
  if (history !== null && (!Number.isInteger(history) || history < 0))
    throw new RangeError(`--history is a whole number from 0 on.\n${USAGE}`);
  const bots = values.bots === undefined ? null : Number(values.bots);
  if (bots !== null && (!Number.isInteger(bots) || bots < 1))
    throw new RangeError(`--bots is a whole number from 1 on.\n${USAGE}`);
  const wanted = Number(values.processes);
  if (!Number.isInteger(wanted) || wanted < 1)
    throw new RangeError(`--processes is a whole number from 1 on.\n${USAGE}`);
  const isOne = history !== null || values.file.length > 0 || finds;
  const [share, shares] = values.share?.split('/').map(Number) ?? [];
  return {
    processes: shares ?? (isOne ? 1 : Math.min(wanted, runs)),
    share: share ?? null,
    runs,
    from,
    seed,
    people,
    bots,
    history,
    finds,
    files: values.file,
    bug: values.bug ?? null,
    log,
    shrinks: !values['no-shrink'],
    planted: values.planted ? values.only : null,
    stopsAtFirst: values.first,
  };
}
