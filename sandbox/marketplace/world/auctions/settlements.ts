import type { WorldClock } from '../../clock.ts';
import { createRandom } from '../../random/random.ts';
import type { WorldEvent } from '../model.ts';
import type { Auction } from './auction.ts';
import { auctionSettlement } from './auction-events.ts';
import type { AuctionHouse } from './house.ts';

/** Settles auctions some time after their end. */
export interface Settlements {
  /** World ms of the next one; Infinity when none is to come. */
  nextAtMs(): number;
  take(): readonly WorldEvent[];
}

export function createSettlements(house: AuctionHouse, clock: WorldClock): Settlements {
  const dueAt = (auction: Auction): number =>
    auction.settlesAfterMs === null
      ? Number.POSITIVE_INFINITY
      : clock.worldAt(auction.endsAtMs) + auction.settlesAfterMs;

  const next = (): Auction | undefined => {
    let soonest: Auction | undefined;
    for (const auction of house.open) {
      if (soonest === undefined || dueAt(auction) < dueAt(soonest)) soonest = auction;
    }
    return soonest;
  };

  return {
    nextAtMs() {
      const auction = next();
      return auction === undefined ? Number.POSITIVE_INFINITY : dueAt(auction);
    },
    take() {
      const auction = next();
      if (auction === undefined) return [];
      const key = `${auction.id}:settlement`;
      return [auctionSettlement({ key, atMs: dueAt(auction), random: createRandom(key) }, auction)];
    },
  };
}
