import type { AuctionAlert, SaleAlert } from '../alert.ts';
import { isAuction } from '../kinds/auction/schema.ts';
import type { Alert } from '../kinds/registry.ts';
import { endedAt } from './auction-result.ts';

/**
 * Returns whether the sale settled the auction: the token went from its seller to the leader, for the highest bid, at
 * the end or later. Marketplaces report a settlement as a sale beside the auction. A sale at another price is
 * unrelated.
 */
function settles({ item, buyer, occurredAt }: SaleAlert, auction: AuctionAlert): boolean {
  const { token, seller, leader, highestBid, currency } = auction;
  const end = endedAt(auction);
  const isSamePrice =
    item.price === null || (item.price === highestBid && (item.currency ?? null) === currency);
  return (
    auction.status !== 'cancelled' &&
    item.collection === token.collection &&
    item.tokenId === token.tokenId &&
    seller !== null &&
    item.seller === seller &&
    leader !== null &&
    buyer === leader &&
    isSamePrice &&
    end !== null &&
    occurredAt >= end
  );
}

/** Returns the topic of alerts that may announce the same event as this one; `null` for none. */
export function topicOfSame(alert: Alert): 'sale' | 'auction_ended' | null {
  if (alert.kind === 'sale') return 'auction_ended';
  return isAuction(alert) && alert.topic === 'auction_ended' ? 'sale' : null;
}

/** Returns whether one alert announces the end of an auction and the other the sale that settled it. */
export function areSameEvent(one: Alert, other: Alert): boolean {
  if (one.kind === 'sale' && isAuction(other)) return settles(one, other);
  return other.kind === 'sale' && isAuction(one) && settles(other, one);
}
