import type { RESTOptions } from 'discord.js';
import { routeTemplate } from './route-template.ts';

/** Which of Discord's rate limits a 429 is of (Discord docs: Rate Limits, `X-RateLimit-Scope`). */
export type RateLimitScope = 'user' | 'shared' | 'global' | 'unknown';

/** How one request to Discord ended. */
export interface DiscordRequest {
  readonly method: string;
  /** The route without any id or token: `/channels/:id/messages`. */
  readonly route: string;
  /** `null` when no answer came. */
  readonly status: number | null;
  /** Until the head of the answer was there, ms. */
  readonly tookMs: number;
  /** Of a 429; else `null`. */
  readonly limited: RateLimitScope | null;
}

type MakeRequest = RESTOptions['makeRequest'];

const SCOPES: readonly RateLimitScope[] = ['user', 'shared', 'global'];

function scopeOf(headers: { get(name: string): string | null }): RateLimitScope {
  const told = headers.get('x-ratelimit-scope');
  return SCOPES.find((scope) => scope === told) ?? 'unknown';
}

/**
 * How every request to Discord is made: by Node's own `fetch`. discord.js would use the undici 6 that it carries, through
 * the process's global dispatcher, which the marketplace client's undici 8 has made its own; that one refuses uploads
 * ("body must be a FormData created by this undici package instance").
 *
 * A redirect is not followed: it comes from something before Discord, and the token is not for wherever it leads.
 */
export const makeRequest: MakeRequest = (url, init) =>
  // The same shape by two sets of types: undici 6's and those of Node's own undici.
  fetch(url, { ...(init as unknown as RequestInit), redirect: 'manual' });

/**
 * `makeRequest`, and how each request ended is told.
 * @param watch.now ms, of any clock that only goes forward
 */
export function watchedRequests(watch: {
  readonly now: () => number;
  readonly onRequest: (request: DiscordRequest) => void;
}): MakeRequest {
  return async (url, init) => {
    const begunAt = watch.now();
    const tell = (status: number | null, limited: RateLimitScope | null) =>
      watch.onRequest({
        method: init.method ?? 'GET',
        route: routeTemplate(url),
        status,
        tookMs: Math.max(0, watch.now() - begunAt),
        limited,
      });
    try {
      const answer = await makeRequest(url, init);
      tell(answer.status, answer.status === 429 ? scopeOf(answer.headers) : null);
      return answer;
    } catch (error) {
      tell(null, null);
      throw error;
    }
  };
}
