import type { APIEmbed } from 'discord.js';
import type { Wei } from '../../chain/wei.ts';
import type { SortedPage } from '../../marketplace/model/page.ts';
import type { Token } from '../../marketplace/model/token.ts';
import type { Messages } from '../../messages/messages.ts';
import { pageText } from '../components/pager.ts';
import type { NamedTrait } from '../finding/find-trait.ts';
import type { Screen } from '../screen.ts';
import { escapeMarkdownLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { type List, listEmbed } from './list-embed.ts';
import { itemName } from './naming.ts';
import { amountText } from './price.ts';
import { rarityText } from './rarity.ts';

const NAME_LENGTH = 100;

/** Filter and sort order of a list of tokens. */
export type TokenOrder = Pick<Extract<Screen, { at: 'tokens' }>, 'sort' | 'descending' | 'listed'>;

/** A page of tokens with its query. */
interface TokenList {
  readonly heading: Pick<List, 'title' | 'url' | 'thumbnail'>;
  readonly page: SortedPage<Token>;
  readonly pageSize: number;
  readonly order: TokenOrder;
  readonly trait: NamedTrait | null;
  /** The collection's floor, if it is relevant for the list. */
  readonly floor: Wei | null;
}

/** The order of a list of tokens as people say it. */
export function tokenOrderText(order: Pick<TokenOrder, 'sort' | 'descending'>, { tokens }: Messages): string {
  const { ascending, descending } = tokens.orders[order.sort];
  return order.descending ? descending : ascending;
}

/** The same as the label of a choice in a menu. */
export function tokenOrderLabel(
  order: Pick<TokenOrder, 'sort' | 'descending'>,
  { tokens }: Messages,
): string {
  const { ascending, descending } = tokens.orderLabels[order.sort];
  return order.descending ? descending : ascending;
}

/** What a token is called, not escaped. */
export function tokenTitle(token: Token, context: ViewContext): string {
  return itemName({ ...token, tokenName: token.name }, context);
}

function offerText(token: Token, context: ViewContext): string | null {
  const { token: words } = context.messages;
  if (token.inAuction) return words.inAuction;
  if (!token.listed) return null;
  return token.listingPrice === null ? words.listed : amountText(token.listingPrice, context);
}

/** What a menu says of a token: how it is offered and how rare it is. */
export function tokenAbout(token: Token, context: ViewContext): string {
  const offer = offerText(token, context) ?? context.messages.token.notListed;
  return [offer, token.rarity === null ? null : rarityText(token.rarity, context)]
    .filter((part) => part !== null)
    .join(' · ');
}

function entry(token: Token, context: ViewContext): string {
  const name = escapeMarkdownLine(tokenTitle(token, context), NAME_LENGTH);
  const page = context.links.item(token.collection, token.tokenId);
  const offer = offerText(token, context);
  const { token: words } = context.messages;
  const about = [
    token.rarity === null ? null : rarityText(token.rarity, context),
    token.lastPrice === null ? null : words.lastSoldFor(amountText(token.lastPrice, context)),
    token.hasOffers ? words.hasOffers : null,
  ].filter((part) => part !== null);
  return [
    `**${page === null ? name : `[${name}](${page})`}**${offer === null ? '' : ` · **${offer}**`}`,
    ...(about.length === 0 ? [] : [`-# ${about.join(' · ')}`]),
  ].join('\n');
}

function noteOf({ order, trait, floor, page }: TokenList, context: ViewContext): string {
  const { amounts, lists, tokens } = context.messages;
  const shownOrder = tokenOrderText(order, context.messages);
  const parts = [
    trait === null ? null : `${escapeMarkdownLine(trait.type, 80)}: ${escapeMarkdownLine(trait.value, 80)}`,
    order.listed ? lists.listedOnesOnly : null,
    page.sorted === false ? tokens.unsorted(shownOrder) : shownOrder,
    floor === null || floor === 0n ? null : amounts.floor(amountText(floor, context)),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function emptyText(
  { listed }: TokenOrder,
  trait: NamedTrait | null,
  hasNext: boolean,
  { lists, tokens }: Messages,
): string {
  if (hasNext) return lists.nothingOnThisPage;
  if (listed) return tokens.noneListed;
  return trait === null ? tokens.noTokens : tokens.noneWithTrait;
}

/** One page of a collection's tokens: what each costs and how rare it is. */
export function tokenListEmbed(list: TokenList, context: ViewContext): APIEmbed {
  const { heading, page, pageSize, order, trait } = list;
  const many = page.total === null ? '' : ` · ${context.messages.tokens.count(page.total)}`;
  return listEmbed(
    {
      ...heading,
      note: noteOf(list, context),
      entries: (view) => page.items.map((token) => entry(token, view)),
      empty: emptyText(order, trait, page.hasNext, context.messages),
      footer: `${pageText(page, pageSize, context)}${many}`,
    },
    context,
  );
}
