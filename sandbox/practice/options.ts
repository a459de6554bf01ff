import { parseArgs } from 'node:util';

/** Options of the practice Discord. */
export interface PracticeOptions {
  /** Port of the local Discord, or 0 for any. */
  readonly port: number;
  /** Port of the page, or 0 for any. */
  readonly pagePort: number;
  /** Origin of the marketplace whose pictures the page may show. */
  readonly marketplaceUrl: string;
  /** Whether the bot is installed from the beginning, because the page has no invitations. */
  readonly installed: boolean;
}

/** A flag that cannot be used; the message names it and the accepted values. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const USAGE = 'npm run discord -- [--port N] [--page-port N] [--marketplace URL] [--not-invited]';

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '4900' },
        'page-port': { type: 'string', default: '4901' },
        marketplace: { type: 'string', default: 'http://127.0.0.1:4800' },
        'not-invited': { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function portOf(name: string, text: string): number {
  const port = Number(text);
  if (text.trim() === '' || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`--${name} ${text}: accepted is a port from 0 to 65535, 0 for any.\n${USAGE}`);
  return port;
}

/** Reads the flags. @throws UsageError */
export function readOptions(args: readonly string[]): PracticeOptions {
  const flags = parsed(args);
  if (!/^https?:\/\//.test(flags.marketplace) || !URL.canParse(flags.marketplace))
    throw new UsageError(`--marketplace ${flags.marketplace}: accepted is an http(s) address.\n${USAGE}`);
  return {
    port: portOf('port', flags.port),
    pagePort: portOf('page-port', flags['page-port']),
    marketplaceUrl: new URL(flags.marketplace).origin,
    installed: !flags['not-invited'],
  };
}
