import { createHash } from 'node:crypto';
import type { TooManyRequests } from './answer.ts';
import type { RateLimitSettings, RouteLimit } from './settings.ts';

/** The properties of a request that limits depend on. */
export interface LimitedRequest {
  /** Method and route template, which determine Discord's bucket hash. */
  readonly routeKey: string;
  /** The path's channel, guild or webhook, each of which has its own bucket. */
  readonly major: string;
  /** The owner of the limits: an application's id, or an address where there is no token. */
  readonly caller: string;
  /** Interaction responses do not count towards the global limit. */
  readonly countsGlobally: boolean;
  /** Whether it edits a message older than an hour. */
  readonly isEditOfOldMessage?: boolean;
  /** Whether it changes the name or the topic of a channel. */
  readonly isRename?: boolean;
}

export interface LimitResult {
  /** Null when the request is allowed. */
  readonly refused:
    | (Pick<TooManyRequests, 'scope' | 'code' | 'message'> & { readonly retryAfterMs: number })
    | null;
  readonly headers: Readonly<Record<string, string>>;
}

interface Window {
  startedAtMs: number;
  used: number;
}

function take(windows: Map<string, Window>, key: string, { limit, windowMs }: RouteLimit, now: number) {
  let window = windows.get(key);
  if (window === undefined || now - window.startedAtMs >= windowMs) {
    window = { startedAtMs: now, used: 0 };
    windows.set(key, window);
  }
  const passes = window.used < limit;
  if (passes) {
    window.used += 1;
  }
  return { passes, remaining: limit - window.used, resetAtMs: window.startedAtMs + windowMs };
}

const OLD_EDITS = {
  code: 30_046,
  message: 'Maximum number of edits to messages older than 1 hour reached. Try again later.',
};

/** Discord's opaque name of a bucket. */
function bucketHash(routeKey: string): string {
  return createHash('md5').update(routeKey).digest('hex');
}

/** Counts requests in windows of the given clock. */
export function createLimiter(now: () => number, settings: RateLimitSettings) {
  const buckets = new Map<string, Window>();
  const globals = new Map<string, Window>();

  return {
    /** Counts a request and returns whether it is allowed, with the headers for its answer. */
    checkLimit(request: LimitedRequest): LimitResult {
      if (!settings.enabled) {
        return { refused: null, headers: {} };
      }
      const at = now();
      if (request.countsGlobally) {
        const limit: RouteLimit = { limit: settings.globalPerSecond, windowMs: 1_000 };
        const { passes, resetAtMs } = take(globals, request.caller, limit, at);
        if (!passes) {
          return { refused: { scope: 'global', retryAfterMs: Math.max(1, resetAtMs - at) }, headers: {} };
        }
      }
      const limit = settings.routes[request.routeKey] ?? settings.otherwise;
      const key = `${request.caller} ${request.routeKey} ${request.major}`;
      const { passes, remaining, resetAtMs } = take(buckets, key, limit, at);
      const headers = {
        'x-ratelimit-limit': String(limit.limit),
        'x-ratelimit-remaining': String(remaining),
        'x-ratelimit-reset': (resetAtMs / 1000).toFixed(3),
        'x-ratelimit-reset-after': (Math.max(0, resetAtMs - at) / 1000).toFixed(3),
        'x-ratelimit-bucket': bucketHash(request.routeKey),
      };
      if (passes && request.isEditOfOldMessage === true) {
        const old = take(buckets, `${request.caller} old edits ${request.major}`, settings.oldEdits, at);
        if (!old.passes) {
          const retryAfterMs = Math.max(1, old.resetAtMs - at);
          return { refused: { scope: 'shared', retryAfterMs, ...OLD_EDITS }, headers };
        }
      }
      if (passes && request.isRename === true) {
        const renames = take(buckets, `${request.caller} renames ${request.major}`, settings.renames, at);
        if (!renames.passes) {
          return { refused: { scope: 'user', retryAfterMs: Math.max(1, renames.resetAtMs - at) }, headers };
        }
      }
      return {
        refused: passes ? null : { scope: 'user', retryAfterMs: Math.max(1, resetAtMs - at) },
        headers,
      };
    },
    /** Resets every window. */
    reset(): void {
      buckets.clear();
      globals.clear();
    },
  };
}
