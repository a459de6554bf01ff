import type { CachePolicy } from './answer-cache.ts';

const SECOND = 1_000;
const MEGABYTE = 1_024 * 1_024;

function cachePolicy(freshSeconds: number, maxEntries: number, megabytes: number): CachePolicy {
  const freshMs = freshSeconds * SECOND;
  return { freshMs, revalidateMs: freshMs, maxEntries, maxBytes: megabytes * MEGABYTE };
}

/**
 * Cache policies by kind of answer. Lifetimes follow the marketplace's own (field notes: Freshness): events
 * immediately, listings and ownership within 30 s, stats, holders and traits within 2 to 5 minutes. Less than 80 MB in
 * total.
 */
export const CACHE_POLICIES = {
  collection: cachePolicy(60, 500, 16),
  traits: cachePolicy(300, 200, 16),
  holders: cachePolicy(120, 500, 8),
  tokens: cachePolicy(30, 200, 16),
  token: cachePolicy(30, 1_000, 8),
  userNfts: cachePolicy(30, 200, 8),
  profile: cachePolicy(60, 500, 2),
  auctions: cachePolicy(5, 100, 4),
  activities: cachePolicy(5, 20, 2),
} as const satisfies Readonly<Record<string, CachePolicy>>;
