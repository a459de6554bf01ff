import type { Random } from '../random/random.ts';
import type { CollectionMarket, TokenState } from './collection-market.ts';
import type { Market } from './market.ts';
import type { CollectionStart, WorldEvent } from './model.ts';

/** Estimates the listing price of a token now. Wei. */
export type Appraise = (collection: CollectionMarket, token: TokenState, random: Random) => bigint;

/** A source of events: the world's state at the start, and its events in order. */
export interface WorldSource {
  readonly starts: readonly CollectionStart[];
  readonly appraise: Appraise;
  /** World ms of the next events; Infinity when there are none left. */
  nextAtMs(): number;
  /**
   * The events of that moment. The caller applies them to the market before the next call. `wallOf` maps world
   * ms to wall ms.
   */
  take(market: Market, wallOf: (atMs: number) => number): readonly WorldEvent[];
  /** The highest auction number of its own events; 0 when it takes numbers from the market. */
  readonly lastAuctionNumber: number;
}

/** Merges sources into one; at the same moment, the earlier one in the list goes first. */
export function mergeSources(sources: readonly WorldSource[]): WorldSource {
  const owner = new Map(
    sources.flatMap((source) => source.starts.map((start) => [start.profile.address, source] as const)),
  );
  const soonest = (): WorldSource | undefined =>
    sources.reduce<WorldSource | undefined>(
      (best, source) => (best === undefined || source.nextAtMs() < best.nextAtMs() ? source : best),
      undefined,
    );
  return {
    starts: sources.flatMap((source) => source.starts),
    appraise: (collection, token, random) =>
      owner.get(collection.profile.address)?.appraise(collection, token, random) ?? 0n,
    nextAtMs: () => soonest()?.nextAtMs() ?? Number.POSITIVE_INFINITY,
    take: (market, wallOf) => soonest()?.take(market, wallOf) ?? [],
    lastAuctionNumber: Math.max(0, ...sources.map((source) => source.lastAuctionNumber)),
  };
}
