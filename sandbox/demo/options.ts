import { parseArgs } from 'node:util';
import { type DatabaseChoice, databaseChoice } from '../postgres/own-database.ts';

/** Options of the demo. */
export interface DemoOptions {
  /** Port of the page, 0 for any; `null` for the default one, or any other when that is taken. */
  readonly port: number | null;
  /** Runs without the page. */
  readonly headless: boolean;
  /** Seconds until the market closes, the demo drains, prints its summary and ends; `null` to run until stopped. */
  readonly forSeconds: number | null;
  readonly seed: number;
  /** World seconds for each real second. */
  readonly speed: number;
  /** Sales of the simulation a minute at speed 1; auctions are in proportion. */
  readonly salesPerMinute: number;
  /** Bots that share one PostgreSQL; 1 for a single one. */
  readonly nodes: number;
  /** What the bot keeps its data in. */
  readonly database: DatabaseChoice;
  /** How the local Discord sends commands to the bot. */
  readonly interactions: 'gateway' | 'http';
  /** File for every request that the bot sends to the local Discord; `null` for none. */
  readonly record: string | null;
  /** Folders of recorded collections that replace the simulation. */
  readonly replay: readonly string[];
}

/** A flag that cannot be used; the message names it and the accepted values. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** `--help`: the message lists the flags. */
export class HelpRequested extends Error {
  override readonly name = 'HelpRequested';
}

/** At its own pace, a recorded month takes too long to watch. */
const REPLAY_SPEED = 600;

/** With a page, people read along; without one, the bot shall have something to do. */
const SALES_PER_MINUTE = { withPage: 10, headless: 40 };

/**
 * More sales a minute than this, with their listings, offers and auctions, are more than the five messages in five seconds that
 * Discord lets the bot post in a channel.
 */
const MAX_FOLLOWED_SALES_PER_MINUTE = 120;

/** What to expect of a pace that channels cannot follow; `null` of a slower one. */
export function paceNotice({
  speed,
  salesPerMinute,
  replay,
}: Pick<DemoOptions, 'speed' | 'salesPerMinute' | 'replay'>): string | null {
  if (replay.length > 0 || speed * salesPerMinute <= MAX_FOLLOWED_SALES_PER_MINUTE) return null;
  return `speed ${speed} makes about ${Math.round(speed * salesPerMinute)} sales a minute, more than channels can follow: the bot falls behind, posts summaries, leaves out coming ends of auctions that are over by then, and may find gaps in the feed`;
}

const USAGE = `npm run demo -- [--for SECONDS] [--seed N] [--speed X] [--sales N] [--replay DIR]... [--record FILE] [--database sqlite|postgres] [--nodes N] [--interactions gateway|http] [--port N] [--headless]`;

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

function databaseFlag(text: string): DatabaseChoice {
  try {
    return databaseChoice(text);
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function interactionsFlag(text: string): DemoOptions['interactions'] {
  if (text === 'gateway' || text === 'http') return text;
  throw new UsageError(`--interactions ${text}: accepted is gateway or http.\n${USAGE}`);
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        headless: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        for: { type: 'string' },
        seed: { type: 'string', default: '1' },
        speed: { type: 'string' },
        sales: { type: 'string' },
        record: { type: 'string' },
        database: { type: 'string' },
        nodes: { type: 'string', default: '1' },
        interactions: { type: 'string', default: 'gateway' },
        replay: { type: 'string', multiple: true, default: [] },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

const MAX_NODES = 5;

/** Several bots share a PostgreSQL, and the local Discord has one Interactions Endpoint URL, of one bot. */
function nodesFlag(
  text: string,
  { database, interactions }: { readonly database?: string; readonly interactions: string },
): Pick<DemoOptions, 'nodes' | 'database' | 'interactions'> {
  const nodes = numberFlag(
    'nodes',
    text,
    (count) => Number.isInteger(count) && count >= 1 && count <= MAX_NODES,
    `a whole number from 1 to ${MAX_NODES}`,
  );
  const chosen = {
    nodes,
    database: databaseFlag(database ?? (nodes > 1 ? 'postgres' : 'sqlite')),
    interactions: interactionsFlag(interactions),
  };
  if (nodes > 1 && chosen.database === 'sqlite')
    throw new UsageError(`--nodes ${nodes}: several bots share a PostgreSQL, not a file.\n${USAGE}`);
  if (nodes > 1 && chosen.interactions === 'http')
    throw new UsageError(`--nodes ${nodes}: several bots get their commands by the gateway here.\n${USAGE}`);
  return chosen;
}

/**
 * Reads the demo's flags.
 * @throws UsageError, or HelpRequested for `--help`
 */
export function readOptions(args: readonly string[]): DemoOptions {
  const flags = parsed(args);
  if (flags.help) throw new HelpRequested(USAGE);
  const sales = flags.sales ?? String(flags.headless ? SALES_PER_MINUTE.headless : SALES_PER_MINUTE.withPage);
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
    salesPerMinute: numberFlag(
      'sales',
      sales,
      (count) => count >= 0 && count <= 10_000,
      'a number of sales a minute, from 0 to 10000',
    ),
    ...nodesFlag(flags.nodes, flags),
    record: flags.record ?? null,
    replay: flags.replay,
  };
}
