import type { Random } from '../random/random.ts';

const MINUTE_MS = 60_000;

/** Last-moment bids are at most this long before the end (world ms). */
export const SNIPED_MS = 40_000;

/** The planned course of an auction. Times are world ms after its start, or durations. */
export interface AuctionPlan {
  readonly lastsMs: number;
  readonly settlesAfterMs: number;
  /** A bid this shortly before the end moves the end to this long after the bid. */
  readonly windowMs: number;
  /** The starting price as a share of the token's estimated price. */
  readonly startingShare: number;
  readonly bidsAtMs: readonly number[];
  readonly cancelledAfterMs: number | null;
  /** The maximum delay of the end by extensions. */
  readonly marginMs: number;
}

/** Some auctions end within a minute, so that viewers see the end; most last longer, a few a whole night. */
export function planAuction(random: Random, settleAfterMs: number): AuctionPlan {
  const lastsMs = Math.round(duration(random) / 1000) * 1000;
  const isShort = lastsMs < 2 * MINUTE_MS;
  const snipedMs = isShort ? Math.floor(lastsMs / 4) : SNIPED_MS;
  const quiet = random.chance(0.18);
  const early = quiet ? 0 : 1 + Math.floor(random.exponential(3.5));
  const late = !quiet && random.chance(0.4) ? random.between(1, 3) : 0;
  const bidsAtMs = [
    ...Array.from({ length: early }, () => Math.floor(lastsMs * (0.03 + 0.9 * random.next() ** 0.7))),
    ...Array.from({ length: late }, () => lastsMs - random.between(2_000, snipedMs)),
  ];
  return {
    lastsMs,
    settlesAfterMs: Math.round(settleAfterMs * (0.5 + random.next())),
    windowMs: isShort ? snipedMs : MINUTE_MS,
    startingShare: 0.25 + random.next() * 0.6,
    bidsAtMs: bidsAtMs.sort((left, right) => left - right),
    cancelledAfterMs: quiet && random.chance(0.4) ? Math.floor(lastsMs * (0.1 + 0.7 * random.next())) : null,
    marginMs: 20 * MINUTE_MS,
  };
}

function duration(random: Random): number {
  const kind = random.next();
  if (kind < 0.2) return random.between(20_000, 45_000);
  if (kind < 0.5) return random.between(2 * MINUTE_MS, 6 * MINUTE_MS);
  if (kind < 0.85) return random.between(10 * MINUTE_MS, 45 * MINUTE_MS);
  return random.between(60 * MINUTE_MS, 8 * 60 * MINUTE_MS);
}
