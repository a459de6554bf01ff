import type { APIEmbed } from 'discord-api-types/v10';
import { shortAddress } from '#src/chain/address.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { openMenu } from '#src/discord/components/open-menu.ts';
import { pagerRow, pageText } from '#src/discord/components/pager.ts';
import { paginate } from '#src/discord/components/read-page.ts';
import { collectionLink, collectionsLink } from '#src/discord/components/targets.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { listEmbed } from '#src/discord/views/list-embed.ts';
import { givenName, markedName, verifiedMarkOf } from '#src/discord/views/naming.ts';
import { amountText } from '#src/discord/views/price.ts';
import { VERIFIED_MARK } from '#src/marketplace/collection-names.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import type { CollectionSummary } from '#src/marketplace/resources/collection.ts';
import { activityLink } from '../activity/activity.ts';
import { ALL_AUCTIONS, auctionsLink } from '../auction/list.ts';

const PAGE_SIZE = 10;

const NAME_LENGTH = 100;

/** Formats the total volume of a collection; `null` if it is unknown. */
function tradedText({ totalVolume }: CollectionSummary, context: ViewContext): string | null {
  if (totalVolume === null) return null;
  const { collection } = context.messages;
  return totalVolume === 0n ? collection.notTradedYet : collection.traded(amountText(totalVolume, context));
}

/** Formats the floor; `null` if there is none, which the API reports as 0. */
function floorText({ floor }: CollectionSummary, context: ViewContext): string | null {
  return floor === null || floor <= 0n ? null : context.messages.amounts.floor(amountText(floor, context));
}

function entry(collection: CollectionSummary, place: number, context: ViewContext): string {
  const name = escapeMarkdownLine(collection.name, NAME_LENGTH) || shortAddress(collection.address);
  const page = context.links.collection(collection.address);
  const symbol = escapeMarkdownLine(givenName(collection.symbol, 20), 20);
  const title = `${context.messages.writer.number(place)}\\. **${page === null ? name : `[${name}](${page})`}**`;
  const about = [symbol, tradedText(collection, context), floorText(collection, context)]
    .filter(Boolean)
    .join(' · ');
  return `${title}${verifiedMarkOf(collection)}${about === '' ? '' : `\n-# ${about}`}`;
}

/** Formats the total number of collections, or how many of them the bot knows. */
function sizeText(known: number, omitted: number | null, { messages }: ViewContext): string {
  const { collection } = messages;
  if (omitted === 0) return collection.count(known);
  if (omitted === null) return collection.first(known);
  return collection.someOf(known, known + omitted);
}

/**
 * Builds a page of all collections, most traded first, with their ranks.
 * @param omitted number of collections that the bot does not know; `null` if that is unknown
 */
function collectionListEmbed(
  page: Page<CollectionSummary>,
  pageSize: number,
  omitted: number | null,
  context: ViewContext,
): APIEmbed {
  const before = (page.page - 1) * pageSize;
  const { collection } = context.messages;
  const size = sizeText(page.total ?? page.items.length, omitted, context);
  return listEmbed(
    {
      title: collection.listTitle,
      note: collection.listNote(VERIFIED_MARK),
      entries: (view) => page.items.map((one, position) => entry(one, before + position + 1, view)),
      empty: collection.listEmpty,
      footer: `${pageText(page, pageSize, context)} · ${size}`,
    },
    context,
  );
}

/** All collections of the local directory by volume, with a menu that opens one. */
const collectionsScreen = defineComponent(collectionsLink, {
  load: async ({ page }, { services: { collections } }) =>
    paginate(collections.search('', Number.MAX_SAFE_INTEGER), page, PAGE_SIZE),
  render(page, _values, context) {
    const { collections, view } = context.services;
    const { auction, collection: words } = view.messages;
    return {
      embeds: [collectionListEmbed(page, PAGE_SIZE, collections.omitted(), view)],
      components: [
        ...openMenu(
          'collections',
          words.openCollection,
          page.items.map((collection) => ({
            label: markedName(collection, 100),
            description: tradedText(collection, view),
            to: collectionLink.to({ collection: collection.address }),
          })),
          context,
        ),
        ...pagerRow((number) => collectionsLink.to({ page: number }), page, PAGE_SIZE, context),
        ...buttonRows([
          button(
            words.activityEverywhere,
            activityLink.to({ collection: null, page: 1, filter: 'all' }),
            context,
          ),
          button(auction.listTitle, auctionsLink.to(ALL_AUCTIONS), context),
        ]),
      ],
    };
  },
});

/** `/collection list`: all collections by volume. */
export const list: Subcommand = {
  name: 'list',
  definition: ({ collection: words }) => ({ description: words.listDescription }),
  answerTo: 'members',
  execute: async (_interaction, context) => collectionsScreen.show({ page: 1 }, context),
  components: [collectionsScreen],
};
