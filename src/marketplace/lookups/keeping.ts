import type { Keeping } from './answer-cache.ts';

const SECOND = 1_000;
const MEGABYTE = 1_024 * 1_024;

function keeping(freshSeconds: number, most: number, megabytes: number): Keeping {
  const freshMs = freshSeconds * SECOND;
  return { freshMs, revalidateMs: freshMs, most, mostBytes: megabytes * MEGABYTE };
}

/**
 * How long each kind of answer is good, by how fresh the marketplace itself keeps it (field notes: Freshness): what
 * happens at once, listings and ownership within 30 s, stats, holders and traits within 2 to 5 minutes. All together
 * take less than 80 MB at most.
 */
export const KEEPING = {
  collection: keeping(60, 500, 16),
  traits: keeping(300, 200, 16),
  holders: keeping(120, 500, 8),
  tokens: keeping(30, 200, 16),
  token: keeping(30, 1_000, 8),
  userNfts: keeping(30, 200, 8),
  profile: keeping(60, 500, 2),
  auctions: keeping(5, 100, 4),
  offers: keeping(5, 50, 2),
  activities: keeping(5, 20, 2),
} as const satisfies Readonly<Record<string, Keeping>>;
