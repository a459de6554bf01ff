import { type APIEmbed, type APIEmbedField, ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { drawAnswerChart, NO_CHART } from '#src/discord/chart-answer.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { button, buttonRows, linkButton } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import {
  auctionLink,
  collectionLink,
  profileLink,
  tokenLink,
  watchAuctionLink,
} from '#src/discord/components/targets.ts';
import { resultOrNull } from '#src/discord/lookups/result-or-null.ts';
import { escapeMarkdownLine, truncate } from '#src/discord/text.ts';
import { imageUrl } from '#src/discord/urls/image-url.ts';
import { auctionAmount, bestBid, inCoinOf } from '#src/discord/views/auction-words.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { withAge } from '#src/discord/views/list-embed.ts';
import { momentText } from '#src/discord/views/moment.ts';
import { markedCollectionName, walletText } from '#src/discord/views/naming.ts';
import { amountInFull, floorDistance, unitsCount } from '#src/discord/views/price.ts';
import { rarityText } from '#src/discord/views/rarity.ts';
import { type Auction, type AuctionStatus, auctionStatus } from '#src/marketplace/resources/auction.ts';
import { type Bid, countBids } from '#src/marketplace/resources/auction-bids.ts';
import { auctionChoices, resolveAuction } from '../auction-option.ts';
import { silenceAlertButton } from '../silence/alert-button.ts';
import { bidsChart } from './bids-chart.ts';
import { auctionTitle, exactAuctionLink, exactAuctionScreen, type ShownAuction } from './exact.ts';
import { ALL_AUCTIONS, auctionsLink } from './list.ts';

/** Reads an auction with its token and the floor, in parallel if the auction is cached. */
async function readAuction(
  { collection, auctionId }: { readonly collection: Address; readonly auctionId: string },
  { services }: AnswerContext,
) {
  const { lookups, suggestions } = services;
  const cached = suggestions
    .auctions()
    .find((one) => one.collection === collection && one.auctionId === auctionId);
  const floor = resultOrNull(lookups.collection(collection));
  const prefetched = cached === undefined ? null : resultOrNull(lookups.token(collection, cached.tokenId));
  const dated = await lookups.auction(collection, auctionId);
  const token = await (prefetched ?? resultOrNull(lookups.token(collection, dated.value.tokenId)));
  return { dated, token: token?.value ?? null, floor: (await floor)?.value.stats.floor ?? null };
}

/** Builds a button per user, without duplicates, because Discord rejects two buttons with the same custom id. */
function userButtons(
  people: readonly (readonly [label: string, who: Address | null])[],
  context: AnswerContext,
) {
  const shown = new Set<Address>();
  return people.flatMap(([label, who]) => {
    if (who === null || shown.has(who)) return [];
    shown.add(who);
    return [button(label, profileLink.to({ who }), context)];
  });
}

const BIDS_COLOUR = 0x7fb2ff;
/** Number of bids shown, newest first. A button opens the list of all. */
const BIDS_SHOWN = 5;
/** Discord's limit for a field, characters. */
const FIELD_LENGTH = 1_024;

const COLOURS: Readonly<Record<AuctionStatus, number>> = {
  upcoming: 0x3498db,
  running: 0xf1c40f,
  ended: 0xe67e22,
  sold: 0x2ecc71,
  unsold: 0x95a5a6,
  cancelled: 0x95a5a6,
};

/**
 * Adds the reader's local time to a sentence: `ends in 2 hours (20 April 2026 16:20)`.
 * @param seconds epoch seconds
 */
function withMoment(sentence: (when: string) => string, seconds: number | null): string | null {
  const relative = momentText(seconds);
  return relative === null ? null : sentence(`${relative} (${momentText(seconds, 'f')})`);
}

function statusLine(auction: Auction, status: AuctionStatus, { messages }: ViewContext): string {
  const { statusTitles, starts, ends, ended, settled, cancelled } = messages.auction;
  const { startTime, endTime, finalizedAt, cancelledAt } = auction;
  const moments: Readonly<Record<AuctionStatus, readonly (string | null)[]>> = {
    upcoming: [withMoment(starts, startTime), withMoment(ends, endTime)],
    running: [withMoment(ends, endTime)],
    ended: [withMoment(ended, endTime)],
    sold: [withMoment(settled, finalizedAt) ?? withMoment(ended, endTime)],
    unsold: [withMoment(ended, endTime)],
    cancelled: [withMoment(cancelled, cancelledAt)],
  };
  return [`**${statusTitles[status]}**`, ...moments[status].filter((moment) => moment !== null)].join(' · ');
}

function bidLine({ amount, bidder, at }: Bid, auction: Auction, context: ViewContext): string {
  const bid = `**${auctionAmount(amount, auction, context)}**`;
  const { auction: words } = context.messages;
  const parts = [bidder === null ? bid : words.bidBy(bid, walletText(bidder, context)), momentText(at)];
  return parts.filter((part) => part !== null).join(' · ');
}

/**
 * Lists the latest bids, newest first, and how many more there are; `null` without bids. Leaves out links if they are
 * too long.
 */
function bidsText(auction: Auction, context: ViewContext): string | null {
  const { bids } = auction;
  if (bids.length === 0) return null;
  const shown = bids.slice(-BIDS_SHOWN).toReversed();
  const more = countBids(auction) - shown.length;
  const textIn = (view: ViewContext) =>
    [
      ...shown.map((bid) => bidLine(bid, auction, view)),
      ...(more > 0 ? [context.messages.auction.earlierBids(more)] : []),
    ].join('\n');
  const linked = textIn(context);
  if (linked.length <= FIELD_LENGTH) return linked;
  return truncate(textIn({ ...context, links: { ...context.links, profile: () => null } }), FIELD_LENGTH);
}

