import type { Allowance } from './flood-buckets.ts';

/* Rate limits of interactions. A user does not reach their limit by hand for long; a script does within seconds. The
limits of a server keep it from using up the bot's capacity. */

/**
 * Commands, buttons, menus and modals of one user. Setting up thirty channels in a row, or turning two pages a second
 * continuously, stays below it.
 */
export const USER_LIMIT: Allowance = { burst: 60, refillMs: 500 };

/**
 * For all members of a server together: a burst of a hundred, then ten each second. Most of these are answered from the
 * cache, and all of them together stay below the 750 requests a minute that the marketplace accepts (field notes: rate
 * limits).
 */
export const SERVER_LIMIT: Allowance = { burst: 100, refillMs: 100 };

/**
 * Autocomplete requests of one user. Clients send at most a few a second. Answers come from the cache, but uncached
 * names are fetched in the background, so a limit is needed.
 */
export const AUTOCOMPLETE_USER_LIMIT: Allowance = { burst: 40, refillMs: 250 };

/** Autocomplete requests of all members of a server together. */
export const AUTOCOMPLETE_SERVER_LIMIT: Allowance = { burst: 300, refillMs: 25 };

/**
 * Refusals of any kind to one user. Within this limit, a press is acknowledged without a message and autocomplete gets
 * an empty list. Beyond it nothing is sent: Discord shows the user that the interaction failed, and the bot makes no
 * request.
 */
export const REFUSAL_LIMIT: Allowance = { burst: 20, refillMs: 1_000 };

/** Minimum time between two notices about the limit to the same user, ms. */
export const NOTICE_INTERVAL_MS = 10_000;

/** Sizes of the bucket tables: more than all users and servers that can be active while a bucket refills. */
export const MAX_USERS = 20_000;
export const MAX_SERVERS = 5_000;
