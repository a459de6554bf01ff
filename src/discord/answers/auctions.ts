import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js';
import type { Auction } from '../../domain/auction.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, placeButton } from '../components/buttons.ts';
import { type MenuEntry, openMenu } from '../components/open-menu.ts';
import { pagerRow } from '../components/pager.ts';
import { AUCTION_FILTERS, AUCTION_SORTS, type AuctionSort, type Place } from '../place.ts';
import { withAge } from '../views/age.ts';
import { AUCTION_FILTER_WORDS, auctionAbout, auctionListEmbed, listedName } from '../views/auction-list.ts';
import { collectionHeading } from '../views/collection-heading.ts';
import { readPage } from './read-page.ts';

const PAGE_SIZE = 10;

type AuctionsPlace = Extract<Place, { at: 'auctions' }>;

const SORT_LABELS: Readonly<Record<AuctionSort, string>> = {
  endTime: 'By end',
  currentBid: 'By bid',
  createdAt: 'By start',
};

/** A button that leads to the same list, seen otherwise; greyed where it is seen so already. */
function variantButton(
  label: string,
  change: Partial<AuctionsPlace>,
  place: AuctionsPlace,
  context: AnswerContext,
): APIButtonComponent {
  const target = { ...place, page: 1, ...change };
  if (target.filter !== place.filter || target.sort !== place.sort)
    return placeButton(label, target, context);
  // Discord takes no id twice, and the pager leads to the first page of this very list.
  return {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label,
    custom_id: `off.${label}`,
    disabled: true,
  };
}

/** A page of auctions, with ways to each of them and to the others. */
export async function answerAuctions(wanted: AuctionsPlace, context: AnswerContext): Promise<Answer> {
  const { lookups, hints, collections, view, marketNow } = context.services;
  const { filter, sort, collection } = wanted;
  const known = await readPage(wanted.page, PAGE_SIZE, (page) =>
    lookups.auctions({ page, limit: PAGE_SIZE, filter, sort, collection }),
  );
  const page = known.value;
  const place = { ...wanted, page: page.page };
  const seconds = marketNow() / 1_000;
  const nameOf = (auction: Auction) => hints.tokenName(auction.collection, auction.tokenId);
  const heading =
    collection === null
      ? { title: 'Auctions' }
      : collectionHeading('Auctions', collection, collections.get(collection), view);
  const entries = page.items.flatMap((auction): readonly MenuEntry[] => {
    const { auctionId } = auction;
    if (auctionId === null) return [];
    const label = listedName(auction, nameOf, view);
    const description = auctionAbout(auction, seconds, view);
    return [{ label, description, place: { at: 'auction', collection: auction.collection, auctionId } }];
  });
  const list = { heading, page, pageSize: PAGE_SIZE, filter, sort, nameOf, now: seconds };
  return {
    embeds: [withAge(auctionListEmbed(list, view), known)],
    components: [
      ...openMenu('auctions', 'Open an auction', entries, context),
      ...pagerRow(place, page, PAGE_SIZE, context),
      ...buttonRows(
        AUCTION_FILTERS.map((one) =>
          variantButton(AUCTION_FILTER_WORDS[one], { filter: one }, place, context),
        ),
      ),
      ...buttonRows([
        ...AUCTION_SORTS.map((one) => variantButton(SORT_LABELS[one], { sort: one }, place, context)),
        ...(collection === null
          ? []
          : [placeButton('Collection', { at: 'collection', collection }, context)]),
      ]),
    ],
  };
}
