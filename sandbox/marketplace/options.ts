import { parseArgs } from 'node:util';
import type { MarketplaceOptions } from './marketplace.ts';

/** A flag that cannot be used; the message names it and the accepted values. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const USAGE = `npm run marketplace -- [--port N] [--seed N] [--speed X] [--replay DIR]… [--sales-per-minute N]
  [--auctions-per-minute N] [--settle-after SECONDS] [--rate-limits announced|silent|off] [--etags]
  [--token-endpoint] [--offers-endpoint]`;

const DEFAULT_PORT = 4800;

/**
 * Reads the flags of `npm run marketplace`. Rate limits are on by default, as in live deployments.
 * @throws UsageError
 */
export function readOptions(args: readonly string[]): MarketplaceOptions {
  const flags = parsed(args);
  const rateLimits = (['announced', 'silent', 'off'] as const).find((word) => word === flags['rate-limits']);
  if (rateLimits === undefined) {
    throw new UsageError(
      `--rate-limits ${flags['rate-limits']}: accepted is announced, silent or off.\n${USAGE}`,
    );
  }
  const positive = (value: number): boolean => value > 0 && Number.isFinite(value);
  const notNegative = (value: number): boolean => value >= 0 && Number.isFinite(value);
  const optional = (name: keyof typeof flags, accepts: (value: number) => boolean): number | undefined => {
    const text = flags[name];
    return typeof text === 'string' ? numberOf(name, text, accepts) : undefined;
  };
  const sales = optional('sales-per-minute', notNegative);
  const auctions = optional('auctions-per-minute', notNegative);
  const settle = optional('settle-after', positive);
  return {
    port: numberOf('port', flags.port, (port) => Number.isInteger(port) && port >= 0 && port < 65_536),
    seed: numberOf('seed', flags.seed, Number.isSafeInteger),
    speed: numberOf('speed', flags.speed, positive),
    replay: flags.replay,
    ...(sales === undefined ? {} : { salesPerMinute: sales }),
    ...(auctions === undefined ? {} : { auctionsPerMinute: auctions }),
    ...(settle === undefined ? {} : { settleAfterMs: settle * 1000 }),
    deployment: {
      rateLimits,
      etags: flags.etags,
      tokenEndpoint: flags['token-endpoint'],
      offersEndpoint: flags['offers-endpoint'],
    },
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: String(DEFAULT_PORT) },
        seed: { type: 'string', default: '1' },
        speed: { type: 'string', default: '1' },
        replay: { type: 'string', multiple: true, default: [] },
        'sales-per-minute': { type: 'string' },
        'auctions-per-minute': { type: 'string' },
        'settle-after': { type: 'string' },
        'rate-limits': { type: 'string', default: 'announced' },
        etags: { type: 'boolean', default: false },
        'token-endpoint': { type: 'boolean', default: false },
        'offers-endpoint': { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function numberOf(name: string, text: string, accepts: (value: number) => boolean): number {
  const value = Number(text);
  if (text.trim() === '' || !accepts(value)) {
    throw new UsageError(`--${name} ${text} is not a number that can be used.\n${USAGE}`);
  }
  return value;
}
