import { LRUCache } from 'lru-cache';

/** Size of a token bucket: a burst of `burst` requests, then one more every `refillMs`. */
export interface Allowance {
  readonly burst: number;
  readonly refillMs: number;
}

interface Bucket {
  /** Remaining tokens at the time `at`, with fractions. */
  left: number;
  /** Epoch ms. */
  at: number;
}

/** A token bucket per key, for the most recently used keys. */
export interface Buckets {
  /** Takes a token of `key`; `false` if none is left. */
  take(key: string): boolean;
  /** Undoes the latest `take` of `key`. */
  refund(key: string): void;
  /** Returns the time until `key` has a token, ms; 0 if it has one. */
  waitMs(key: string): number;
  /** Number of keys in memory. */
  readonly size: number;
}

/**
 * @param options.maxKeys maximum number of keys; the least recently used is dropped and would start with a full bucket
 * @param options.now epoch ms; setting the clock back does not remove tokens
 */
export function createBuckets(options: {
  readonly allowance: Allowance;
  readonly maxKeys: number;
  readonly now: () => number;
}): Buckets {
  const { maxKeys, now } = options;
  const { burst, refillMs } = options.allowance;
  const buckets = new LRUCache<string, Bucket>({ max: maxKeys });

  function bucketOf(key: string): Bucket {
    const time = now();
    const bucket = buckets.get(key) ?? { left: burst, at: time };
    bucket.left = Math.min(burst, bucket.left + Math.max(0, time - bucket.at) / refillMs);
    bucket.at = time;
    buckets.set(key, bucket);
    return bucket;
  }

  return {
    take(key) {
      const bucket = bucketOf(key);
      if (bucket.left < 1) return false;
      bucket.left -= 1;
      return true;
    },
    refund(key) {
      const bucket = bucketOf(key);
      bucket.left = Math.min(burst, bucket.left + 1);
    },
    waitMs: (key) => Math.max(0, Math.ceil((1 - bucketOf(key).left) * refillMs)),
    get size() {
      return buckets.size;
    },
  };
}
