import { type APIEmbed, ApplicationCommandOptionType } from 'discord-api-types/v10';
import { type Address, shortAddress } from '#src/chain/address.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import {
  addressField,
  countField,
  flagField,
  nullableField,
  oneOfField,
} from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { openMenu } from '#src/discord/components/open-menu.ts';
import { pagerRow, pageText } from '#src/discord/components/pager.ts';
import { readPage } from '#src/discord/components/read-page.ts';
import { profileLink, tokenLink } from '#src/discord/components/targets.ts';
import { OWNED_SORTS, type OwnedSort } from '#src/discord/lookups/list-orders.ts';
import { isNotFound, resultOrNull } from '#src/discord/lookups/result-or-null.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import { collectionTitle } from '#src/discord/views/collection-heading.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { listEmbed, withAge } from '#src/discord/views/list-embed.ts';
import { momentText } from '#src/discord/views/moment.ts';
import { givenName, itemName } from '#src/discord/views/naming.ts';
import { priceInEither } from '#src/discord/views/price.ts';
import { rarityText } from '#src/discord/views/rarity.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import type { OwnedToken } from '#src/marketplace/resources/owned-token.ts';
import type { Messages } from '#src/messages/messages.ts';
import { collectionChoices, resolveCollection } from '../collection-option.ts';
import { resolveUser, resolveWallet, unknownUserError, whoOption } from '../user-option.ts';

const PAGE_SIZE = 10;

const NAME_LENGTH = 100;

/** Returns the name of a token, not escaped. */
export function ownedTitle(token: OwnedToken, context: ViewContext): string {
  return itemName({ ...token, tokenName: token.name, collectionName: null }, context);
}

/**
 * Returns whether the token is for sale; expired listings do not count.
 * @param now epoch seconds
 */
function isForSale({ listed, listing }: OwnedToken, now: number): boolean {
  const until = listing?.expiresAt ?? null;
  return listed && (until === null || until > now);
}

function priceText(token: OwnedToken, now: number, context: ViewContext): string | null {
  if (!isForSale(token, now)) return null;
  const { listing, inOtherCoins } = token;
  return (
    priceInEither(listing?.price ?? null, inOtherCoins?.listing, context) ?? context.messages.token.listed
  );
}

function auctionText({ inAuction, auction, inOtherCoins }: OwnedToken, context: ViewContext): string | null {
  if (!inAuction) return null;
  const bid = priceInEither(auction?.highestBid ?? null, inOtherCoins?.highestBid, context);
  const { owned, token } = context.messages;
  return bid === null ? token.inAuction : owned.inAuctionAt(bid);
}

/**
 * Formats a token for a menu: its price and rarity.
 * @param now epoch seconds
 */
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
  const offer = priceInEither(token.highestOffer, token.inOtherCoins?.offer, context);
  const last = priceInEither(token.lastPrice, token.inOtherCoins?.last, context);
  const until = momentText(token.listed ? (token.listing?.expiresAt ?? null) : null);
  const about = [
    collectionTitle(token.collection, context),
    token.rarity === null ? null : rarityText(token.rarity, context),
    end === null ? null : owned.auctionEnd(end),
    until === null ? null : isForSale(token, now) ? words.listingEnds(until) : words.listingEnded(until),
    offer === null ? (token.hasOffers ? words.hasOffers : null) : owned.offerOf(offer),
    last === null ? null : words.lastSoldFor(last),
  ];
  const offered = [price, auction].filter((part) => part !== null).map((part) => ` · **${part}**`);
  return [
    `**${page === null ? name : `[${name}](${page})`}**${offered.join('')}`,
    `-# ${about.filter((part) => part !== null).join(' · ')}`,
  ].join('\n');
}

