import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Dated } from '#src/chain/dated.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import { NotFound, Unavailable } from '../errors.ts';
import { approximateBytes } from '../foreign-memory.ts';

/** How long a `NotFound` is cached. */
const MISSING_MS = 15_000;
/** Older answers are not used, even if the marketplace fails. */
const KEEP_MS = DAY_MS;
/** How long a caller waits for a fresh answer if an old one is cached. */
const MAX_WAIT_FOR_FRESH_MS = 2_000;

/** Cache policy for answers of one kind. */
export interface CachePolicy {
  /** Newer answers are returned without a request, ms. */
  readonly freshMs: number;
  /** Answers this much older are returned immediately and refreshed in the background, ms. */
  readonly revalidateMs: number;
  /** Maximum cached answers, and their maximum total size, approximate bytes. */
  readonly maxEntries: number;
  readonly maxBytes: number;
}

/**
 * Source of the answer to a lookup: `hit` from the cache, `stale` from the cache because a newer one is not available
 * (yet), `shared` from a request that was already running, `miss` from its own request; `failed` means no answer.
 */
export type LookupOutcome = 'hit' | 'stale' | 'shared' | 'miss' | 'failed';

/** Sends the request of a lookup. Its signal aborts when the cache is disposed of. */
export type Ask<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Cache for lookups of one kind. Concurrent equal lookups share one request (single-flight), a slightly old answer is
 * returned immediately and refreshed (stale-while-revalidate), and an answer of up to a day is returned if the
 * marketplace does not answer (stale-if-error).
 */
export interface AnswerCache<T> extends Disposable {
  /**
   * @param key identifies the lookup
   * @throws NotFound, also from the cache; without a cached answer, errors of `ask`; the reason of the caller's signal,
   * which does not abort the request, because other callers may share it
   */
  get(key: string, ask: Ask<T>, options?: { readonly signal?: AbortSignal | undefined }): Promise<Dated<T>>;
}

type Entry<T> = { readonly asOf: number /** By the monotonic clock. */; readonly askedAt: number } & (
  | { readonly missing: NotFound }
  | { readonly value: T }
);

/** @param fromMemory whether the answer was already cached */
function outcomeOf({ fetch }: LRUCache.Status<unknown>, fromMemory: boolean): LookupOutcome {
  if (fetch === 'hit') return 'hit';
  if (fromMemory) return 'stale';
  return fetch === 'inflight' ? 'shared' : 'miss';
}

/** Rejects when the signal aborts. Dispose of it to remove the listener. */
function aborted(signal: AbortSignal | undefined): { promise: Promise<never> } & Disposable {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  return { promise, [Symbol.dispose]: () => signal?.removeEventListener('abort', onAbort) };
}

/** Resolves to `value` after `ms`, unless it is disposed of before. */
function after<T>(ms: number, value: T): { promise: Promise<T> } & Disposable {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(value), ms);
  return { promise, [Symbol.dispose]: () => clearTimeout(timer) };
}

/**
 * @param deps.now epoch milliseconds
 * @param deps.maxWaitForFreshMs how long a caller waits for a fresh answer when an old one is cached, default 2 s
 */
export function createAnswerCache<T>(deps: {
  policy: CachePolicy;
  now: () => number;
  /** Monotonic clock in ms, for delays and freshness; default `now`. */
  monotonic?: () => number;
  log: Logger;
  maxWaitForFreshMs?: number;
  onOutcome?: (end: LookupOutcome) => void;
}): AnswerCache<T> {
  const {
    policy,
    now,
    monotonic = now,
    log,
    maxWaitForFreshMs = MAX_WAIT_FOR_FRESH_MS,
    onOutcome = () => undefined,
  } = deps;
  const lifetime = new AbortController();

  const cache = new LRUCache<string, Entry<T>, Ask<T>>({
    max: policy.maxEntries,
    maxSize: policy.maxBytes,
    sizeCalculation: approximateBytes,
    ttl: policy.freshMs,
    ttlResolution: 0,
    perf: { now: monotonic },
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    // Callers still wait for a request whose entry was evicted.
    ignoreFetchAbort: true,
    async fetchMethod(_key, _old, { context: ask, options }) {
      const asOf = now();
      const askedAt = monotonic();
      try {
        return { asOf, askedAt, value: await ask(lifetime.signal) };
      } catch (error) {
        if (error instanceof NotFound) {
          options.ttl = MISSING_MS;
          return { asOf, askedAt, missing: error };
        }
        // Without the key, because it contains a member's input.
        log.debug({ err: error }, 'lookup failed');
        throw error;
      }
    },
  });

  /** Returns the cached answer, unless it is too old. */
  function readUsable(key: string): Entry<T> | undefined {
    const entry = cache.peek(key, { allowStale: true });
    const isUsable = entry !== undefined && 'value' in entry && monotonic() - entry.askedAt < KEEP_MS;
    return isUsable ? entry : undefined;
  }

  /** Returns the answer, or the cached one after `maxWaitForFreshMs`. */
  async function raceWithTimeout(
    answer: Promise<Entry<T> | undefined>,
    known: Entry<T> | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Entry<T> | undefined> {
    using abortPromise = aborted(signal);
    using timeout = known === undefined ? undefined : after(maxWaitForFreshMs, known);
    return await Promise.race([
      answer,
      abortPromise.promise,
      ...(timeout === undefined ? [] : [timeout.promise]),
    ]);
  }

  return {
    async get(key, ask, options) {
      options?.signal?.throwIfAborted();
      lifetime.signal.throwIfAborted();
      const known = readUsable(key);
      const ageMs = known === undefined ? Number.POSITIVE_INFINITY : monotonic() - known.askedAt;
      const status: LRUCache.Status<Entry<T>> = {};
      const answer = cache.fetch(key, {
        context: ask,
        status,
        allowStale: ageMs < policy.freshMs + policy.revalidateMs,
        allowStaleOnFetchRejection: known !== undefined,
      });
      const entry = await raceWithTimeout(answer, known, options?.signal).catch((error: unknown) => {
        if (options?.signal?.aborted !== true) onOutcome('failed');
        throw error;
      });
      onOutcome(outcomeOf(status, entry === known));
      if (entry === undefined) throw new Unavailable('the lookup was dropped');
      if ('missing' in entry) throw entry.missing;
      return { value: entry.value, asOf: entry.asOf, stale: monotonic() - entry.askedAt > policy.freshMs };
    },
    [Symbol.dispose]() {
      lifetime.abort(new Unavailable('the bot is stopping'));
      cache.clear();
    },
  };
}
