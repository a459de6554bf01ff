import { MINUTE_MS } from '#src/chain/durations.ts';
import { type Auction, auctionStatus } from '#src/marketplace/resources/auction.ts';
import { ENDING_LEADS, type EndingLead } from '../kinds/auction/ending-lead.ts';
import type { TrackedAuction } from './tracked-auction.ts';

/** Returns when a lead time before the end is due, epoch ms. */
function dueAt(endTime: number, lead: EndingLead): number {
  return endTime * 1_000 - lead * MINUTE_MS;
}

/** Returns the lead times that are due by `at` (epoch ms), posted or not, the longest first; none without an end. */
export function passedLeads({ endTime }: Auction, at: number): readonly EndingLead[] {
  return endTime === null ? [] : ENDING_LEADS.filter((lead) => dueAt(endTime, lead) <= at);
}

/** Returns whether a reminder of the auction's end may still be posted at `at` (epoch ms). */
function mayAnnounceEnding({ auction, missingSince, announced }: TrackedAuction, at: number): boolean {
  const over = announced.ended || announced.cancelled;
  return (
    !over && announced.started && missingSince === null && auctionStatus(auction, at / 1_000) === 'running'
  );
}

/**
 * Returns the lead times, in minutes and the longest first, that are due by `at` (epoch ms) and were not posted. They
 * share one alert that says how much time is left, for example after a downtime. Auctions that are not running, or not
 * listed, have none. If the end is extended, lead times that were not posted move with it.
 */
export function dueLeads(tracked: TrackedAuction, at: number): readonly EndingLead[] {
  if (!mayAnnounceEnding(tracked, at)) return [];
  return passedLeads(tracked.auction, at).filter((lead) => !tracked.announced.endings.includes(lead));
}

/** Returns when the next unposted lead time is due, epoch ms; in the past if one is overdue; `null` for never. */
export function nextLeadAt(tracked: TrackedAuction, at: number): number | null {
  const { endTime } = tracked.auction;
  if (endTime === null || !mayAnnounceEnding(tracked, at)) return null;
  const waiting = ENDING_LEADS.filter((lead) => !tracked.announced.endings.includes(lead));
  return waiting.length === 0 ? null : Math.min(...waiting.map((lead) => dueAt(endTime, lead)));
}
