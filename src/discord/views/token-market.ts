import { auctionStatus } from '../../domain/auction.ts';
import type { Token } from '../../domain/token.ts';
import { websiteLink } from '../outside-link.ts';
import { escapedLine } from '../text.ts';
import { bestBid, STATUS_WORDS } from './auction-words.ts';
import { floorDistance } from './compare.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { momentText } from './moment.ts';
import { amountText } from './price.ts';
import type { TokenFacts } from './token-facts.ts';
import { walletText } from './wallet.ts';

/** Lines below one another, what is not told left out; `null` without any. */
function stacked(...lines: readonly (string | null)[]): string | null {
  const told = lines.filter((line) => line !== null);
  return told.length === 0 ? null : told.join('\n');
}

const small = (text: string | null): string | null => (text === null ? null : `-# ${text}`);

/**
 * What it costs now, and how that compares.
 * @param now epoch seconds
 */
export function priceField(facts: TokenFacts, now: number, context: ViewContext): string {
  const { token, price, floor, listedUntil } = facts;
  const floorLine = floor === null ? null : `floor ${amountText(floor, context)}`;
  if (!token.listed) return stacked('not listed', small(floorLine)) ?? 'not listed';
  const until = momentText(listedUntil);
  const ran = listedUntil !== null && listedUntil <= now ? 'ended' : 'ends';
  const approval = token.listingApproval ?? 'approved';
  return (
    stacked(
      price === null ? '**listed**' : `**${amountText(price, context)}**`,
      small(price === null ? floorLine : floorDistance(price, floor, context)),
      small(until === null ? null : `listing ${ran} ${until}`),
      small(approval === 'approved' ? null : `approval: ${escapedLine(approval, 40)}`),
    ) ?? 'listed'
  );
}

/** What the owner's list tells of an auction that the list of auctions does not hold. */
function briefAuction({ token, auctionInBrief }: TokenFacts, context: ViewContext): string | null {
  if (!token.inAuction) return null;
  const { highestBid = null, startingPrice = null, endTime = null } = auctionInBrief ?? {};
  const end = momentText(endTime);
  const first = startingPrice === null ? null : `no bid yet, from ${amountText(startingPrice, context)}`;
  return (
    stacked(
      highestBid === null ? first : `**${amountText(highestBid, context)}**\n-# highest bid`,
      small(end === null ? null : `end ${end}`),
    ) ?? STATUS_WORDS.running
  );
}

/**
 * How its auction stands.
 * @param now epoch seconds
 */
export function auctionField(facts: TokenFacts, now: number, context: ViewContext): string | null {
  const { auction } = facts;
  if (auction === null) return briefAuction(facts, context);
  const bid = bestBid(auction);
  const status = auctionStatus(auction, now);
  const end = momentText(status === 'upcoming' ? auction.startTime : auction.endTime);
  const verb = status === 'upcoming' ? 'starts' : status === 'running' ? 'ends' : 'ended';
  const bids =
    auction.bids.length === 0 ? 'highest bid' : `highest of ${counted(auction.bids.length, 'bid', context)}`;
  const leader = auction.highestBidder === null ? '' : ` by ${walletText(auction.highestBidder, context)}`;
  const start =
    auction.startingPrice === null
      ? 'no bid yet'
      : `no bid yet, from ${amountText(auction.startingPrice, context)}`;
  return stacked(
    bid === null ? start : `**${amountText(bid, context)}**`,
    small(bid === null ? null : `${bids}${leader}`),
    small(end === null ? STATUS_WORDS[status] : `${verb} ${end}`),
    small(status === 'ended' ? 'waiting for settlement' : null),
  );
}

/** The best offer for it. */
export function offersField({ token, highestOffer }: TokenFacts, context: ViewContext): string | null {
  if (highestOffer !== null) return `highest ${amountText(highestOffer, context)}`;
  return token.hasOffers ? 'there are some' : null;
}

/** Where the listing stands, where that is not the marketplace itself. */
export function sourceField({ listed, listingSource, listingPlace }: Token): string | null {
  const source = listingPlace?.source ?? listingSource;
  if (!listed || source === null || source === 'native') return null;
  const name = escapedLine(listingPlace?.name ?? source, 60) || escapedLine(source, 60);
  const link = websiteLink(listingPlace?.url ?? null);
  if (name === '') return null;
  return link === null ? name : `${name} (${link})`;
}
