import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Dated } from '../../domain/dated.ts';
import { NotFound, Unavailable } from '../errors.ts';
import { weightOf } from './weight.ts';

/** How long the marketplace is believed that there is no such thing. */
const MISSING_MS = 15_000;
/** An older answer is no answer. */
const KEEP_MS = 24 * 3_600_000;
/** How long somebody waits for news where an old answer is at hand. */
const PATIENCE_MS = 2_000;

/** How answers of one kind are kept. */
export interface Keeping {
  /** Younger answers are given without asking. */
  readonly freshMs: number;
  /** Answers this much older are given at once while they are asked for anew behind the scenes. */
  readonly revalidateMs: number;
  /** Most answers that are kept, and about how many bytes they may take together. */
  readonly most: number;
  readonly mostBytes: number;
}

/**
 * Where the answer to a question came from: `hit` from memory, `stale` from memory for want of a newer one or while that is
 * fetched, `shared` from a request that was under way already, `miss` from a request of its own; `failed` is no answer.
 */
export type LookupEnd = 'hit' | 'stale' | 'shared' | 'miss' | 'failed';

/** How one question is asked. Its signal aborts when the cache is disposed. */
export type Ask<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Answers to lookups of one kind: equal questions that overlap share one request (single-flight), an answer that is a
 * little old is given at once and renewed (stale-while-revalidate), and one of any age up to a day is given when the
 * marketplace does not answer (stale-if-error).
 */
export interface AnswerCache<T> extends Disposable {
  /**
   * @param key names the question
   * @throws NotFound, also from memory; without any answer at hand whatever `ask` throws; the reason of the caller's own
   *   signal, which ends the waiting and not the request, since others may want its answer
   */
  get(key: string, ask: Ask<T>, options?: { readonly signal?: AbortSignal | undefined }): Promise<Dated<T>>;
}

type Entry<T> = { readonly asOf: number /** By the monotonic clock. */; readonly askedAt: number } & (
  | { readonly missing: NotFound }
  | { readonly value: T }
);

/** @param fromMemory the answer is the one that was known before */
function endOf({ fetch }: LRUCache.Status<unknown>, fromMemory: boolean): LookupEnd {
  if (fetch === 'hit') return 'hit';
  if (fromMemory) return 'stale';
  return fetch === 'inflight' ? 'shared' : 'miss';
}

/** Rejects when the signal aborts; dispose it to stop listening. */
function aborted(signal: AbortSignal | undefined): { promise: Promise<never> } & Disposable {
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = (): void => reject(signal?.reason);
  signal?.addEventListener('abort', leave, { once: true });
  return { promise, [Symbol.dispose]: () => signal?.removeEventListener('abort', leave) };
}

/** Resolves to `value` after `ms`, unless it is disposed of before. */
function after<T>(ms: number, value: T): { promise: Promise<T> } & Disposable {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(value), ms);
  return { promise, [Symbol.dispose]: () => clearTimeout(timer) };
}

/**
 * @param deps.now epoch milliseconds
 * @param deps.patienceMs how long an old answer is held back while a new one is asked for, default 2 s
 */
export function createAnswerCache<T>(deps: {
  keeping: Keeping;
  now: () => number;
  /** ms of a clock that only goes forward, for pauses and freshness; `now` unless told otherwise. */
  monotonic?: () => number;
  log: Logger;
  patienceMs?: number;
  onEnd?: (end: LookupEnd) => void;
}): AnswerCache<T> {
  const { keeping, now, monotonic = now, log, patienceMs = PATIENCE_MS, onEnd = () => undefined } = deps;
  const lifetime = new AbortController();

  const cache = new LRUCache<string, Entry<T>, Ask<T>>({
    max: keeping.most,
    maxSize: keeping.mostBytes,
    sizeCalculation: weightOf,
    ttl: keeping.freshMs,
    ttlResolution: 0,
    perf: { now: monotonic },
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    // A question that is pushed out of the cache still has somebody waiting for it.
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
        // Not which one: its key holds what somebody typed.
        log.debug({ err: error }, 'A lookup was not answered.');
        throw error;
      }
    },
  });

  /** What is remembered of the question, unless it is too old to be told. */
  function recall(key: string): Entry<T> | undefined {
    const entry = cache.peek(key, { allowStale: true });
    const worthTelling = entry !== undefined && 'value' in entry && monotonic() - entry.askedAt < KEEP_MS;
    return worthTelling ? entry : undefined;
  }

  /** The answer, or after some patience what is known already. */
  async function inTime(
    answer: Promise<Entry<T> | undefined>,
    known: Entry<T> | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Entry<T> | undefined> {
    using leaving = aborted(signal);
    using waited = known === undefined ? undefined : after(patienceMs, known);
    return await Promise.race([answer, leaving.promise, ...(waited === undefined ? [] : [waited.promise])]);
  }

  return {
    async get(key, ask, options) {
      options?.signal?.throwIfAborted();
      lifetime.signal.throwIfAborted();
      const known = recall(key);
      const ageMs = known === undefined ? Number.POSITIVE_INFINITY : monotonic() - known.askedAt;
      const status: LRUCache.Status<Entry<T>> = {};
      const answer = cache.fetch(key, {
        context: ask,
        status,
        allowStale: ageMs < keeping.freshMs + keeping.revalidateMs,
        allowStaleOnFetchRejection: known !== undefined,
      });
      const entry = await inTime(answer, known, options?.signal).catch((error: unknown) => {
        if (options?.signal?.aborted !== true) onEnd('failed');
        throw error;
      });
      onEnd(endOf(status, entry === known));
      if (entry === undefined) throw new Unavailable('the question was dropped');
      if ('missing' in entry) throw entry.missing;
      return { value: entry.value, asOf: entry.asOf, stale: monotonic() - entry.askedAt > keeping.freshMs };
    },
    [Symbol.dispose]() {
      lifetime.abort(new Unavailable('the bot is stopping'));
      cache.clear();
    },
  };
}
