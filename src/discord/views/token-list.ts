import type { APIEmbed } from 'discord.js';
import type { SortedPage } from '../../domain/page.ts';
import type { Token } from '../../domain/token.ts';
import type { Wei } from '../../domain/wei.ts';
import { pageText } from '../components/pager.ts';
import type { NamedTrait } from '../finding/find-trait.ts';
import type { Place } from '../place.ts';
import { escapedLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { type List, listEmbed } from './list-embed.ts';
import { itemName } from './naming.ts';
import { amountText } from './price.ts';
import { rarityText } from './rarity.ts';

const NAME_LENGTH = 100;

/** How a list of tokens is sifted and ordered. */
export type TokenOrder = Pick<Extract<Place, { at: 'tokens' }>, 'sort' | 'descending' | 'listed'>;

/** A page of tokens with how it came about. */
interface TokenList {
  readonly heading: Pick<List, 'title' | 'url' | 'thumbnail'>;
  readonly page: SortedPage<Token>;
  readonly pageSize: number;
  readonly order: TokenOrder;
  readonly trait: NamedTrait | null;
  /** The collection's floor, where it says something about what is shown. */
  readonly floor: Wei | null;
}

/** The order of a list of tokens as people say it. */
export function tokenOrderText({ sort, descending }: Pick<TokenOrder, 'sort' | 'descending'>): string {
  switch (sort) {
    case 'price':
      return descending ? 'most expensive first' : 'cheapest first';
    case 'rarityRank':
      return descending ? 'most common first' : 'rarest first';
    case 'tokenId':
      return descending ? 'highest number first' : 'lowest number first';
    case 'lastSale':
      return descending ? 'by last sale' : 'by last sale, the other way round';
    default:
      return sort satisfies never;
  }
}

/** What a token is called, not escaped. */
export function tokenTitle(token: Token, context: ViewContext): string {
  return itemName({ ...token, tokenName: token.name }, context);
}

function offerText(token: Token, context: ViewContext): string | null {
  if (token.inAuction) return '**in auction**';
  if (!token.listed) return null;
  return token.listingPrice === null ? '**listed**' : `**${amountText(token.listingPrice, context)}**`;
}

/** What a menu says of a token: how it is offered and how rare it is. */
export function tokenAbout(token: Token, context: ViewContext): string {
  const offer = offerText(token, context)?.replaceAll('**', '') ?? 'not listed';
  return [offer, token.rarity === null ? null : rarityText(token.rarity, context)]
    .filter((part) => part !== null)
    .join(' · ');
}

function entry(token: Token, context: ViewContext): string {
  const name = escapedLine(tokenTitle(token, context), NAME_LENGTH);
  const page = context.links.item(token.collection, token.tokenId);
  const offer = offerText(token, context);
  const about = [
    token.rarity === null ? null : rarityText(token.rarity, context),
    token.lastPrice === null ? null : `last sold for ${amountText(token.lastPrice, context)}`,
    token.hasOffers ? 'has offers' : null,
  ].filter((part) => part !== null);
  return [
    `**${page === null ? name : `[${name}](${page})`}**${offer === null ? '' : ` · ${offer}`}`,
    ...(about.length === 0 ? [] : [`-# ${about.join(' · ')}`]),
  ].join('\n');
}

function noteOf({ order, trait, floor, page }: TokenList, context: ViewContext): string {
  const parts = [
    trait === null ? null : `${escapedLine(trait.type, 80)}: ${escapedLine(trait.value, 80)}`,
    order.listed ? 'listed ones only' : null,
    page.sorted === false
      ? `in the marketplace’s own order, only this page is ${tokenOrderText(order)}`
      : tokenOrderText(order),
    floor === null || floor === 0n ? null : `floor ${amountText(floor, context)}`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function emptyText({ listed }: TokenOrder, trait: NamedTrait | null, hasNext: boolean): string {
  if (hasNext) return 'Nothing on this page fits; the next one may have some.';
  if (listed) return 'Nothing like that is listed right now. “Listed or not” below shows what there is.';
  return trait === null
    ? 'The marketplace knows no tokens of this collection yet.'
    : 'No token has that trait now. “Traits” below shows those that there are.';
}

/** One page of a collection's tokens: what each costs and how rare it is. */
export function tokenListEmbed(list: TokenList, context: ViewContext): APIEmbed {
  const { heading, page, pageSize, order, trait } = list;
  const many = page.total === null ? '' : ` · ${counted(page.total, 'token', context)}`;
  return listEmbed(
    {
      ...heading,
      note: noteOf(list, context),
      entries: (view) => page.items.map((token) => entry(token, view)),
      empty: emptyText(order, trait, page.hasNext),
      footer: `${pageText(page, pageSize, context)}${many}`,
    },
    context,
  );
}
