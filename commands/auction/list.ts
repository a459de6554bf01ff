import { type APIButtonComponent, type APIEmbed, ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { button, buttonRows, disabledButton } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { addressField, countField, nullableField, oneOfField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { type MenuEntry, openMenu } from '#src/discord/components/open-menu.ts';
import { pagerRow, pageText } from '#src/discord/components/pager.ts';
import { readPage } from '#src/discord/components/read-page.ts';
import { auctionLink, collectionLink } from '#src/discord/components/targets.ts';
import {
  AUCTION_FILTERS,
  AUCTION_SORTS,
  type AuctionFilter,
  type AuctionSort,
} from '#src/discord/lookups/list-orders.ts';
import { sentenceLabel, sentenceText } from '#src/discord/render/segments.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import { auctionAmount, bestBid, endText } from '#src/discord/views/auction-words.ts';
import { collectionHeading } from '#src/discord/views/collection-heading.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { type List, listEmbed, withAge } from '#src/discord/views/list-embed.ts';
import { momentText } from '#src/discord/views/moment.ts';
import { itemName, walletText } from '#src/discord/views/naming.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import { type Auction, auctionStatus } from '#src/marketplace/resources/auction.ts';
import { countBids } from '#src/marketplace/resources/auction-bids.ts';
import type { Messages } from '#src/messages/messages.ts';
import { collectionChoices, resolveCollection } from '../collection-option.ts';

const PAGE_SIZE = 10;

export const auctionsLink = defineLink('auctions', {
  page: countField,
  filter: oneOfField(AUCTION_FILTERS),
  sort: oneOfField(AUCTION_SORTS),
  collection: nullableField(addressField),
});

interface AuctionsPage {
  readonly page: number;
  readonly filter: AuctionFilter;
  readonly sort: AuctionSort;
  readonly collection: Address | null;
}

/** The first page of the list of running auctions. */
export const ALL_AUCTIONS: AuctionsPage = { page: 1, filter: 'active', sort: 'endTime', collection: null };

/** Builds a button that opens the same list with another filter or order; disabled for the current one. */
function variantButton(
  label: string,
  change: Partial<Pick<AuctionsPage, 'filter' | 'sort'>>,
  shown: AuctionsPage,
  context: AnswerContext,
): APIButtonComponent {
  const target = { ...shown, page: 1, ...change };
  if (target.filter !== shown.filter || target.sort !== shown.sort)
    return button(label, auctionsLink.to(target), context);
  // Discord rejects duplicate ids, and the pager has a button to the first page of this list.
  return disabledButton(label, change.filter ?? change.sort ?? '');
}

const NAME_LENGTH = 100;

/** Describes the order of a list of auctions. */
function auctionSortText(sort: AuctionSort, filter: AuctionFilter, { auction }: Messages): string {
  const { orders } = auction;
  if (sort !== 'endTime') return orders[sort];
  return filter === 'active' ? orders.endTime.active : orders.endTime.over;
}

/** Returns a token's name from cached data only; not escaped. */
type NameOf = (auction: Auction) => string | null;

/** Returns the name of an auction's token in a list, not escaped. */
function listedName(auction: Auction, nameOf: NameOf, context: ViewContext): string {
  return itemName({ ...auction, tokenName: nameOf(auction), collectionName: null }, context);
}

/**
 * Formats the highest bid and the number of bids, or the starting price.
 * @param inMenu whether the text is for a menu, where Discord does not render markdown
 */
function bidText(auction: Auction, inMenu: boolean, context: ViewContext): string {
  const { auction: words } = context.messages;
  const amount = (wei: Wei) => auctionAmount(wei, auction, context, inMenu ? sentenceLabel : sentenceText);
  const best = bestBid(auction);
  if (best !== null) {
    const bids = countBids(auction);
    const shown = inMenu ? amount(best) : `**${amount(best)}**`;
    return `${shown}${bids === 0 ? '' : ` (${words.bidCount(bids)})`}`;
  }
  const { startingPrice } = auction;
  return startingPrice === null ? words.noBid : words.noBidFrom(amount(startingPrice));
}

function whenText(auction: Auction, now: number, { auction: words }: Messages): string {
  const status = auctionStatus(auction, now);
  const moment = momentText(status === 'upcoming' ? auction.startTime : auction.endTime);
  if (status === 'upcoming' && moment !== null) return words.starts(moment);
  if (status === 'running' && moment !== null) return words.ends(moment);
  const stands = words.statuses[status];
  return moment === null || status === 'cancelled' ? stands : words.statusSince(stands, moment);
}

/** Formats an auction for a menu: `3 ETH (5 bids) · ends in 2h`. */
export function auctionAbout(auction: Auction, now: number, context: ViewContext): string {
  const { statuses } = context.messages.auction;
  const when = endText(auction, now, context) ?? statuses[auctionStatus(auction, now)];
  return `${bidText(auction, true, context)} · ${when}`;
}

/**
 * Builds a page of auctions: token, price, end and seller.
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
    const bid = bidText(auction, false, view);
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

/** A page of auctions, with a menu that opens one and buttons for filter and order. */
const auctionsScreen = defineComponent(auctionsLink, {
  load: ({ page, filter, sort, collection }, { services }) =>
    readPage(page, PAGE_SIZE, (wanted) =>
      services.lookups.auctions({ page: wanted, limit: PAGE_SIZE, filter, sort, collection }),
    ),
  render(dated, values, context) {
    const { suggestions, collections, view, marketNow } = context.services;
    const { filter, sort, collection } = values;
    const { auction: words, lists } = view.messages;
    const page = dated.value;
    const seconds = marketNow() / 1_000;
    const nameOf = (auction: Auction) => suggestions.tokenName(auction.collection, auction.tokenId);
    const heading =
      collection === null
        ? { title: words.listTitle }
        : collectionHeading(words.listHeading, collection, collections.get(collection), view);
    const entries = page.items.flatMap((auction): readonly MenuEntry[] => {
      const { auctionId } = auction;
      if (auctionId === null) return [];
      const label = listedName(auction, nameOf, view);
      const description = auctionAbout(auction, seconds, view);
      return [{ label, description, to: auctionLink.to({ collection: auction.collection, auctionId }) }];
    });
    const shown = { heading, page, pageSize: PAGE_SIZE, filter, sort, nameOf, now: seconds };
    return {
      embeds: [withAge(auctionListEmbed(shown, view), dated, view)],
      components: [
        ...openMenu('auctions', words.openAuction, entries, context),
        ...pagerRow((number) => auctionsLink.to({ ...values, page: number }), page, PAGE_SIZE, context),
        ...buttonRows(
          AUCTION_FILTERS.map((one) =>
            variantButton(words.filterButtons[one], { filter: one }, values, context),
          ),
        ),
        ...buttonRows([
          ...AUCTION_SORTS.map((one) =>
            variantButton(words.sortButtons[one], { sort: one }, values, context),
          ),
          ...(collection === null
            ? []
            : [button(lists.collection, collectionLink.to({ collection }), context)]),
        ]),
      ],
    };
  },
});

/** `/auction list`: auctions, ten per page. */
export const list: Subcommand = {
  name: 'list',
  definition: ({ auction: words }) => ({
    description: words.listDescription,
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'status',
        description: words.statusOption,
        choices: AUCTION_FILTERS.map((filter) => ({ name: words.filters[filter], value: filter })),
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'sort',
        description: words.sortOption,
        choices: AUCTION_SORTS.map((sort) => ({ name: words.sortChoices[sort], value: sort })),
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'collection',
        description: words.collectionOption,
        autocomplete: true,
        max_length: 200,
      },
    ],
  }),
  example: 'sort:highest bid first',
  answerTo: 'members',
  async execute(interaction, context) {
    const { options } = interaction;
    const typed = options.getString('collection');
    const status = options.getString('status');
    const order = options.getString('sort');
    return auctionsScreen.show(
      {
        page: 1,
        filter: AUCTION_FILTERS.find((filter) => filter === status) ?? 'active',
        sort: AUCTION_SORTS.find((sort) => sort === order) ?? 'endTime',
        collection: typed === null ? null : resolveCollection(typed, context.services).address,
      },
      context,
    );
  },
  autocomplete: (interaction, services) =>
    collectionChoices(interaction.options.getFocused().value, services),
  components: [auctionsScreen],
};
