import { LRUCache } from 'lru-cache';

/** What somebody may ask: so many at once, and then one each time that an interval has passed. */
export interface Allowance {
  readonly atOnce: number;
  readonly everyMs: number;
}

interface Bucket {
  /** What was left at `at`; whole requests and parts of one. */
  left: number;
  /** Epoch ms. */
  at: number;
}

/** A token bucket for each of the latest keys. */
export interface Buckets {
  /** Whether `key` may ask now, which then counts. */
  take(key: string): boolean;
  /** Undoes the latest `take` of `key`. */
  giveBack(key: string): void;
  /** How long until `key` may ask again, in ms; 0 for now. */
  waitMs(key: string): number;
  /** How many keys are remembered. */
  readonly size: number;
}

/**
 * @param options.most keys that are remembered; who asked longest ago is forgotten first, and starts with a full bucket
 * @param options.now epoch ms; a clock that is set back costs nobody what is left
 */
export function createBuckets(options: {
  readonly allowance: Allowance;
  readonly most: number;
  readonly now: () => number;
}): Buckets {
  const { most, now } = options;
  const { atOnce, everyMs } = options.allowance;
  const buckets = new LRUCache<string, Bucket>({ max: most });

  function bucketOf(key: string): Bucket {
    const time = now();
    const bucket = buckets.get(key) ?? { left: atOnce, at: time };
    bucket.left = Math.min(atOnce, bucket.left + Math.max(0, time - bucket.at) / everyMs);
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
    giveBack(key) {
      const bucket = bucketOf(key);
      bucket.left = Math.min(atOnce, bucket.left + 1);
    },
    waitMs: (key) => Math.max(0, Math.ceil((1 - bucketOf(key).left) * everyMs)),
    get size() {
      return buckets.size;
    },
  };
}