function noteOf({ sort, listed, collection }: OwnedPage, context: ViewContext): string {
  const { lists, owned } = context.messages;
  const parts = [
    collection === null ? null : collectionTitle(collection, context),
    listed ? lists.listedOnesOnly : null,
    owned.orders[sort],
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function emptyText({ listed, collection }: OwnedPage, hasNext: boolean, { lists, owned }: Messages): string {
  if (hasNext) return lists.nothingOnThisPage;
  if (listed) return owned.noneListed;
  return collection === null ? owned.ownsNothing : owned.ownsNoneOfCollection;
}

export const ownedLink = defineLink('owned', {
  who: addressField,
  page: countField,
  collection: nullableField(addressField),
  sort: oneOfField(OWNED_SORTS),
  listed: flagField,
});

/** A page of a wallet's tokens. */
interface OwnedPage {
  readonly who: Address;
  readonly page: number;
  readonly collection: Address | null;
  readonly sort: OwnedSort;
  readonly listed: boolean;
}

/**
 * Builds a page of a wallet's tokens, with price and rarity.
 * @param list.name the owner's name, `null` if unknown
 * @param list.now epoch seconds
 */
export function ownedEmbed(
  list: {
    readonly screen: OwnedPage;
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

/**
 * A page of a wallet's NFTs, with links to each item, other sort orders and the owner. Loading throws a UserError if
 * the marketplace does not know the wallet.
 */
const ownedScreen = defineComponent(ownedLink, {
  async load({ who, page, collection, sort, listed }, { services: { lookups } }) {
    const query = { limit: PAGE_SIZE, collection, sort, listed };
    const tokens = readPage(page, PAGE_SIZE, (wanted) =>
      lookups.owned(who, { ...query, page: wanted }),
    ).catch((error: unknown) => {
      throw isNotFound(error) ? unknownUserError(who) : error;
    });
    const [dated, profile] = await Promise.all([tokens, resultOrNull(lookups.profile(who))]);
    return { dated, name: profile?.value.name ?? null };
  },
  render({ dated, name }, values, context) {
    const { view, marketNow } = context.services;
    const { collection, listed } = values;
    const now = Math.floor(marketNow() / 1_000);
    const page = dated.value;
    const { lists, owned: words } = view.messages;
    const first = { ...values, page: 1 };
    const shown = { screen: values, name, page, pageSize: PAGE_SIZE, now };
    return {
      embeds: [withAge(ownedEmbed(shown, view), dated, view)],
      components: [
        ...openMenu(
          'owned',
          words.openOne,
          page.items.map((token) => ({
            label: ownedTitle(token, view),
            description: ownedAbout(token, now, view),
            to: tokenLink.to({ collection: token.collection, tokenId: token.tokenId }),
          })),
          context,
        ),
        ...pagerRow((number) => ownedLink.to({ ...values, page: number }), page, PAGE_SIZE, context),
        ...buttonRows([
          button(words.profile, profileLink.to({ who: values.who }), context),
          button(
            listed ? lists.listedOrNot : lists.listedOnly,
            ownedLink.to({ ...first, listed: !listed }),
            context,
          ),
          ...OWNED_SORTS.filter((sort) => sort !== values.sort).map((sort) =>
            button(words.orderButtons[sort], ownedLink.to({ ...first, sort }), context),
          ),
          ...(collection === null
            ? []
            : [button(words.allCollections, ownedLink.to({ ...first, collection: null }), context)]),
        ]),
      ],
    };
  },
});

/** `/profile nfts`: the NFTs of a user. */
export const nfts: Subcommand = {
  name: 'nfts',
  definition: (messages) => ({
    description: messages.owned.description,
    options: [
      whoOption(messages),
      {
        type: ApplicationCommandOptionType.String,
        name: 'collection',
        description: messages.owned.collectionOption,
        autocomplete: true,
        max_length: 200,
      },
      {
        type: ApplicationCommandOptionType.Boolean,
        name: 'listed',
        description: messages.owned.listedOption,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'sort',
        description: messages.owned.sortOption,
        choices: OWNED_SORTS.map((sort) => ({ name: messages.owned.orders[sort], value: sort })),
      },
    ],
  }),
  example: 'who:kalo collection:Lantern Foxes',
  answerTo: 'members',
  async execute(interaction, context) {
    const { options } = interaction;
    const { services } = context;
    const collection = options.getString('collection');
    const named = collection === null ? null : resolveCollection(collection, services).address;
    const sort = OWNED_SORTS.find((one) => one === options.getString('sort')) ?? 'acquiredAt';
    const listed = options.getBoolean('listed') ?? false;
    const who = await resolveWallet(resolveUser(options.getString('who', true), services), context);
    return ownedScreen.show({ who, page: 1, collection: named, sort, listed }, context);
  },
  autocomplete: (interaction, services) =>
    collectionChoices(interaction.options.getFocused().value, services),
  components: [ownedScreen],
};
