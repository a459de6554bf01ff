import type { APIEmbed } from 'discord.js';
import { type Auction, auctionStatus } from '../../domain/auction.ts';
import type { Page } from '../../domain/page.ts';
import { pageText } from '../components/pager.ts';
import type { AuctionFilter, AuctionSort } from '../place.ts';
import { escapedLine } from '../text.ts';
import { bestBid, endText, STATUS_WORDS } from './auction-words.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { type List, listEmbed } from './list-embed.ts';
import { momentText } from './moment.ts';
import { itemName } from './naming.ts';
import { amountText } from './price.ts';
import { walletText } from './wallet.ts';

const NAME_LENGTH = 100;

/** Which auctions a list holds, as people say it. */
export const AUCTION_FILTER_WORDS: Readonly<Record<AuctionFilter, string>> = {
  active: 'Running',
  completed: 'Over',
  cancelled: 'Cancelled',
};

/** The order of a list of auctions as people say it. */
function auctionSortText(sort: AuctionSort, filter: AuctionFilter): string {
  if (sort === 'currentBid') return 'highest bid first';
  if (sort === 'createdAt') return 'newest first';
  return filter === 'active' ? 'ending soonest first' : 'latest end first';
}

/** What a token is called from what is known at once; not escaped. */
type NameOf = (auction: Auction) => string | null;

/** What an auction's token is called in a list, not escaped. */
export function listedName(auction: Auction, nameOf: NameOf, context: ViewContext): string {
  return itemName({ ...auction, tokenName: nameOf(auction), collectionName: null }, context);
}

function bidText(auction: Auction, context: ViewContext): string {
  const best = bestBid(auction);
  if (best !== null) {
    const { length } = auction.bids;
    return `**${amountText(best, context)}**${length === 0 ? '' : ` (${counted(length, 'bid', context)})`}`;
  }
  const { startingPrice } = auction;
  return startingPrice === null ? 'no bid' : `no bid, from ${amountText(startingPrice, context)}`;
}

function whenText(auction: Auction, now: number): string {
  const status = auctionStatus(auction, now);
  const moment = momentText(status === 'upcoming' ? auction.startTime : auction.endTime);
  if (status === 'upcoming' && moment !== null) return `starts ${moment}`;
  if (status === 'running' && moment !== null) return `ends ${moment}`;
  return `${STATUS_WORDS[status]}${moment === null || status === 'cancelled' ? '' : ` ${moment}`}`;
}

/** What a menu says of an auction: `3 ETH (5 bids) · ends in 2 h`. */
export function auctionAbout(auction: Auction, now: number, context: ViewContext): string {
  const when = endText(auction, now, context) ?? STATUS_WORDS[auctionStatus(auction, now)];
  return `${bidText(auction, context).replaceAll('**', '')} · ${when}`;
}

function emptyText(filter: AuctionFilter): string {
  return filter === 'active'
    ? 'No auction is running right now. “Over” below shows the last ones.'
    : 'There is none. Choose another kind below.';
}

/**
 * One page of auctions: what, for how much, until when, and who sells.
 * @param list.now epoch seconds
 */
export function auctionListEmbed(
  list: {
    readonly heading: Pick<List, 'title' | 'url' | 'thumbnail'>;
    readonly page: Page<Auction>;
    readonly pageSize: number;
    readonly filter: AuctionFilter;
    readonly sort: AuctionSort;
    readonly nameOf: NameOf;
    readonly now: number;
  },
  context: ViewContext,
): APIEmbed {
  const { heading, page, pageSize, filter, sort, nameOf, now } = list;
  const entry = (auction: Auction, view: ViewContext): string => {
    const name = escapedLine(listedName(auction, nameOf, view), NAME_LENGTH);
    const url = view.links.auction(auction) ?? view.links.item(auction.collection, auction.tokenId);
    const seller = auction.seller === null ? '' : ` · by ${walletText(auction.seller, view)}`;
    const title = `**${url === null ? name : `[${name}](${url})`}**`;
    return `${title} · ${bidText(auction, view)}\n-# ${whenText(auction, now)}${seller}`;
  };
  const many = page.total === null ? '' : ` · ${counted(page.total, 'auction', context)}`;
  return listEmbed(
    {
      ...heading,
      note: `${AUCTION_FILTER_WORDS[filter].toLowerCase()} · ${auctionSortText(sort, filter)}`,
      entries: (view) => page.items.map((auction) => entry(auction, view)),
      empty: emptyText(filter),
      footer: `${pageText(page, pageSize, context)}${many}`,
    },
    context,
  );
}
