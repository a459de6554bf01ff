import { setTimeout as sleep } from 'node:timers/promises';
import { REST, type RESTOptions } from 'discord.js';
import type { Clocks } from '../domain/elapsed.ts';
import { forgetLimitsOfSetClocks } from './limit-memory.ts';
import { makeRequest } from './request.ts';
import { createRequestPace } from './request-pace.ts';

/**
 * Requests that begin in any second, over all routes. Discord allows 50; the library's own counter, set to 50, was measured
 * at 51.2, because its seconds are not Discord's. And it refuses what is too early, for which a lane has written and
 * rendered its message; so it is set to what the pace never reaches. One more than `pipeline/delivery/dispatcher.ts` hands out,
 * for requests without a turn.
 */
const REQUESTS_A_SECOND = 49;
/** A little more than `discord/notifier.ts` gives a request, so that there is one owner of the time limit. */
const TIMEOUT_MS = 7_000;

/**
 * The REST client of the outbox: one request for each durable change of state. It never retries by itself (discord.js
 * would post twice after a lost answer) and never waits for a rate limit that Discord told of (the lane does, and others go
 * on meanwhile).
 */
export function createOutboxRest(options: {
  readonly apiUrl: string;
  readonly token: string;
  /** How requests are made; `discord/request.ts` unless told otherwise. */
  readonly makeRequest?: RESTOptions['makeRequest'];
  /** The machine's, which discord.js reads; a test may put others in their place. */
  readonly clocks?: Clocks;
}): REST {
  const request = options.makeRequest ?? makeRequest;
  const mayBegin = createRequestPace({ aSecond: REQUESTS_A_SECOND, now: () => performance.now(), sleep });
  const clocks = options.clocks ?? { now: () => Date.now(), monotonic: () => performance.now() };
  const rest = new REST({
    api: options.apiUrl,
    version: '10',
    async makeRequest(url, init) {
      await mayBegin();
      return request(url, init);
    },
    retries: 0,
    timeout: TIMEOUT_MS,
    globalRequestsPerSecond: REQUESTS_A_SECOND + 1,
    rejectOnRateLimit: () => true,
  }).setToken(options.token);
  return forgetLimitsOfSetClocks(rest, clocks);
}
