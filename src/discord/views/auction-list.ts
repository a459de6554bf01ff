import type { APIEmbed } from 'discord.js';
import { type Auction, auctionStatus } from '../../marketplace/model/auction.ts';
import type { Page } from '../../marketplace/model/page.ts';
import type { Messages } from '../../messages/messages.ts';
import { pageText } from '../components/pager.ts';
import type { AuctionFilter, AuctionSort } from '../screen.ts';
import { escapeMarkdownLine } from '../text.ts';
import { bestBid, endText } from './auction-words.ts';
import type { ViewContext } from './context.ts';
import { type List, listEmbed } from './list-embed.ts';
import { momentText } from './moment.ts';
import { itemName } from './naming.ts';
import { amountText } from './price.ts';
import { walletText } from './wallet.ts';

const NAME_LENGTH = 100;

/** The order of a list of auctions as people say it. */
function auctionSortText(sort: AuctionSort, filter: AuctionFilter, { auction }: Messages): string {
  const { orders } = auction;
  if (sort !== 'endTime') return orders[sort];
  return filter === 'active' ? orders.endTime.active : orders.endTime.over;
}

/** A token's name from cached data only; not escaped. */
type NameOf = (auction: Auction) => string | null;

/** Name of an auction's token in a list, not escaped. */
export function listedName(auction: Auction, nameOf: NameOf, context: ViewContext): string {
  return itemName({ ...auction, tokenName: nameOf(auction), collectionName: null }, context);
}

/** The highest bid and how many there are, or the price that it starts at. @param shown how an amount bid is shown */
function bidText(auction: Auction, shown: (amount: string) => string, context: ViewContext): string {
  const { auction: words } = context.messages;
  const best = bestBid(auction);
  if (best !== null) {
    const { length } = auction.bids;
    return `${shown(amountText(best, context))}${length === 0 ? '' : ` (${words.bidCount(length)})`}`;
  }
  const { startingPrice } = auction;
  return startingPrice === null ? words.noBid : words.noBidFrom(amountText(startingPrice, context));
}

function whenText(auction: Auction, now: number, { auction: words }: Messages): string {
  const status = auctionStatus(auction, now);
  const moment = momentText(status === 'upcoming' ? auction.startTime : auction.endTime);
  if (status === 'upcoming' && moment !== null) return words.starts(moment);
  if (status === 'running' && moment !== null) return words.ends(moment);
  const stands = words.statuses[status];
  return moment === null || status === 'cancelled' ? stands : words.statusSince(stands, moment);
}

/** What a menu says of an auction: `3 ETH (5 bids) · ends in 2h`. */
export function auctionAbout(auction: Auction, now: number, context: ViewContext): string {
  const { statuses } = context.messages.auction;
  const when = endText(auction, now, context) ?? statuses[auctionStatus(auction, now)];
  return `${bidText(auction, (amount) => amount, context)} · ${when}`;
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
  const { auction: words } = context.messages;
  const entry = (auction: Auction, view: ViewContext): string => {
    const name = escapeMarkdownLine(listedName(auction, nameOf, view), NAME_LENGTH);
    const url = view.links.auction(auction) ?? view.links.item(auction.collection, auction.tokenId);
    const seller = auction.seller === null ? '' : ` · ${words.by(walletText(auction.seller, view))}`;
    const bid = bidText(auction, (amount) => `**${amount}**`, view);
    const title = `**${url === null ? name : `[${name}](${url})`}**`;
    return `${title} · ${bid}\n-# ${whenText(auction, now, view.messages)}${seller}`;
  };
  const many = page.total === null ? '' : ` · ${words.count(page.total)}`;
  return listEmbed(
    {
      ...heading,
      note: `${words.filters[filter]} · ${auctionSortText(sort, filter, context.messages)}`,
      entries: (view) => page.items.map((auction) => entry(auction, view)),
      empty: filter === 'active' ? words.noneRunning : words.none,
      footer: `${pageText(page, pageSize, context)}${many}`,
    },
    context,
  );
}
