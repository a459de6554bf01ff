import { type Auction, auctionStatus } from './auction.ts';
import { ENDING_LEADS, type EndingLead } from './subscription.ts';
import type { TrackedAuction } from './tracked-auction.ts';

const MINUTE_MS = 60_000;

/** When a lead time of an end comes due, epoch ms. */
function dueAt(endTime: number, lead: EndingLead): number {
  return endTime * 1_000 - lead * MINUTE_MS;
}

/**
 * The lead times of the auction's end that have come by `at` (epoch ms), told or not, the longest first; none without an
 * end.
 */
export function passedLeads({ endTime }: Auction, at: number): readonly EndingLead[] {
  return endTime === null ? [] : ENDING_LEADS.filter((lead) => dueAt(endTime, lead) <= at);
}

/** Whether its end is still to be told of beforehand, as far as is known at `at` (epoch ms). */
function isEnding({ auction, missingSince, told }: TrackedAuction, at: number): boolean {
  const over = told.ended || told.cancelled;
  return !over && told.started && missingSince === null && auctionStatus(auction, at / 1_000) === 'running';
}

/**
 * The lead times, in minutes and the longest first, that have come due by `at` (epoch ms) and were not told. They are
 * told together, once: after a downtime, or of an auction that is seen late, with the time that is left. None of an
 * auction that does not run (any more) or that no list holds; an end that was moved moves those that were not told.
 */
export function dueLeads(tracked: TrackedAuction, at: number): readonly EndingLead[] {
  if (!isEnding(tracked, at)) return [];
  return passedLeads(tracked.auction, at).filter((lead) => !tracked.told.endings.includes(lead));
}

/** When the next lead time that was not told comes due, epoch ms; in the past when one is due; `null` for never. */
export function nextLeadAt(tracked: TrackedAuction, at: number): number | null {
  const { endTime } = tracked.auction;
  if (endTime === null || !isEnding(tracked, at)) return null;
  const waiting = ENDING_LEADS.filter((lead) => !tracked.told.endings.includes(lead));
  return waiting.length === 0 ? null : Math.min(...waiting.map((lead) => dueAt(endTime, lead)));
}
