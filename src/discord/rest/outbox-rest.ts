import { setTimeout as sleep } from 'node:timers/promises';
import { REST, type RESTOptions } from 'discord.js';
import type { Clocks } from '#src/chain/elapsed.ts';
import { GavelError } from '#src/chain/errors.ts';
import { DISCORD_LIMIT } from '#src/outbox/permits.ts';
import { resetLimitsOnClockStep } from './rate-limit-reset.ts';
import { makeRequest } from './request.ts';
import { createRequestPacer } from './request-pacer.ts';

/**
 * Requests per second over all routes: 49 of 50. With only discord.js's counter at 50, 51.2 were measured, because its
 * seconds are not aligned with Discord's. It also rejects early requests, for which a queue has already written and
 * rendered its message, so its limit is set above this pacer's. This is more than `outbox/dispatcher.ts` permits, for
 * requests without a permit.
 */
const pacedWithin = (limit: number): number => Math.floor((limit * 98) / 100);
/** Slightly more than the timeout in `discord/posting/notifier.ts`, which therefore always applies first. */
const TIMEOUT_MS = 7_000;

/**
 * Creates the REST client of the outbox: one request for each durable change of state. It never retries (discord.js
 * would post twice after a lost response) and never waits for a rate limit (the channel queue does, while others
 * continue).
 */
export function createOutboxRest(options: {
  readonly apiUrl: string;
  readonly token: string;
  /** Discord's limit, requests per second; default: `DISCORD_LIMIT`. */
  readonly discordLimit?: number;
  /** Request function; default: `discord/rest/request.ts`. */
  readonly makeRequest?: RESTOptions['makeRequest'];
  /** Returns whether a request may still be made; checked just before it is sent. Default: yes. */
  readonly mayRequest?: () => boolean;
  /** Clocks of the machine, as used by discord.js; replaced in tests. */
  readonly clocks?: Clocks;
}): REST {
  const request = options.makeRequest ?? makeRequest;
  const { mayRequest = () => true, discordLimit = DISCORD_LIMIT } = options;
  const perSecond = pacedWithin(discordLimit);
  const waitForSlot = createRequestPacer({
    perSecond,
    now: () => performance.now(),
    sleep,
  });
  const clocks = options.clocks ?? { now: () => Date.now(), monotonic: () => performance.now() };
  const rest = new REST({
    api: options.apiUrl,
    version: '10',
    async makeRequest(url, init) {
      await waitForSlot();
      // Nothing may be awaited from here to the request.
      if (!mayRequest()) throw new GavelError('LEASE_LOST', 'Another process may have taken over as sender.');
      return request(url, init);
    },
    retries: 0,
    timeout: TIMEOUT_MS,
    globalRequestsPerSecond: perSecond + 1,
    rejectOnRateLimit: () => true,
  }).setToken(options.token);
  return resetLimitsOnClockStep(rest, clocks);
}
