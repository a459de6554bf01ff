import type { MiddlewareHandler } from 'hono';
import type { Deployment } from './deployment.ts';
import { jsonResponse } from './json.ts';

const WINDOW_MS = 60_000;

interface Window {
  readonly endsAtMs: number;
  used: number;
}

/**
 * Field notes: Rate limits. Counts requests in windows of a minute of wall time, those for collections apart
 * from the rest, all callers together.
 */
export function rateLimit(deployment: () => Deployment, now: () => number): MiddlewareHandler {
  const windows = new Map<string, Window>();

  const windowOf = (group: string): Window => {
    const known = windows.get(group);
    if (known !== undefined && known.endsAtMs > now()) return known;
    const fresh = { endsAtMs: now() + WINDOW_MS, used: 0 };
    windows.set(group, fresh);
    return fresh;
  };

  return async (context, next) => {
    const { rateLimits, requestsPerMinute } = deployment();
    if (rateLimits === 'off') return next();
    const group = context.req.path.startsWith('/api/collections') ? 'collections' : 'default';
    const limit = group === 'collections' ? Math.ceil((requestsPerMinute * 2) / 3) : requestsPerMinute;
    const window = windowOf(group);
    window.used += 1;
    if (window.used <= limit) await next();
    else
      context.res = refusal(
        rateLimits === 'announced' ? Math.ceil((window.endsAtMs - now()) / 1000) : undefined,
      );
    if (rateLimits === 'silent') return;
    context.res.headers.set('x-ratelimit-limit', String(limit));
    context.res.headers.set('x-ratelimit-remaining', String(Math.max(0, limit - window.used)));
    context.res.headers.set('x-ratelimit-reset', String(Math.ceil(window.endsAtMs / 1000)));
    return undefined;
  };
}

function refusal(retryAfter: number | undefined): Response {
  const message = 'Rate limit exceeded. Please try again later.';
  return jsonResponse(
    { error: 'Too Many Requests', message, ...(retryAfter === undefined ? {} : { retryAfter }) },
    429,
  );
}
