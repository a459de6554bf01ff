import type { DescribeContext } from '../../description.ts';
import type { PlaceholderValues } from '../../templates/placeholders.ts';
import { priceText, timeOf } from '../facts.ts';
import { tokenSubject } from '../subject.ts';
import {
  amountValue,
  EVENT_PLACEHOLDERS,
  eventValues,
  PRICE_PLACEHOLDERS,
  priceValues,
  rankValue,
  walletValue,
} from '../values.ts';
import { type AuctionAlert, pricedIn } from './schema.ts';

export const placeholders = [
  ...EVENT_PLACEHOLDERS,
  ...PRICE_PLACEHOLDERS,
  'rank',
  'floor',
  'bid',
  'bids',
  'leader',
  'seller',
  'start.price',
  'ends',
] as const;

/** Returns the values of an auction as it stands; its price is the top bid, or the starting price before a bid. */
export function values(
  alert: AuctionAlert,
  context: DescribeContext,
): PlaceholderValues<(typeof placeholders)[number]> {
  const { token, seller, startingPrice, highestBid, bidCount, leader, endTime, floor } = alert;
  const page = context.links.auction({ ...token, auctionId: alert.auctionId });
  const about = { collection: context.names.collection(token), count: token.quantity };
  const hasBid = bidCount > 0 || leader !== null;
  const bid = hasBid ? highestBid : null;
  const ends = timeOf(endTime);
  return {
    ...eventValues(alert, tokenSubject(token, context, page), about, context),
    ...priceValues(pricedIn(alert, bid ?? startingPrice), context),
    rank: rankValue(token.rarity, context),
    floor: amountValue(floor, context),
    bid: priceText(pricedIn(alert, bid), context),
    bids: [{ type: 'text', text: context.messages.writer.number(bidCount) }],
    leader: hasBid ? walletValue(leader, context) : null,
    seller: walletValue(seller, context),
    'start.price': priceText(pricedIn(alert, startingPrice), context),
    ends: ends === null ? null : [ends],
  };
}
