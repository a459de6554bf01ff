import { REST, type RESTOptions } from 'discord.js';
import { makeRequest } from './request.ts';

/**
 * Requests a second over all routes. Discord allows 50; the library's own counter, set to 50, was measured at 51.2.
 */
const REQUESTS_A_SECOND = 45;
/** A little more than `discord/notifier.ts` gives a request, so that there is one owner of the time limit. */
const TIMEOUT_MS = 7_000;

/**
 * The REST client of the outbox: one request for each durable change of state. It never retries by itself (discord.js
 * would post twice after a lost answer) and never waits for a rate limit (the lane does, and others go on meanwhile).
 */
export function createOutboxRest(options: {
  readonly apiUrl: string;
  readonly token: string;
  /** How requests are made; `discord/request.ts` unless told otherwise. */
  readonly makeRequest?: RESTOptions['makeRequest'];
}): REST {
  return new REST({
    api: options.apiUrl,
    version: '10',
    makeRequest: options.makeRequest ?? makeRequest,
    retries: 0,
    timeout: TIMEOUT_MS,
    globalRequestsPerSecond: REQUESTS_A_SECOND,
    rejectOnRateLimit: () => true,
  }).setToken(options.token);
}
