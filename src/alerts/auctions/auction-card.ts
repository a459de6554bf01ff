import type { Alert, MarketAlert } from '../alert.ts';
import { AUCTION_TOPIC, isAuction, resultOf } from '../kinds/auction/schema.ts';
import type { ChannelSettings } from '../settings.ts';

/** What happens to an alert that the auction's live message (its card) already shows. */
export interface LeftToCard {
  /** Whether to post it if the card cannot be edited. */
  readonly orPost: boolean;
}

/** What the card of an auction shows. */
export interface CardState {
  /** The latest state of the auction. */
  readonly state: MarketAlert;
  /** Whether the message was posted with this state, so that members were notified of it, rather than edited to it. */
  readonly sincePosted: boolean;
}

/**
 * Returns whether the auction's card makes a separate message unnecessary: in a channel that wants only the card, for a
 * reminder after the auction is over, and for an end that a late card already showed when it was posted. An end is
 * never lost: if the card cannot be edited, the end is posted.
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
