import type { Activity } from '../../domain/activity.ts';
import { ZERO_ADDRESS } from '../../domain/address.ts';
import { explainedHandover, handoverOf } from './detect/handover.ts';
import type { Finding, Happening, TokenHappening } from './detect/happening.ts';
import { findListings } from './detect/listings.ts';
import { findMoves } from './detect/moves.ts';
import { findOffers } from './detect/offers.ts';
import { findSales } from './detect/sales.ts';

/** What is worth telling among the new records, and what is not told for a reason that is counted. */
export interface Detection {
  /** In the order in which it happened. */
  readonly findings: readonly Finding[];
  /** What happened too long ago to be news. */
  readonly stale: number;
  /** What does not say of which token (or, for an offer, collection) it tells. */
  readonly incomplete: number;
}

/** What happened longer ago is counted and not told: after a long downtime nobody wants yesterday's news. */
export const STALE_AFTER_SECONDS = 6 * 3_600;

interface Sorted {
  readonly sales: TokenHappening[];
  readonly listings: TokenHappening[];
  readonly moves: TokenHappening[];
  readonly offers: Happening[];
}

/** As what a record is told; `null` for what is never told from the feed. Auctions are told from snapshots. */
function toldAs({ kind, reverted, to }: Activity): keyof Sorted | null {
  if (reverted) return null;
  switch (kind) {
    case 'sale':
      return 'sales';
    case 'listing':
    case 'listing_updated':
      return 'listings';
    case 'offer':
    case 'collection_offer':
      return 'offers';
    case 'transfer':
      return to === ZERO_ADDRESS ? null : 'moves';
    case 'mint':
      return 'moves';
    default:
      return null;
  }
}

/**
 * Turns new records into alerts (a file of `detect/` for each kind). A transfer or mint that belongs to a sale or an auction
 * of the same transaction is not told beside it. Every alert's key is made of the keys of its own records alone, so it is
 * the same whatever page, order or company they came in.
 *
 * @param fresh new records, newest first as the feed gives them
 * @param now epoch ms; stands in for the time of a record that has none
 * @param explained marks of handovers that earlier looks explained (`detect/handover.ts`)
 */
export function detect(
  fresh: readonly Activity[],
  now: number,
  explained: ReadonlySet<string> = new Set(),
): Detection {
  const nowSeconds = Math.floor(now / 1_000);
  const handovers = new Set([...explained, ...fresh.map(explainedHandover)]);
  const sorted: Sorted = { sales: [], listings: [], moves: [], offers: [] };
  let stale = 0;
  let incomplete = 0;

  const timed = fresh
    .toReversed()
    .map((activity) => ({ activity, occurredAt: activity.timestamp ?? nowSeconds }))
    .sort((a, b) => a.occurredAt - b.occurredAt);
  for (const [position, { activity, occurredAt }] of timed.entries()) {
    const group = toldAs(activity);
    const handover = handoverOf(activity);
    if (group === null || (handover !== null && handovers.has(handover))) continue;
    const { collection, tokenId } = activity;
    if (collection === null || (group !== 'offers' && tokenId === null)) {
      incomplete += 1;
    } else if (occurredAt < nowSeconds - STALE_AFTER_SECONDS) {
      stale += 1;
    } else {
      const happening = { position, key: activity.keys[0], activity, collection, occurredAt };
      if (group === 'offers') sorted.offers.push(happening);
      else if (tokenId !== null) sorted[group].push({ ...happening, tokenId });
    }
  }

  const findings = [
    ...findSales(sorted.sales),
    ...findListings(sorted.listings),
    ...findOffers(sorted.offers),
    ...findMoves(sorted.moves),
  ].sort((a, b) => a.position - b.position);
  return { findings, stale, incomplete };
}
