import type { Alert, MarketAlert } from '../alert.ts';
import { AUCTION_TOPIC, isAuction, resultOf } from '../kinds/auction/schema.ts';
import type { ChannelSettings } from '../settings.ts';

/** How an alert is left to the channel's live message of the same auction, its card. */
export interface LeftToCard {
  /** Whether it is posted if the card cannot be edited. */
  readonly orPost: boolean;
}

/** What the card of an auction shows. */
export interface CardState {
  /** The latest of the auction. */
  readonly state: MarketAlert;
  /** Whether it was posted with this state, rather than edited to it: members were notified of it. */
  readonly sincePosted: boolean;
}

/**
 * Whether an alert needs no message of its own beside the card of its auction: in a channel that wants the card alone,
 * for a coming end once the auction is over, and for an end that a late card was posted with. An end is never lost:
 * where the card cannot be edited to it, it is posted.
 */
export function leftToCard(
  alert: Alert,
  { state, sincePosted }: CardState,
  { auctions }: Pick<ChannelSettings, 'auctions'>,
): LeftToCard | null {
  if (!isAuction(alert)) return null;
  const isOver = isAuction(state) && resultOf(state) !== null;
  if (alert.topic === AUCTION_TOPIC.ending && isOver) return { orPost: false };
  const isEnd = alert.topic === AUCTION_TOPIC.ended || alert.topic === AUCTION_TOPIC.cancelled;
  if (isEnd && isOver && sincePosted) return { orPost: true };
  return auctions === 'messages' ? null : { orPost: isEnd };
}
