/** Whether a request is refused, and the rate limit headers of its channel. */
export interface LimitResult {
  /** `null` if it is accepted. */
  readonly refused: { readonly global: boolean; readonly retryAfterMs: number } | null;
  readonly headers: Readonly<Record<string, string>>;
}

interface Window {
  startedAt: number;
  used: number;
}

/** Discord docs: Rate Limits. A channel's number is observed, not promised. */
const GLOBAL = { limit: 50, windowMs: 1_000 };
const CHANNEL = { limit: 5, windowMs: 5_000 };

function take(window: Window, { limit, windowMs }: typeof GLOBAL, at: number): boolean {
  if (at - window.startedAt >= windowMs) {
    window.startedAt = at;
    window.used = 0;
  }
  if (window.used >= limit) return false;
  window.used += 1;
  return true;
}

const leftMs = (window: Window, { windowMs }: typeof GLOBAL, at: number) =>
  Math.max(1, window.startedAt + windowMs - at);

/** Counts one bot's requests in windows that begin with their first request, like Discord. @param now ms */
export function createLimits(now: () => number): (route: string) => LimitResult {
  const everything: Window = { startedAt: Number.NEGATIVE_INFINITY, used: 0 };
  const routes = new Map<string, Window>();

  return (route) => {
    const at = now();
    if (!take(everything, GLOBAL, at))
      return { refused: { global: true, retryAfterMs: leftMs(everything, GLOBAL, at) }, headers: {} };
    const window = routes.get(route) ?? { startedAt: Number.NEGATIVE_INFINITY, used: 0 };
    routes.set(route, window);
    const passes = take(window, CHANNEL, at);
    const resetMs = leftMs(window, CHANNEL, at);
    return {
      refused: passes ? null : { global: false, retryAfterMs: resetMs },
      headers: {
        'x-ratelimit-limit': String(CHANNEL.limit),
        'x-ratelimit-remaining': String(CHANNEL.limit - window.used),
        'x-ratelimit-reset': ((Date.now() + resetMs) / 1_000).toFixed(3),
        'x-ratelimit-reset-after': (resetMs / 1_000).toFixed(3),
        'x-ratelimit-bucket': 'messages',
      },
    };
  };
}
