import type { APIEmbed } from 'discord.js';
import type { Activity, ActivityKind } from '../../domain/activity.ts';
import { type Address, ZERO_ADDRESS } from '../../domain/address.ts';
import { plainName } from '../../domain/collection-names.ts';
import type { Page } from '../../domain/page.ts';
import { pageText } from '../components/pager.ts';
import type { ActivityFilter } from '../place.ts';
import { escapedLine, plainLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { unitsCount } from './embed-fields.ts';
import { type List, listEmbed } from './list-embed.ts';
import { momentText } from './moment.ts';
import { collectionName, itemName } from './naming.ts';
import { soldForText } from './price.ts';
import { walletText } from './wallet.ts';

const NAME_LENGTH = 100;

const EVENTS: Readonly<Record<ActivityKind, string>> = {
  sale: '💰 Sale',
  listing: '🏷️ Listing',
  listing_updated: '🏷️ New price',
  listing_cancelled: '🏷️ Listing withdrawn',
  listing_expired: '🏷️ Listing ran out',
  offer: '✋ Offer',
  collection_offer: '✋ Offer for any token',
  offer_cancelled: '✋ Offer withdrawn',
  auction_created: '🔨 Auction',
  auction_bid: '🔨 Bid',
  auction_extended: '🔨 Auction extended',
  auction_settled: '🔨 Auction settled',
  auction_cancelled: '🔨 Auction cancelled',
  transfer: '📦 Transfer',
  mint: '✨ Mint',
  burn: '🔥 Burn',
  ignored: 'Event',
  unknown: 'Event',
};

const FILTERS: Readonly<Record<ActivityFilter, string>> = {
  all: 'everything',
  sale: 'sales',
  listing: 'listings',
  offer: 'offers',
  transfer: 'transfers and burns',
  mint: 'mints',
  auction: 'auctions and bids',
};

/** What a filter of the feed lets through, as people say it. */
export function activityFilterText(filter: ActivityFilter): string {
  return FILTERS[filter];
}

/** What an event is about, not escaped. */
export function activityTitle(activity: Activity, context: ViewContext): string {
  const { collection, tokenId } = activity;
  const own = plainLine(activity.tokenName ?? '', NAME_LENGTH);
  if (own !== '') return own;
  if (collection === null)
    return plainLine(plainName(activity.collectionName ?? ''), NAME_LENGTH) || 'something';
  const named = { ...activity, collection };
  return tokenId === null ? collectionName(named, context) : itemName({ ...named, tokenId }, context);
}

/** What a menu says of an event: `Sale · 3 ETH`. */
export function activityAbout(activity: Activity, context: ViewContext): string {
  const price = soldForText(activity, context);
  return `${EVENTS[activity.kind]}${price === null ? '' : ` · ${price}`}`;
}

function partiesText({ from, to }: Activity, context: ViewContext): string | null {
  const wallet = (address: Address | null): string | null =>
    address === null || address === ZERO_ADDRESS ? null : walletText(address, context);
  const [by, receiver] = [wallet(from), wallet(to)];
  if (by === null) return receiver === null ? null : `to ${receiver}`;
  return receiver === null ? `by ${by}` : `${by} → ${receiver}`;
}

function pageOf({ collection, tokenId }: Activity, context: ViewContext): string | null {
  if (collection === null) return null;
  return tokenId === null ? context.links.collection(collection) : context.links.item(collection, tokenId);
}

function entry(activity: Activity, context: ViewContext): string {
  const { quantity, txHash, timestamp } = activity;
  const name = escapedLine(activityTitle(activity, context), NAME_LENGTH);
  const page = pageOf(activity, context);
  const price = soldForText(activity, context);
  const transaction = txHash === null ? null : context.links.transaction(txHash);
  const units = quantity > 1n ? ` ×${unitsCount(quantity, context)}` : '';
  const what = `${page === null ? name : `[${name}](${page})`}${units}`;
  const about = [
    partiesText(activity, context),
    momentText(timestamp),
    transaction === null ? null : `[transaction](${transaction})`,
  ].filter((part) => part !== null);
  return [
    `${EVENTS[activity.kind]} · ${what}${price === null ? '' : ` · **${price}**`}`,
    ...(about.length === 0 ? [] : [`-# ${about.join(' · ')}`]),
  ].join('\n');
}

function emptyText(filter: ActivityFilter): string {
  return filter === 'all'
    ? 'Nothing happened here lately. “Everywhere” below shows the whole marketplace.'
    : `No ${FILTERS[filter]} lately. Choose another kind below, or look at everything.`;
}

/** One page of what happened, the newest first: what, for how much, between whom, and when. */
export function activityListEmbed(
  list: {
    readonly heading: Pick<List, 'title' | 'url' | 'thumbnail'>;
    readonly page: Page<Activity>;
    readonly pageSize: number;
    readonly filter: ActivityFilter;
  },
  context: ViewContext,
): APIEmbed {
  const { heading, page, pageSize, filter } = list;
  return listEmbed(
    {
      ...heading,
      note: filter === 'all' ? 'the newest first' : `${FILTERS[filter]} · the newest first`,
      entries: (view) => page.items.map((activity) => entry(activity, view)),
      empty: emptyText(filter),
      footer: `${pageText(page, pageSize, context)} · the latest activity`,
    },
    context,
  );
}
