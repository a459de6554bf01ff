import type { Allowance } from './flood-buckets.ts';

/*
 * How much may be asked. A person cannot reach the limits of one by hand for long; a script does within seconds. The ones
 * of a server keep one server's crowd from taking the bot away from all others.
 */

/**
 * Commands, buttons, menus and forms of one person: an admin who sets up thirty channels in a row, or somebody who leafs
 * twice a second for as long as they like, never meets it.
 */
export const PERSON: Allowance = { atOnce: 60, everyMs: 500 };

/**
 * The same of all members of a server together: a crowd of a hundred may look at a drop at one moment, and then ten ask
 * each second. Most of that is answered from memory, and all of it would still be less than the 750 requests a minute
 * that the marketplace takes (field notes: rate limits).
 */
export const SERVER: Allowance = { atOnce: 100, everyMs: 100 };

/**
 * Suggestions while one person types. Clients ask at most a few times a second, when typing pauses; answers come from
 * memory, but a name that nobody looked up yet is fetched behind the scenes, so this has a limit as well.
 */
export const TYPIST: Allowance = { atOnce: 40, everyMs: 250 };

/** The same of all members of a server together. */
export const TYPISTS: Allowance = { atOnce: 300, everyMs: 25 };

/**
 * Answers that say no, of any kind, to one person: as long as there is one left, a press is acknowledged without a word and
 * typing is answered with nothing. Beyond, nothing is sent at all: Discord shows to that one person that there was no answer,
 * and a flood costs the bot no request.
 */
export const REFUSALS: Allowance = { atOnce: 20, everyMs: 1_000 };

/** How long after the sentence nothing more is said to the same person, in ms. */
export const SAID_FOR_MS = 10_000;

/** Whom the limits remember: as many people and servers as can ask within the time that a bucket takes to fill. */
export const MOST_PEOPLE = 20_000;
export const MOST_SERVERS = 5_000;
