import type { RESTOptions } from 'discord.js';
import { routeTemplate } from './route-template.ts';

/** Scope of the rate limit of a 429 (Discord docs: Rate Limits, `X-RateLimit-Scope`). */
export type RateLimitScope = 'user' | 'shared' | 'global' | 'unknown';

/** Result of one request to Discord. */
export interface DiscordRequest {
  readonly method: string;
  /** The route without any id or token: `/channels/:id/messages`. */
  readonly route: string;
  /** `null` without a response. */
  readonly status: number | null;
  /** Time until the response headers arrived, ms. */
  readonly tookMs: number;
  /** Scope of a 429; else `null`. */
  readonly limited: RateLimitScope | null;
}

type MakeRequest = RESTOptions['makeRequest'];

const SCOPES: readonly RateLimitScope[] = ['user', 'shared', 'global'];

function scopeOf(headers: { get(name: string): string | null }): RateLimitScope {
  const value = headers.get('x-ratelimit-scope');
  return SCOPES.find((scope) => scope === value) ?? 'unknown';
}

/**
 * Makes every request to Discord, with Node's own `fetch`. discord.js would use its bundled undici 6 through the
 * process's global dispatcher, which the marketplace client's undici 8 has replaced; that one rejects uploads ("body
 * must be a FormData created by this undici package instance").
 *
 * Redirects are not followed: they come from a proxy, and the token must not be sent to their target.
 */
export const makeRequest: MakeRequest = (url, init) =>
  // The two types describe the same object: one of undici 6, the other of Node.
  fetch(url, { ...(init as unknown as RequestInit), redirect: 'manual' });

/**
 * `makeRequest`, with a callback for the result of each request.
 * @param watch.now ms, monotonic
 */
export function observeRequests(observer: {
  readonly now: () => number;
  readonly onRequest: (request: DiscordRequest) => void;
}): MakeRequest {
  return async (url, init) => {
    const startedAt = observer.now();
    const report = (status: number | null, limited: RateLimitScope | null) =>
      observer.onRequest({
        method: init.method ?? 'GET',
        route: routeTemplate(url),
        status,
        tookMs: Math.max(0, observer.now() - startedAt),
        limited,
      });
    try {
      const answer = await makeRequest(url, init);
      report(answer.status, answer.status === 429 ? scopeOf(answer.headers) : null);
      return answer;
    } catch (error) {
      report(null, null);
      throw error;
    }
  };
}
