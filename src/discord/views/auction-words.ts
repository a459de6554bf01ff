import { priceText } from '#src/alerts/kinds/facts.ts';
import { nameOfCoin } from '#src/chain/coins.ts';
import type { Wei } from '#src/chain/wei.ts';
import { type Auction, auctionStatus } from '#src/marketplace/resources/auction.ts';
import { sentenceText } from '../render/segments.ts';
import { escapeMarkdownLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { exactAmount } from './price.ts';

/**
 * Formats `ends in 2h 5m` or `ended 3d ago`, for places where Discord shows no timestamps; `null` without an end.
 * @param now epoch seconds
 */
export function endText(auction: Auction, now: number, { messages }: ViewContext): string | null {
  const { auction: words } = messages;
  const status = auctionStatus(auction, now);
  if (status === 'upcoming' && auction.startTime !== null) {
    return words.startsIn(auction.startTime - now);
  }
  if (auction.endTime === null || status === 'cancelled') return null;
  return auction.endTime > now ? words.endsIn(auction.endTime - now) : words.endedAgo(now - auction.endTime);
}

/** Returns the highest bid; `null` without one. */
export function bestBid(auction: Auction): Wei | null {
  return auction.bids.length === 0 && auction.highestBidder === null ? null : auction.highestBid;
}

type Coined = Pick<Auction, 'currency' | 'coin'>;

/**
 * Formats an amount of an auction in its coin: `22.75 ETH`, `2,500 USDC (0xa0b8…eb48)`.
 * @param draw formats the amount
 */
export function auctionAmount(
  price: Wei,
  { currency, coin }: Coined,
  context: ViewContext,
  draw: typeof sentenceText = sentenceText,
): string {
  return draw(priceText({ price, currency: currency ?? null, coin }, context) ?? [], context);
}

/** Returns the view with amounts in the auction's coin; `null` if the format of that coin is unknown. */
export function inCoinOf({ currency, coin }: Coined, context: ViewContext): ViewContext | null {
  if (currency === undefined) return context;
  return coin === undefined ? null : { ...context, currency: coin };
}

/** Formats an amount of an auction with every digit, for copying. */
export function exactAuctionAmount(amount: Wei, auction: Coined, context: ViewContext): string {
  const view = inCoinOf(auction, context);
  return view === null ? auctionAmount(amount, auction, context) : `\`${exactAmount(amount, view).trim()}\``;
}

/** Returns the contract or name of the auction's coin; `null` for the chain's own. */
export function auctionCoin({ currency }: Coined): string | null {
  if (currency === undefined) return null;
  const name = nameOfCoin(currency);
  return name === null ? `\`${currency}\`` : escapeMarkdownLine(name, 80);
}
