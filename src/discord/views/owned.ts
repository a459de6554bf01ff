import type { APIEmbed } from 'discord.js';
import { shortAddress } from '../../domain/address.ts';
import type { Page } from '../../domain/page.ts';
import type { OwnedToken } from '../../domain/profile.ts';
import { pageText } from '../components/pager.ts';
import type { OwnedSort, Place } from '../place.ts';
import { escapedLine } from '../text.ts';
import { collectionTitle } from './collection-heading.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { listEmbed } from './list-embed.ts';
import { momentText } from './moment.ts';
import { itemName } from './naming.ts';
import { amountText } from './price.ts';
import { rarityText } from './rarity.ts';

const NAME_LENGTH = 100;

/** The orders of somebody's tokens as people say them. */
export const OWNED_SORT_WORDS: Readonly<Record<OwnedSort, string>> = {
  acquiredAt: 'newest first',
  tokenId: 'lowest number first',
  rarityRank: 'rarest first',
  listingPrice: 'cheapest first',
};

/** What a token is called, not escaped. */
export function ownedTitle(token: OwnedToken, context: ViewContext): string {
  return itemName({ ...token, tokenName: token.name, collectionName: null }, context);
}

function priceText(token: OwnedToken, context: ViewContext): string | null {
  if (!token.listed) return null;
  const price = token.listing?.price ?? null;
  return price === null ? 'listed' : amountText(price, context);
}

function auctionText({ inAuction, auction }: OwnedToken, context: ViewContext): string | null {
  if (!inAuction) return null;
  const bid = auction?.highestBid ?? null;
  return bid === null ? 'in auction' : `in auction at ${amountText(bid, context)}`;
}

/** What a menu says of a token: how it is offered and how rare it is. */
export function ownedAbout(token: OwnedToken, context: ViewContext): string {
  const offered = auctionText(token, context) ?? priceText(token, context) ?? 'not listed';
  const parts = [
    context.collectionName(token.collection),
    offered,
    token.rarity === null ? null : rarityText(token.rarity, context),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function entry(token: OwnedToken, context: ViewContext): string {
  const name = escapedLine(ownedTitle(token, context), NAME_LENGTH);
  const page = context.links.item(token.collection, token.tokenId);
  const price = priceText(token, context);
  const auction = auctionText(token, context);
  const end = momentText(token.inAuction ? (token.auction?.endTime ?? null) : null);
  const until = momentText(token.listed ? (token.listing?.expiresAt ?? null) : null);
  const about = [
    collectionTitle(token.collection, context),
    token.rarity === null ? null : rarityText(token.rarity, context),
    end === null ? null : `auction’s end ${end}`,
    until === null ? null : `listing ends ${until}`,
    token.highestOffer === null
      ? token.hasOffers
        ? 'has offers'
        : null
      : `offer of ${amountText(token.highestOffer, context)}`,
    token.lastPrice === null ? null : `last sold for ${amountText(token.lastPrice, context)}`,
  ];
  const offered = [price, auction].filter((part) => part !== null).map((part) => ` · **${part}**`);
  return [
    `**${page === null ? name : `[${name}](${page})`}**${offered.join('')}`,
    `-# ${about.filter((part) => part !== null).join(' · ')}`,
  ].join('\n');
}

function noteOf({ sort, listed, collection }: OwnedPlace, context: ViewContext): string {
  const parts = [
    collection === null ? null : collectionTitle(collection, context),
    listed ? 'listed ones only' : null,
    OWNED_SORT_WORDS[sort],
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function emptyText({ listed, collection }: OwnedPlace, hasNext: boolean): string {
  if (hasNext) return 'Nothing on this page fits; the next one may have some.';
  if (listed) return 'Nothing of theirs is listed right now. “Listed or not” below shows what there is.';
  return collection === null
    ? 'They own nothing on this marketplace right now.'
    : 'They own nothing of this collection right now. “All collections” below shows what there is.';
}

/** A page of somebody's tokens. */
export type OwnedPlace = Extract<Place, { at: 'owned' }>;

/**
 * One page of what somebody owns: what each is offered for and how rare it is.
 * @param list.name what the owner is called, `null` where that is not known
 */
export function ownedEmbed(
  list: {
    readonly place: OwnedPlace;
    readonly name: string | null;
    readonly page: Page<OwnedToken>;
    readonly pageSize: number;
  },
  context: ViewContext,
): APIEmbed {
  const { place, name, page, pageSize } = list;
  const many = page.total === null ? '' : ` · ${counted(page.total, 'item', context)}`;
  return listEmbed(
    {
      title: `NFTs of ${escapedLine(name ?? '', 120) || shortAddress(place.who)}`,
      url: context.links.profile(place.who),
      note: noteOf(place, context),
      entries: (view) => page.items.map((token) => entry(token, view)),
      empty: emptyText(place, page.hasNext),
      footer: `${pageText(page, pageSize, context)}${many}`,
    },
    context,
  );
}
