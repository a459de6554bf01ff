import { BadResponse, NotFound } from './errors.ts';

/** How long a deployment is believed to lack an endpoint before it is asked again. */
const ABSENT_MS = 3_600_000;

/** Words of a router that has no such route, rather than of a handler that has no such thing. */
const ROUTE_WORDS = /\b(?:route|endpoint|path|url|page|resource|cannot get)\b/i;

/** Remembers whether the deployment has an endpoint that only some have (field notes). */
export interface OptionalEndpoint {
  /** `false` while the deployment is known to lack it: ask in another way. */
  readonly worthAsking: boolean;
  /**
   * Runs a request to it. `null` where the deployment turns out to lack it.
   * @throws what `request` throws, unless that says that there is no such endpoint
   */
  try<T>(request: () => Promise<T>): Promise<T | null>;
}

/**
 * @param deps.now epoch milliseconds
 * @param deps.thing words by which a 404 speaks of the thing and not of the endpoint; `null` where the endpoint never
 *   answers 404 for a thing
 */
export function createOptionalEndpoint(deps: { now: () => number; thing: RegExp | null }): OptionalEndpoint {
  const { now, thing } = deps;
  let present = false;
  let absentSince = Number.NEGATIVE_INFINITY;

  function isThing(error: NotFound): boolean {
    const said = error.said ?? '';
    return thing !== null && thing.test(said) && !ROUTE_WORDS.test(said);
  }

  return {
    get worthAsking() {
      return now() - absentSince >= ABSENT_MS;
    },
    async try(request) {
      try {
        const answer = await request();
        present = true;
        return answer;
      } catch (error) {
        if (error instanceof NotFound && isThing(error)) present = true;
        // Before it ever answered, a refusal or an answer of another kind tells of another route or of none.
        const lacks = error instanceof NotFound || error instanceof BadResponse;
        const gone = error instanceof NotFound && thing === null;
        if (!gone && (present || !lacks)) throw error;
        present = false;
        absentSince = now();
        return null;
      }
    },
  };
}
