import type { APIEmbed, APIEmbedField } from 'discord.js';
import type { Wei } from '../../chain/wei.ts';
import {
  type Auction,
  type AuctionStatus,
  auctionStatus,
  type Bid,
} from '../../marketplace/model/auction.ts';
import type { Token } from '../../marketplace/model/token.ts';
import { imageUrl } from '../image-url.ts';
import { escapeMarkdownLine, truncate } from '../text.ts';
import { bestBid } from './auction-words.ts';
import { floorDistance } from './compare.ts';
import type { ViewContext } from './context.ts';
import { unitsCount } from './embed-fields.ts';
import { momentText } from './moment.ts';
import { collectionName, itemName } from './naming.ts';
import { amountInFull, amountText } from './price.ts';
import { rarityText } from './rarity.ts';
import { walletText } from './wallet.ts';

/** Bids shown of an auction, from the newest; all of them are one press away. */
const BIDS_SHOWN = 5;
/** Discord: 1,024 characters a field. */
const FIELD_LENGTH = 1_024;

const COLOURS: Readonly<Record<AuctionStatus, number>> = {
  upcoming: 0x3498db,
  running: 0xf1c40f,
  ended: 0xe67e22,
  sold: 0x2ecc71,
  unsold: 0x95a5a6,
  cancelled: 0x95a5a6,
};

/** An auction with what else is known of the token; the token and the floor may be unknown. */
export interface ShownAuction {
  readonly auction: Auction;
  readonly token: Pick<Token, 'name' | 'image' | 'rarity' | 'collectionName'> | null;
  /** Of the whole collection, wei. */
  readonly floor: Wei | null;
}

/** What the token of an auction is called, not escaped. */
export function auctionTitle({ auction, token }: Omit<ShownAuction, 'floor'>, context: ViewContext): string {
  const names = { tokenName: token?.name ?? null, collectionName: token?.collectionName ?? null };
  return itemName({ ...auction, ...names }, context);
}

/**
 * `ends in 2 hours (20 April 2026 16:20)`, in the reader's own words and zone.
 * @param seconds since the epoch
 */
function withMoment(sentence: (when: string) => string, seconds: number | null): string | null {
  const relative = momentText(seconds);
  return relative === null ? null : sentence(`${relative} (${momentText(seconds, 'f')})`);
}

function statusLine(auction: Auction, status: AuctionStatus, { messages }: ViewContext): string {
  const { statusTitles, starts, ends, ended, settled, cancelled } = messages.auction;
  const { startTime, endTime, finalizedAt, cancelledAt } = auction;
  const moments: Readonly<Record<AuctionStatus, readonly (string | null)[]>> = {
    upcoming: [withMoment(starts, startTime), withMoment(ends, endTime)],
    running: [withMoment(ends, endTime)],
    ended: [withMoment(ended, endTime)],
    sold: [withMoment(settled, finalizedAt) ?? withMoment(ended, endTime)],
    unsold: [withMoment(ended, endTime)],
    cancelled: [withMoment(cancelled, cancelledAt)],
  };
  return [`**${statusTitles[status]}**`, ...moments[status].filter((moment) => moment !== null)].join(' · ');
}

function bidLine({ amount, bidder, at }: Bid, context: ViewContext): string {
  const bid = `**${amountText(amount, context)}**`;
  const { auction: words } = context.messages;
  const parts = [bidder === null ? bid : words.bidBy(bid, walletText(bidder, context)), momentText(at)];
  return parts.filter((part) => part !== null).join(' · ');
}

/** The last few bids, newest first, and how many more; `null` while there are none. Without links where they are too long. */
function bidsText(bids: readonly Bid[], context: ViewContext): string | null {
  if (bids.length === 0) return null;
  const shown = bids.slice(-BIDS_SHOWN).toReversed();
  const more = bids.length - shown.length;
  const textIn = (view: ViewContext) =>
    [
      ...shown.map((bid) => bidLine(bid, view)),
      ...(more > 0 ? [context.messages.auction.earlierBids(more)] : []),
    ].join('\n');
  const linked = textIn(context);
  if (linked.length <= FIELD_LENGTH) return linked;
  return truncate(textIn({ ...context, links: { ...context.links, profile: () => null } }), FIELD_LENGTH);
}

function fieldsOf(shown: ShownAuction, status: AuctionStatus, context: ViewContext): APIEmbedField[] {
  const { auction, token, floor } = shown;
  const fields: APIEmbedField[] = [];
  const add = (name: string, value: string | null, inline = true) => {
    if (value !== null) fields.push({ name, value, inline });
  };
  const best = bestBid(auction);
  const start = auction.startingPrice;
  const { amounts, auction: words } = context.messages;
  const compared = (price: Wei) => {
    const distance = floorDistance(price, floor, context, auction.quantity);
    return `${amountInFull(price, context)}${distance === null ? '' : `\n-# ${distance}`}`;
  };
  const waiting = status === 'running' || status === 'upcoming';
  add(words.bestBid[status], best === null ? (waiting ? words.noBidYet : null) : compared(best));
  const leader = auction.highestBidder;
  add(words.bestBidder[status], best === null || leader === null ? null : walletText(leader, context));
  add(
    words.startingPrice,
    start === null ? null : best === null ? compared(start) : amountInFull(start, context),
  );
  add(words.seller, auction.seller === null ? null : walletText(auction.seller, context));
  const units = auction.quantity > 1n ? unitsCount(auction.quantity, context) : null;
  add(words.amount, units === null ? null : amounts.units(auction.quantity, units));
  add(words.rarity, token?.rarity === null || token === null ? null : rarityText(token.rarity, context));
  const count = auction.bids.length;
  add(count > 1 ? words.bidsTitle(count) : words.bids, bidsText(auction.bids, context), false);
  return fields;
}

/**
 * Overview of an auction: its state and end, the bids with their bidders, and how the price compares. The lowest
 * possible next bid is not shown, because the API does not report it.
 * @param now epoch seconds
 */
export function auctionEmbed(shown: ShownAuction, now: number, context: ViewContext): APIEmbed {
  const { auction, token } = shown;
  const { collection, tokenId, auctionId } = auction;
  const status = auctionStatus(auction, now);
  const collectionPage = context.links.collection(collection);
  const page = context.links.auction(auction) ?? context.links.item(collection, tokenId);
  const picture = imageUrl(token?.image ?? null, context.marketplaceOrigin);
  const { auction: words } = context.messages;
  const number = auctionId === null ? '' : ` · ${words.footer(truncate(auctionId, 80))}`;
  return {
    color: COLOURS[status],
    author: {
      name: collectionName({ collection, collectionName: token?.collectionName ?? null }, context),
      ...(collectionPage === null ? {} : { url: collectionPage }),
    },
    title: truncate(`🔨 ${escapeMarkdownLine(auctionTitle(shown, context), 240)}`, 256),
    ...(page === null ? {} : { url: page }),
    description: statusLine(auction, status, context),
    fields: fieldsOf(shown, status, context),
    ...(picture === null ? {} : { image: { url: picture } }),
    footer: { text: `${context.marketplaceName}${number}` },
  };
}