function fieldsOf(shown: ShownAuction, status: AuctionStatus, context: ViewContext): APIEmbedField[] {
  const { auction, token, floor } = shown;
  const fields: APIEmbedField[] = [];
  const add = (name: string, value: string | null, inline = true) => {
    if (value !== null) fields.push({ name, value, inline });
  };
  const best = bestBid(auction);
  const start = auction.startingPrice;
  const { amounts, auction: words } = context.messages;
  const isNative = auction.currency === undefined;
  const inFull = (price: Wei) =>
    isNative ? amountInFull(price, context) : `**${auctionAmount(price, auction, context)}**`;
  const compared = (price: Wei) => {
    const distance = isNative ? floorDistance(price, floor, context, auction.quantity) : null;
    return `${inFull(price)}${distance === null ? '' : `\n-# ${distance}`}`;
  };
  const waiting = status === 'running' || status === 'upcoming';
  add(words.bestBid[status], best === null ? (waiting ? words.noBidYet : null) : compared(best));
  const leader = auction.highestBidder;
  add(words.bestBidder[status], best === null || leader === null ? null : walletText(leader, context));
  add(words.startingPrice, start === null ? null : best === null ? compared(start) : inFull(start));
  add(words.seller, auction.seller === null ? null : walletText(auction.seller, context));
  const units = auction.quantity > 1n ? unitsCount(auction.quantity, context) : null;
  add(words.amount, units === null ? null : amounts.units(auction.quantity, units));
  add(words.rarity, token?.rarity === null || token === null ? null : rarityText(token.rarity, context));
  const count = countBids(auction);
  add(count > 1 ? words.bidsTitle(count) : words.bids, bidsText(auction, context), false);
  return fields;
}

/**
 * Builds the overview of an auction: its state and end, the bids with their bidders, and comparisons of the price. It
 * leaves out the lowest possible next bid, because the API does not report it.
 * @param now epoch seconds
 */
export function auctionEmbed(shown: ShownAuction, now: number, context: ViewContext): APIEmbed {
  const { auction, token } = shown;
  const { collection, tokenId, auctionId } = auction;
  const status = auctionStatus(auction, now);
  const collectionPage = context.links.collection(collection);
  const page = context.links.auction(auction) ?? context.links.item(collection, tokenId);
  const picture = imageUrl(token?.image ?? null, context.marketplaceOrigin);
  const { auction: words } = context.messages;
  const number = auctionId === null ? '' : ` · ${words.footer(truncate(auctionId, 80))}`;
  return {
    color: COLOURS[status],
    author: {
      name: markedCollectionName({ collection, collectionName: token?.collectionName ?? null }, context),
      ...(collectionPage === null ? {} : { url: collectionPage }),
    },
    title: truncate(`🔨 ${escapeMarkdownLine(auctionTitle(shown, context), 240)}`, 256),
    ...(page === null ? {} : { url: page }),
    description: statusLine(auction, status, context),
    fields: fieldsOf(shown, status, context),
    ...(picture === null ? {} : { image: { url: picture } }),
    footer: { text: `${context.marketplaceName}${number}` },
  };
}

/** An auction, with buttons to its token, its users and its collection. */
const auctionScreen = defineComponent(auctionLink, {
  load: readAuction,
  async render({ dated, token, floor }, values, context) {
    const { view, marketNow } = context.services;
    const auction = dated.value;
    const { collection, tokenId, auctionId } = auction;
    const seconds = marketNow() / 1_000;
    const { auction: words, lists } = view.messages;
    const leader = auctionStatus(auction, seconds) === 'sold' ? words.winner : words.leader;
    const bids = bidsChart(auction, Math.floor(seconds));
    const inCoin = inCoinOf(auction, view);
    const drawn =
      bids === null || inCoin === null
        ? NO_CHART
        : await drawAnswerChart(bids, { charts: context.services.charts, view: inCoin });
    return {
      embeds: [
        withAge(auctionEmbed({ auction, token, floor }, seconds, view), dated, view),
        ...(drawn.files.length === 0 ? [] : [{ color: BIDS_COLOUR, ...drawn.image }]),
      ],
      files: drawn.files,
      components: buttonRows([
        button(words.refresh, auctionLink.to(values), context, 'primary'),
        button(words.token, tokenLink.to({ collection, tokenId }), context),
        ...userButtons(
          [
            [words.seller, auction.seller],
            [leader, auction.highestBidder],
          ],
          context,
        ),
        button(lists.collection, collectionLink.to({ collection }), context),
        button(lists.exactAmounts, exactAuctionLink.to(values), context),
        button(words.allAuctions, auctionsLink.to(ALL_AUCTIONS), context),
        button(view.messages.watches.button, watchAuctionLink.to(values), context),
        ...(await silenceAlertButton(collection, context)),
        ...linkButton(
          lists.open,
          view.links.auction({ collection, tokenId, auctionId }) ?? view.links.item(collection, tokenId),
        ),
      ]),
    };
  },
});

/** `/auction show`: one auction. */
export const show: Subcommand = {
  name: 'show',
  definition: ({ auction: words }) => ({
    description: words.showDescription,
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'auction',
        description: words.auctionOption,
        required: true,
        autocomplete: true,
        max_length: 200,
      },
    ],
  }),
  example: 'auction:Lantern Fox #12',
  answerTo: 'members',
  async execute(interaction, context) {
    const named = resolveAuction(interaction.options.getString('auction', true), context.services);
    return auctionScreen.show(named, context);
  },
  autocomplete: (interaction, services) => auctionChoices(interaction.options.getFocused().value, services),
  components: [auctionScreen, exactAuctionScreen],
};
