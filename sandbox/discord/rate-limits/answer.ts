import type { RestAnswer } from '../rest/route.ts';

export type LimitScope = 'user' | 'global' | 'shared';

/** The contents of a 429. */
export interface TooManyRequests {
  readonly scope: LimitScope;
  /** Null omits the header and the body's field, as proxies in front of Discord do. */
  readonly retryAfterMs: number | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON error code, as in 20028 for a resource's own limit. */
  readonly code?: number;
  /** Replaces Discord's usual message. */
  readonly message?: string;
}

/** A 429 in Discord's form: whole seconds in the header, milliseconds in the body (Discord docs: Rate Limits). */
export function tooManyRequests({
  scope,
  retryAfterMs,
  headers = {},
  code,
  message,
}: TooManyRequests): RestAnswer {
  const usual = scope === 'shared' ? 'The resource is being rate limited.' : 'You are being rate limited.';
  const retry =
    retryAfterMs === null
      ? {}
      : {
          'retry-after': String(Math.ceil(retryAfterMs / 1000)),
          'x-ratelimit-reset-after': (retryAfterMs / 1000).toFixed(3),
        };
  return {
    status: 429,
    headers: {
      ...headers,
      ...(scope === 'user' ? { 'x-ratelimit-remaining': '0' } : {}),
      ...retry,
      'x-ratelimit-scope': scope,
      ...(scope === 'global' ? { 'x-ratelimit-global': 'true' } : {}),
    },
    body: {
      message: message ?? usual,
      ...(retryAfterMs === null ? {} : { retry_after: retryAfterMs / 1000 }),
      global: scope === 'global',
      ...(code === undefined ? {} : { code }),
    },
  };
}
