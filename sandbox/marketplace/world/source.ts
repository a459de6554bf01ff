import type { Random } from '../random/random.ts';
import type { CollectionMarket, TokenState } from './collection-market.ts';
import type { Market } from './market.ts';
import type { CollectionStart, WorldEvent } from './model.ts';

/** Asks what a token would be listed for now. Wei. */
export type Appraise = (collection: CollectionMarket, token: TokenState, random: Random) => bigint;

/** Where a world comes from: how it begins, and what happens in it, in order. */
export interface WorldSource {
  readonly starts: readonly CollectionStart[];
  readonly appraise: Appraise;
  /** World ms of the next moment in which something happens; Infinity when nothing more will. */
  nextAtMs(): number;
  /**
   * What happens in that moment. The caller applies it to the market before it asks again. `wallOf` maps
   * world ms to wall ms.
   */
  take(market: Market, wallOf: (atMs: number) => number): readonly WorldEvent[];
  /** The highest auction number that its events will use of themselves; 0 when it asks the market for them. */
  readonly lastAuctionNumber: number;
}

/** Several sources as one world; where two share a moment, the earlier one in the list goes first. */
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
