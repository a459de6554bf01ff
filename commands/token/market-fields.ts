import { escapeMarkdownLine } from '#src/discord/text.ts';
import { websiteLink } from '#src/discord/urls/external-link.ts';
import { auctionAmount, bestBid } from '#src/discord/views/auction-words.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { momentText } from '#src/discord/views/moment.ts';
import { walletText } from '#src/discord/views/naming.ts';
import { amountText, fiatText, floorDistance, priceInEither } from '#src/discord/views/price.ts';
import { auctionStatus } from '#src/marketplace/resources/auction.ts';
import { countBids } from '#src/marketplace/resources/auction-bids.ts';
import type { Token } from '#src/marketplace/resources/token.ts';
import { isExpired, type TokenFacts } from './facts.ts';

/** Joins the known lines with line breaks; `null` if there are none. */
function stacked(...lines: readonly (string | null)[]): string | null {
  const known = lines.filter((line) => line !== null);
  return known.length === 0 ? null : known.join('\n');
}

const small = (text: string | null): string | null => (text === null ? null : `-# ${text}`);

/**
 * Builds the field with the token's price, compared with the floor.
 * @param now epoch seconds
 */
export function priceField(facts: TokenFacts, now: number, context: ViewContext): string {
  const { token, price, floor, listedUntil, others } = facts;
  const { amounts, token: words } = context.messages;
  const floorLine = floor === null ? null : amounts.floor(amountText(floor, context));
  const until = momentText(listedUntil);
  const expired = token.listed && isExpired(facts, now);
  if (!token.listed || expired) {
    const ended = expired && until !== null ? words.listingEnded(until) : null;
    return stacked(words.notListed, small(ended), small(floorLine)) ?? words.notListed;
  }
  const isNative = price !== null && (others.listing ?? null) === null;
  const fiat = isNative ? fiatText(price, context) : '';
  const approval = token.listingApproval ?? 'approved';
  return (
    stacked(
      `**${priceInEither(price, others.listing, context) ?? words.listed}**${fiat}`,
      small(price === null ? floorLine : floorDistance(price, floor, context)),
      small(until === null ? null : words.listingEnds(until)),
      small(approval === 'approved' ? null : words.approval(escapeMarkdownLine(approval, 40))),
    ) ?? words.listed
  );
}

/** Formats an auction that only the owner's list of tokens contains. */
function briefAuction({ token, auctionInBrief, others }: TokenFacts, context: ViewContext): string | null {
  if (!token.inAuction) return null;
  const { highestBid = null, startingPrice = null, endTime = null } = auctionInBrief ?? {};
  const end = momentText(endTime);
  const { auction: auctions, token: words } = context.messages;
  const bid = priceInEither(highestBid, others.highestBid, context);
  const start = priceInEither(startingPrice, others.startingPrice, context);
  const first = start === null ? null : words.noBidYetFrom(start);
  return (
    stacked(
      bid === null ? first : `**${bid}**\n-# ${words.highestBid}`,
      small(end === null ? null : words.auctionEnd(end)),
    ) ?? auctions.statuses.running
  );
}

/**
 * Builds the field with the state of the token's auction.
 * @param now epoch seconds
 */
export function auctionField(facts: TokenFacts, now: number, context: ViewContext): string | null {
  const { auction } = facts;
  if (auction === null) return briefAuction(facts, context);
  const { auction: auctions, token: words } = context.messages;
  const bid = bestBid(auction);
  const status = auctionStatus(auction, now);
  const end = momentText(status === 'upcoming' ? auction.startTime : auction.endTime);
  const { starts, ends, ended } = auctions;
  const moment = status === 'upcoming' ? starts : status === 'running' ? ends : ended;
  const count = countBids(auction);
  const bids = count === 0 ? words.highestBid : words.highestOf(count);
  const leader = auction.highestBidder;
  const highest = leader === null ? bids : words.bidBy(bids, walletText(leader, context));
  const start =
    auction.startingPrice === null
      ? words.noBidYet
      : words.noBidYetFrom(auctionAmount(auction.startingPrice, auction, context));
  return stacked(
    bid === null ? start : `**${auctionAmount(bid, auction, context)}**`,
    small(bid === null ? null : highest),
    small(end === null ? auctions.statuses[status] : moment(end)),
    small(status === 'ended' ? words.waitingForSettlement : null),
  );
}

/** Builds the field with the best offer. */
export function offersField(
  { token, highestOffer, others }: TokenFacts,
  context: ViewContext,
): string | null {
  const { token: words } = context.messages;
  const offer = priceInEither(highestOffer, others.offer, context);
  if (offer !== null) return words.highestOffer(offer);
  return token.hasOffers ? words.someOffers : null;
}

/** Builds the field with the site of the listing, if that is not the marketplace itself. */
export function sourceField({ listed, listingSource, listingPlace }: Token): string | null {
  const source = listingPlace?.source ?? listingSource;
  if (!listed || source === null || source === 'native') return null;
  const name = escapeMarkdownLine(listingPlace?.name ?? source, 60) || escapeMarkdownLine(source, 60);
  const link = websiteLink(listingPlace?.url ?? null);
  if (name === '') return null;
  return link === null ? name : `${name} (${link})`;
}
