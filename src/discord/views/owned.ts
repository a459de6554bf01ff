import type { APIEmbed } from 'discord.js';
import { shortAddress } from '../../chain/address.ts';
import type { Page } from '../../marketplace/model/page.ts';
import type { OwnedToken } from '../../marketplace/model/profile.ts';
import type { Messages } from '../../messages/messages.ts';
import { pageText } from '../components/pager.ts';
import type { Screen } from '../screen.ts';
import { escapeMarkdownLine } from '../text.ts';
import { collectionTitle } from './collection-heading.ts';
import type { ViewContext } from './context.ts';
import { listEmbed } from './list-embed.ts';
import { momentText } from './moment.ts';
import { givenName, itemName } from './naming.ts';
import { amountText } from './price.ts';
import { rarityText } from './rarity.ts';

const NAME_LENGTH = 100;

/** What a token is called, not escaped. */
export function ownedTitle(token: OwnedToken, context: ViewContext): string {
  return itemName({ ...token, tokenName: token.name, collectionName: null }, context);
}

/** Whether it is for sale; a listing that has expired is none. @param now epoch seconds */
function isForSale({ listed, listing }: OwnedToken, now: number): boolean {
  const until = listing?.expiresAt ?? null;
  return listed && (until === null || until > now);
}

function priceText(token: OwnedToken, now: number, context: ViewContext): string | null {
  if (!isForSale(token, now)) return null;
  const price = token.listing?.price ?? null;
  return price === null ? context.messages.token.listed : amountText(price, context);
}

function auctionText({ inAuction, auction }: OwnedToken, context: ViewContext): string | null {
  if (!inAuction) return null;
  const bid = auction?.highestBid ?? null;
  const { owned, token } = context.messages;
  return bid === null ? token.inAuction : owned.inAuctionAt(amountText(bid, context));
}

/** What a menu says of a token: how it is offered and how rare it is. @param now epoch seconds */
export function ownedAbout(token: OwnedToken, now: number, context: ViewContext): string {
  const offered =
    auctionText(token, context) ?? priceText(token, now, context) ?? context.messages.token.notListed;
  const parts = [
    context.collectionName(token.collection),
    offered,
    token.rarity === null ? null : rarityText(token.rarity, context),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function entry(token: OwnedToken, now: number, context: ViewContext): string {
  const name = escapeMarkdownLine(ownedTitle(token, context), NAME_LENGTH);
  const page = context.links.item(token.collection, token.tokenId);
  const price = priceText(token, now, context);
  const auction = auctionText(token, context);
  const { owned, token: words } = context.messages;
  const end = momentText(token.inAuction ? (token.auction?.endTime ?? null) : null);
  const until = momentText(token.listed ? (token.listing?.expiresAt ?? null) : null);
  const about = [
    collectionTitle(token.collection, context),
    token.rarity === null ? null : rarityText(token.rarity, context),
    end === null ? null : owned.auctionEnd(end),
    until === null ? null : isForSale(token, now) ? words.listingEnds(until) : words.listingEnded(until),
    token.highestOffer === null
      ? token.hasOffers
        ? words.hasOffers
        : null
      : owned.offerOf(amountText(token.highestOffer, context)),
    token.lastPrice === null ? null : words.lastSoldFor(amountText(token.lastPrice, context)),
  ];
  const offered = [price, auction].filter((part) => part !== null).map((part) => ` · **${part}**`);
  return [
    `**${page === null ? name : `[${name}](${page})`}**${offered.join('')}`,
    `-# ${about.filter((part) => part !== null).join(' · ')}`,
  ].join('\n');
}

function noteOf({ sort, listed, collection }: OwnedScreen, context: ViewContext): string {
  const { lists, owned } = context.messages;
  const parts = [
    collection === null ? null : collectionTitle(collection, context),
    listed ? lists.listedOnesOnly : null,
    owned.orders[sort],
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function emptyText(
  { listed, collection }: OwnedScreen,
  hasNext: boolean,
  { lists, owned }: Messages,
): string {
  if (hasNext) return lists.nothingOnThisPage;
  if (listed) return owned.noneListed;
  return collection === null ? owned.ownsNothing : owned.ownsNoneOfCollection;
}

/** A page of a wallet's tokens. */
export type OwnedScreen = Extract<Screen, { at: 'owned' }>;

/**
 * One page of a wallet's tokens, with price and rarity.
 * @param list.name the owner's name, `null` if unknown
 * @param list.now epoch seconds
 */
export function ownedEmbed(
  list: {
    readonly screen: OwnedScreen;
    readonly name: string | null;
    readonly page: Page<OwnedToken>;
    readonly pageSize: number;
    readonly now: number;
  },
  context: ViewContext,
): APIEmbed {
  const { screen, name, page, pageSize, now } = list;
  const { owned } = context.messages;
  const many = page.total === null ? '' : ` · ${owned.count(page.total)}`;
  return listEmbed(
    {
      title: owned.title(escapeMarkdownLine(givenName(name, 120), 120) || shortAddress(screen.who)),
      url: context.links.profile(screen.who),
      note: noteOf(screen, context),
      entries: (view) => page.items.map((token) => entry(token, now, view)),
      empty: emptyText(screen, page.hasNext, context.messages),
      footer: `${pageText(page, pageSize, context)}${many}`,
    },
    context,
  );
}
