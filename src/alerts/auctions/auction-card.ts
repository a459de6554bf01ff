import type { Alert, MarketAlert } from '../alert.ts';
import { AUCTION_TOPIC, isAuction } from '../kinds/auction/schema.ts';
import { marketKindOf } from '../kinds/registry.ts';
import type { ChannelSettings } from '../settings.ts';

/** How an alert is left to the channel's live message of the same auction, its card. */
export interface LeftToCard {
  /** Whether it is posted if the card cannot be edited. */
  readonly orPost: boolean;
}

/**
 * Whether an alert needs no message of its own beside the card of its auction: in a channel that wants the card alone, and
 * for a coming end once the auction is over. An end is never lost: where the card cannot be edited, it is posted.
 * @param state the latest of the auction
 */
export function leftToCard(
  alert: Alert,
  state: MarketAlert,
  { auctions }: Pick<ChannelSettings, 'auctions'>,
): LeftToCard | null {
  if (!isAuction(alert)) return null;
  const isOver = marketKindOf(state).isFinal?.(state) ?? false;
  if (alert.topic === AUCTION_TOPIC.ending && isOver) return { orPost: false };
  if (auctions === 'messages') return null;
  return { orPost: alert.topic === AUCTION_TOPIC.ended || alert.topic === AUCTION_TOPIC.cancelled };
}
