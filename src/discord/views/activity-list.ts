import type { APIEmbed } from 'discord.js';
import { type Address, ZERO_ADDRESS } from '../../chain/address.ts';
import { sanitiseName } from '../../marketplace/collection-names.ts';
import type { Activity, ActivityKind } from '../../marketplace/model/activity.ts';
import type { Page } from '../../marketplace/model/page.ts';
import { pageText } from '../components/pager.ts';
import type { ActivityFilter } from '../screen.ts';
import { escapeMarkdownLine, sanitizeLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { unitsCount } from './embed-fields.ts';
import { type List, listEmbed } from './list-embed.ts';
import { momentText } from './moment.ts';
import { collectionName, givenName, itemName } from './naming.ts';
import { soldForText } from './price.ts';
import { walletText } from './wallet.ts';

const NAME_LENGTH = 100;

const SIGNS: Readonly<Record<ActivityKind, string>> = {
  sale: '💰 ',
  listing: '🏷️ ',
  listing_updated: '🏷️ ',
  listing_cancelled: '🏷️ ',
  listing_expired: '🏷️ ',
  offer: '✋ ',
  collection_offer: '✋ ',
  offer_cancelled: '✋ ',
  auction_created: '🔨 ',
  auction_bid: '🔨 ',
  auction_extended: '🔨 ',
  auction_settled: '🔨 ',
  auction_cancelled: '🔨 ',
  transfer: '📦 ',
  mint: '✨ ',
  burn: '🔥 ',
  ignored: '',
  unknown: '',
};

/** The token or collection of an event, not escaped. */
export function activityTitle(activity: Activity, context: ViewContext): string {
  const { collection, tokenId } = activity;
  const own = givenName(activity.tokenName, NAME_LENGTH);
  if (own !== '') return own;
  if (collection === null)
    return (
      sanitizeLine(sanitiseName(activity.collectionName ?? ''), NAME_LENGTH) ||
      context.messages.activity.something
    );
  const named = { ...activity, collection };
  return tokenId === null ? collectionName(named, context) : itemName({ ...named, tokenId }, context);
}

/** What happened: `💰 Sale`. */
export function eventText({ kind }: Activity, { messages }: ViewContext): string {
  return `${SIGNS[kind]}${messages.activity.events[kind]}`;
}

/** What a menu says of an event: `Sale · 3 ETH`. */
export function activityAbout(activity: Activity, context: ViewContext): string {
  const price = soldForText(activity, context);
  return `${eventText(activity, context)}${price === null ? '' : ` · ${price}`}`;
}

function partiesText({ from, to }: Activity, context: ViewContext): string | null {
  const wallet = (address: Address | null): string | null =>
    address === null || address === ZERO_ADDRESS ? null : walletText(address, context);
  const { activity } = context.messages;
  const [by, receiver] = [wallet(from), wallet(to)];
  if (by === null) return receiver === null ? null : activity.to(receiver);
  return receiver === null ? activity.by(by) : `${by} → ${receiver}`;
}

function pageOf({ collection, tokenId }: Activity, context: ViewContext): string | null {
  if (collection === null) return null;
  return tokenId === null ? context.links.collection(collection) : context.links.item(collection, tokenId);
}

function entry(activity: Activity, context: ViewContext): string {
  const { quantity, txHash, timestamp } = activity;
  const name = escapeMarkdownLine(activityTitle(activity, context), NAME_LENGTH);
  const page = pageOf(activity, context);
  const price = soldForText(activity, context);
  const transaction = txHash === null ? null : context.links.transaction(txHash);
  const units = quantity > 1n ? ` ×${unitsCount(quantity, context)}` : '';
  const what = `${page === null ? name : `[${name}](${page})`}${units}`;
  const about = [
    partiesText(activity, context),
    momentText(timestamp),
    transaction === null ? null : `[${context.messages.amounts.transaction}](${transaction})`,
  ].filter((part) => part !== null);
  return [
    `${eventText(activity, context)} · ${what}${price === null ? '' : ` · **${price}**`}`,
    ...(about.length === 0 ? [] : [`-# ${about.join(' · ')}`]),
  ].join('\n');
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
  const { activity: words } = context.messages;
  const kind = words.filters[filter];
  return listEmbed(
    {
      ...heading,
      note: filter === 'all' ? words.newestFirst : `${kind} · ${words.newestFirst}`,
      entries: (view) => page.items.map((activity) => entry(activity, view)),
      empty: filter === 'all' ? words.nothingHappened : words.noneOfKind(kind),
      footer: `${pageText(page, pageSize, context)} · ${words.latestActivity}`,
    },
    context,
  );
}
