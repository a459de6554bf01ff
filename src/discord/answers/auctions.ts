import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js';
import type { Auction } from '../../marketplace/model/auction.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, screenButton } from '../components/buttons.ts';
import { type MenuEntry, openMenu } from '../components/open-menu.ts';
import { pagerRow } from '../components/pager.ts';
import { AUCTION_FILTERS, AUCTION_SORTS, type Screen } from '../screen.ts';
import { withAge } from '../views/age.ts';
import { auctionAbout, auctionListEmbed, listedName } from '../views/auction-list.ts';
import { collectionHeading } from '../views/collection-heading.ts';
import { readPage } from './read-page.ts';

const PAGE_SIZE = 10;

type AuctionsScreen = Extract<Screen, { at: 'auctions' }>;

/** A button that opens the same list with another filter or order; disabled for the current one. */
function variantButton(
  label: string,
  change: Partial<Pick<AuctionsScreen, 'filter' | 'sort'>>,
  screen: AuctionsScreen,
  context: AnswerContext,
): APIButtonComponent {
  const target = { ...screen, page: 1, ...change };
  if (target.filter !== screen.filter || target.sort !== screen.sort)
    return screenButton(label, target, context);
  // Discord rejects duplicate ids, and the pager has a button to the first page of this list.
  return {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label,
    custom_id: `off.${change.filter ?? change.sort ?? ''}`,
    disabled: true,
  };
}

/** A page of auctions, with a menu that opens one and buttons for filter and order. */
export async function answerAuctions(wanted: AuctionsScreen, context: AnswerContext): Promise<Answer> {
  const { lookups, suggestions, collections, view, marketNow } = context.services;
  const { filter, sort, collection } = wanted;
  const { auction: words, lists } = view.messages;
  const dated = await readPage(wanted.page, PAGE_SIZE, (page) =>
    lookups.auctions({ page, limit: PAGE_SIZE, filter, sort, collection }),
  );
  const page = dated.value;
  const screen = { ...wanted, page: page.page };
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
    return [{ label, description, screen: { at: 'auction', collection: auction.collection, auctionId } }];
  });
  const list = { heading, page, pageSize: PAGE_SIZE, filter, sort, nameOf, now: seconds };
  return {
    embeds: [withAge(auctionListEmbed(list, view), dated, view)],
    components: [
      ...openMenu('auctions', words.openAuction, entries, context),
      ...pagerRow(screen, page, PAGE_SIZE, context),
      ...buttonRows(
        AUCTION_FILTERS.map((one) =>
          variantButton(words.filterButtons[one], { filter: one }, screen, context),
        ),
      ),
      ...buttonRows([
        ...AUCTION_SORTS.map((one) => variantButton(words.sortButtons[one], { sort: one }, screen, context)),
        ...(collection === null
          ? []
          : [screenButton(lists.collection, { at: 'collection', collection }, context)]),
      ]),
    ],
  };
}
