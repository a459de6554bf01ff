import type { APIEmbed } from 'discord-api-types/v10';
import { type Address, shortAddress } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { addressField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { withAge } from '#src/discord/views/list-embed.ts';
import { momentText } from '#src/discord/views/moment.ts';
import { exactAmount } from '#src/discord/views/price.ts';
import type { Collection } from '#src/marketplace/resources/collection.ts';

const EXACT_COLOUR = 0x95a5a6;

type Row = readonly [name: string, value: string | null];

function section(title: string, rows: readonly Row[]): readonly string[] {
  const shown = rows.filter(([, value]) => value !== null);
  return shown.length === 0 ? [] : [`**${title}**`, ...shown.map(([name, value]) => `${name}: ${value}`), ''];
}

/**
 * Builds the details of a collection for copying: every number with every digit, and addresses in full.
 * @param asOf epoch ms
 */
function exactCollectionEmbed(collection: Collection, asOf: number, context: ViewContext): APIEmbed {
  const { stats, rarity } = collection;
  const { amounts, collection: common, exactCollection: words, writer } = context.messages;
  const exact = (amount: Wei | null): string | null =>
    amount === null ? null : `\`${exactAmount(amount, context)}\``;
  const count = (value: number | null): string | null => (value === null ? null : writer.number(value));
  const percent = (value: number | null): string | null =>
    value === null || !Number.isFinite(value) ? null : writer.percent(value, { digits: 8, signed: true });
  const wallet = (address: Address | null): string | null => (address === null ? null : `\`${address}\``);
  const lines = [
    ...section(words.prices, [
      [words.floor, exact(stats.floor)],
      [words.floorCap, exact(stats.floorCap)],
      [words.lowestListing, exact(stats.lowestListing)],
      [words.highestListing, exact(stats.highestListing)],
      [words.lastSale, exact(stats.lastSale)],
      [words.highestSale, exact(stats.highestSale)],
    ]),
    ...section(words.volume, [
      [words.hour, exact(stats.volume1h)],
      [words.day, exact(stats.volume24h)],
      [words.week, exact(stats.volume7d)],
      [words.total, exact(stats.totalVolume ?? collection.totalVolume)],
      [words.changeOfHour, percent(stats.change1h)],
      [words.changeOfDay, percent(stats.change24h)],
      [words.changeOfWeek, percent(stats.change7d)],
    ]),
    ...section(words.items, [
      [words.now, count(stats.tokens)],
      [words.minted, count(stats.minted)],
      [words.burned, count(stats.burned)],
      [words.owners, count(stats.owners)],
      [words.ranked, count(rarity.tokensProcessed)],
    ]),
    ...section(words.trade, [
      [words.listed, count(stats.listed)],
      [words.listedFixed, count(stats.listedFixed)],
      [words.inAuction, count(stats.auctions)],
      [words.offersOnItems, count(stats.offers)],
      [words.offersOnCollection, count(stats.collectionOffers)],
      [words.totalSales, count(stats.totalSales)],
      [words.totalListings, count(stats.totalListings)],
      [words.totalAuctions, count(stats.totalAuctions)],
      [words.totalOffers, count(stats.totalOffers)],
      [words.acceptedOffers, count(stats.acceptedOffers)],
    ]),
    ...section(words.addresses, [
      [words.contract, wallet(collection.address)],
      [words.creator, wallet(collection.owner)],
      [words.royaltyReceiver, wallet(collection.royaltyReceiver)],
      [words.chain, collection.chainId === null ? null : String(collection.chainId)],
    ]),
    ...section(words.times, [
      [words.created, momentText(collection.createdAt, 'f')],
      [words.onMarketplaceSince, momentText(collection.whitelistedAt, 'f')],
      [words.lastSale, momentText(stats.lastSaleAt, 'f')],
      [words.rarityCalculated, momentText(rarity.calculatedAt, 'f')],
      [words.numbersOf, momentText(asOf / 1_000, 'f')],
    ]),
  ];
  const shown = context.collectionName(collection.address, collection.name);
  const name = escapeMarkdownLine(shown ?? '', 200) || shortAddress(collection.address);
  return {
    color: EXACT_COLOUR,
    title: amounts.exactlyTitle(name),
    description: lines.join('\n').trimEnd(),
    footer: { text: `${context.marketplaceName} · ${common.mayBeOld}` },
  };
}

export const exactCollectionLink = defineLink('exact-collection', { collection: addressField }, 'nobody');

/** All numbers of a collection with full precision. */
export const exactCollectionScreen = defineComponent(exactCollectionLink, {
  load: ({ collection }, { services }) => services.lookups.collection(collection),
  render: (dated, _values, { services: { view } }) => ({
    embeds: [withAge(exactCollectionEmbed(dated.value, dated.asOf, view), dated, view)],
  }),
});
