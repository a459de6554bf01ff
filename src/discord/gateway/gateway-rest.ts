import { REST, type RESTOptions } from 'discord.js';
import { resetLimitsOnClockStep } from '../rest/rate-limit-reset.ts';
import { makeRequest } from '../rest/request.ts';

/** Interactions must be answered within 3 s, so slower requests are useless. */
const TIMEOUT_MS = 10_000;

/** Creates the REST client for everything except the outbox: the gateway, commands and responses to interactions. */
export function createGatewayRest(options: {
  readonly apiUrl: string;
  readonly token: string;
  /** Discord's limit, requests per second. Default: discord.js's, 50. */
  readonly discordLimit?: number;
  /** Request function; default: `discord/rest/request.ts`. */
  readonly makeRequest?: RESTOptions['makeRequest'];
}): REST & Disposable {
  const rest = new REST({
    api: options.apiUrl,
    version: '10',
    timeout: TIMEOUT_MS,
    retries: 1,
    ...(options.discordLimit === undefined ? {} : { globalRequestsPerSecond: options.discordLimit }),
    makeRequest: options.makeRequest ?? makeRequest,
  }).setToken(options.token);
  resetLimitsOnClockStep(rest, { now: () => Date.now(), monotonic: () => performance.now() });
  return Object.assign(rest, {
    // The sweepers' timers would otherwise keep it in memory.
    [Symbol.dispose]() {
      rest.clearHashSweeper();
      rest.clearHandlerSweeper();
    },
  });
}
