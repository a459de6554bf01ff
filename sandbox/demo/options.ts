import { parseArgs } from 'node:util';

/** How the demo is run. */
export interface DemoOptions {
  /** Port of the page, 0 for any; `null` for the usual one, or any other when that is taken. */
  readonly port: number | null;
  /** No page. */
  readonly headless: boolean;
  /** Seconds of market to play before the demo drains, prints its summary and ends; `null` to play until stopped. */
  readonly forSeconds: number | null;
  readonly seed: number;
  /** Marketplace seconds for each real second. */
  readonly speed: number;
  /** File for every request that the bot sends to the local Discord; `null` for none. */
  readonly record: string | null;
  /** Folders of recorded collections to play instead of the simulation. */
  readonly replay: readonly string[];
}

/** A flag that cannot be used; the message names it and what is accepted. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A recorded month is dull in real time. */
const REPLAY_SPEED = 600;

const USAGE = `npm run demo -- [--for SECONDS] [--seed N] [--speed X] [--replay DIR]... [--record FILE] [--port N] [--headless]`;

function numberFlag(
  name: string,
  text: string,
  accepts: (value: number) => boolean,
  accepted: string,
): number {
  const value = Number(text);
  if (text.trim() === '' || !accepts(value))
    throw new UsageError(`--${name} ${text}: accepted is ${accepted}.\n${USAGE}`);
  return value;
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        headless: { type: 'boolean', default: false },
        for: { type: 'string' },
        seed: { type: 'string', default: '1' },
        speed: { type: 'string' },
        record: { type: 'string' },
        replay: { type: 'string', multiple: true, default: [] },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

/**
 * Reads the demo's flags.
 * @throws UsageError
 */
export function readOptions(args: readonly string[]): DemoOptions {
  const flags = parsed(args);
  const speed = flags.speed ?? String(flags.replay.length > 0 ? REPLAY_SPEED : 1);
  return {
    port:
      flags.port === undefined
        ? null
        : numberFlag(
            'port',
            flags.port,
            (port) => Number.isInteger(port) && port >= 0 && port < 65_536,
            'a port, or 0 for any',
          ),
    headless: flags.headless,
    forSeconds:
      flags.for === undefined
        ? null
        : numberFlag('for', flags.for, (seconds) => seconds > 0, 'a number of seconds above 0'),
    seed: numberFlag(
      'seed',
      flags.seed,
      (seed) => Number.isSafeInteger(seed) && seed >= 0,
      'a whole number from 0',
    ),
    speed: numberFlag(
      'speed',
      speed,
      (factor) => factor > 0 && factor <= 100_000,
      'a factor above 0, up to 100000',
    ),
    record: flags.record ?? null,
    replay: flags.replay,
  };
}
