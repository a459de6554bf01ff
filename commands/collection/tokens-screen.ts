import type { APIEmbed } from 'discord-api-types/v10';
import { shortTokenId } from '#src/chain/token-id.ts';
import type { Wei } from '#src/chain/wei.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import {
  addressField,
  countField,
  flagField,
  nullableField,
  oneOfField,
  traitKeyField,
} from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { openMenu } from '#src/discord/components/open-menu.ts';
import { pagerRow, pageText } from '#src/discord/components/pager.ts';
import { readPage } from '#src/discord/components/read-page.ts';
import { tokenLink } from '#src/discord/components/targets.ts';
import type { NamedTrait } from '#src/discord/finding/find-trait.ts';
import { TOKEN_SORTS, type TokenSort } from '#src/discord/lookups/list-orders.ts';
import { resultOrNull } from '#src/discord/lookups/result-or-null.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import { collectionHeading } from '#src/discord/views/collection-heading.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { type List, listEmbed, withAge } from '#src/discord/views/list-embed.ts';
import { itemName } from '#src/discord/views/naming.ts';
import { amountText, priceInEither } from '#src/discord/views/price.ts';
import { rarityText } from '#src/discord/views/rarity.ts';
import type { SortedPage } from '#src/marketplace/requested-order.ts';
import type { Token } from '#src/marketplace/resources/token.ts';
import type { Messages } from '#src/messages/messages.ts';
import { resolveTraitByKey } from '../trait-option.ts';
import { withListings } from './listings.ts';
import { collectionButtons, collectionPageButton } from './tabs.ts';

const PAGE_SIZE = 10;

const ORDERS: readonly { readonly sort: TokenSort; readonly descending: boolean }[] = [
  { sort: 'price', descending: false },
  { sort: 'price', descending: true },
  { sort: 'rarityRank', descending: false },
  { sort: 'rarityRank', descending: true },
  { sort: 'lastSale', descending: true },
  { sort: 'tokenId', descending: false },
  { sort: 'tokenId', descending: true },
];

/** Returns the label of a token. It includes the number, because tokens often share a name. */
function labelOf(title: string, tokenId: string): string {
  return title.includes(tokenId) ? title : `#${shortTokenId(tokenId)} ${title}`;
}

const NAME_LENGTH = 100;

/** Filter and sort order of a list of tokens. */
export interface TokenOrder {
  readonly sort: TokenSort;
  readonly descending: boolean;
  readonly listed: boolean;
}

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

/** Describes the order of a list of tokens. */
export function tokenOrderText(order: Pick<TokenOrder, 'sort' | 'descending'>, { tokens }: Messages): string {
  const { ascending, descending } = tokens.orders[order.sort];
  return order.descending ? descending : ascending;
}

/** Formats the order as the label of a menu choice. */
function tokenOrderLabel(order: Pick<TokenOrder, 'sort' | 'descending'>, { tokens }: Messages): string {
  const { ascending, descending } = tokens.orderLabels[order.sort];
  return order.descending ? descending : ascending;
}

/** Returns the name of a token, not escaped. */
function tokenTitle(token: Token, context: ViewContext): string {
  return itemName({ ...token, tokenName: token.name }, context);
}

function offerText(token: Token, context: ViewContext): string | null {
  const { token: words } = context.messages;
  if (token.inAuction) return words.inAuction;
  if (!token.listed) return null;
  return priceInEither(token.listingPrice, token.inOtherCoins?.listing, context) ?? words.listed;
}

/** Formats a token for a menu: its price and rarity. */
function tokenAbout(token: Token, context: ViewContext): string {
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
  const last = priceInEither(token.lastPrice, token.inOtherCoins?.last, context);
  const about = [
    token.rarity === null ? null : rarityText(token.rarity, context),
    last === null ? null : words.lastSoldFor(last),
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

/** Builds a page of a collection's tokens with price and rarity. */
function tokenListEmbed(list: TokenList, context: ViewContext): APIEmbed {
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

export const tokensLink = defineLink('tokens', {
  collection: addressField,
  page: countField,
  sort: oneOfField(TOKEN_SORTS),
  descending: flagField,
  listed: flagField,
  /** `null` for every token. */
  trait: nullableField(traitKeyField),
});

/** The tokens of a collection, filtered and sorted, with a menu that opens one and a menu of sort orders. */
export const tokensScreen = defineComponent(tokensLink, {
  tab: {
    label: ({ collection: { buttons } }) => buttons.tokens,
    to: (collection) =>
      tokensLink.to({ collection, page: 1, sort: 'price', descending: false, listed: true, trait: null }),
  },
  async load(values, { services: { lookups, marketNow } }) {
    const { collection, sort, descending, listed } = values;
    const trait = values.trait === null ? null : await resolveTraitByKey(collection, values.trait, lookups);
    const [dated, card] = await Promise.all([
      readPage(values.page, PAGE_SIZE, (page) =>
        lookups.tokens(collection, { page, limit: PAGE_SIZE, sort, descending, listed, trait }),
      ),
      listed ? resultOrNull(lookups.collection(collection)) : null,
    ]);
    const now = Math.floor(marketNow() / 1_000);
    const items = await withListings(collection, dated.value.items, now, lookups);
    return { dated, page: { ...dated.value, items }, trait, floor: card?.value.stats.floor ?? null };
  },
  render({ dated, page, trait, floor }, values, context) {
    const { collection, listed } = values;
    const { collections, view } = context.services;
    const { lists, tokens: words } = view.messages;
    const heading = collectionHeading(words.heading, collection, collections.get(collection), view);
    const embed = tokenListEmbed({ heading, page, pageSize: PAGE_SIZE, order: values, trait, floor }, view);
    const first = { ...values, page: 1 };
    return {
      embeds: [withAge(embed, dated, view)],
      components: [
        ...openMenu(
          'tokens',
          words.openToken,
          page.items.map((token) => ({
            label: labelOf(tokenTitle(token, view), token.tokenId),
            description: tokenAbout(token, view),
            to: tokenLink.to({ collection, tokenId: token.tokenId }),
          })),
          context,
        ),
        ...openMenu(
          'order',
          words.chosenOrder(tokenOrderText(values, view.messages)),
          ORDERS.map((order) => ({
            label: tokenOrderLabel(order, view.messages),
            to: tokensLink.to({ ...first, ...order }),
          })),
          context,
        ),
        ...pagerRow((number) => tokensLink.to({ ...values, page: number }), page, PAGE_SIZE, context),
        ...buttonRows([
          ...collectionButtons(tokensLink, collection, context),
          button(
            listed ? lists.listedOrNot : lists.listedOnly,
            tokensLink.to({ ...first, listed: !listed }),
            context,
          ),
          ...(trait === null
            ? []
            : [button(words.anyTrait, tokensLink.to({ ...first, trait: null }), context)]),
          ...collectionPageButton(collection, context),
        ]),
      ],
    };
  },
});
