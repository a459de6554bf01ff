import { HOUR_MS } from '#src/chain/durations.ts';
import { BadResponse, NotFound } from './errors.ts';

/** How long before a missing endpoint is requested again. */
const ABSENT_MS = HOUR_MS;

/** Words in a router's 404, as opposed to the 404 of a handler. */
const ROUTE_WORDS = /\b(?:route|endpoint|path|url|page|resource|cannot get)\b/i;

/** An endpoint that only some deployments have (field notes); caches whether this one has it. */
export interface OptionalEndpoint {
  /** `false` while the deployment is known not to have it. */
  readonly isAvailable: boolean;
  /**
   * Runs a request to it; resolves to `null` if the deployment does not have it.
   * @throws errors of `request`, unless the error means that the endpoint does not exist
   */
  try<T>(request: () => Promise<T>): Promise<T | null>;
}

/**
 * @param deps.now epoch milliseconds
 * @param deps.resourceWords matches a 404 message about a missing resource instead of a missing endpoint
 */
export function createOptionalEndpoint(deps: { now: () => number; resourceWords: RegExp }): OptionalEndpoint {
  const { now, resourceWords } = deps;
  let present = false;
  let absentSince = Number.NEGATIVE_INFINITY;

  function isMissingResource(error: NotFound): boolean {
    const serverMessage = error.serverMessage ?? '';
    return resourceWords.test(serverMessage) && !ROUTE_WORDS.test(serverMessage);
  }

  return {
    get isAvailable() {
      return now() - absentSince >= ABSENT_MS;
    },
    async try(request) {
      try {
        const answer = await request();
        present = true;
        return answer;
      } catch (error) {
        if (error instanceof NotFound && isMissingResource(error)) present = true;
        // Before its first success, an error or an unreadable answer means that the route is missing or a different
        // one.
        const isAbsent = error instanceof NotFound || error instanceof BadResponse;
        if (present || !isAbsent) throw error;
        absentSince = now();
        return null;
      }
    },
  };
}
