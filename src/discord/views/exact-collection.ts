import type { APIEmbed } from 'discord.js';
import { type Address, shortAddress } from '../../domain/address.ts';
import type { Collection } from '../../domain/collection.ts';
import type { Wei } from '../../domain/wei.ts';
import { escapedLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { momentText } from './moment.ts';
import { numberText, percentText } from './numbers.ts';
import { exactAmount } from './price.ts';

const EXACT_COLOUR = 0x95a5a6;

type Row = readonly [name: string, value: string | null];

function section(title: string, rows: readonly Row[]): readonly string[] {
  const told = rows.filter(([, value]) => value !== null);
  return told.length === 0 ? [] : [`**${title}**`, ...told.map(([name, value]) => `${name}: ${value}`), ''];
}

/**
 * Every number of a collection with every digit, and its addresses in full, to be copied.
 * @param asOf epoch ms
 */
export function exactCollectionEmbed(collection: Collection, asOf: number, context: ViewContext): APIEmbed {
  const { stats, rarity } = collection;
  const exact = (amount: Wei | null): string | null =>
    amount === null ? null : `\`${exactAmount(amount, context)}\``;
  const count = (value: number | null): string | null => (value === null ? null : numberText(value, context));
  const percent = (value: number | null): string | null =>
    value === null || !Number.isFinite(value)
      ? null
      : percentText(value, context, { digits: 8, signed: true });
  const wallet = (address: Address | null): string | null => (address === null ? null : `\`${address}\``);
  const lines = [
    ...section('Prices', [
      ['Floor', exact(stats.floor)],
      ['All items at the floor', exact(stats.floorCap)],
      ['Cheapest listing', exact(stats.lowestListing)],
      ['Dearest listing', exact(stats.highestListing)],
      ['Last sale', exact(stats.lastSale)],
      ['Highest sale', exact(stats.highestSale)],
    ]),
    ...section('Volume', [
      ['1 h', exact(stats.volume1h)],
      ['24 h', exact(stats.volume24h)],
      ['7 d', exact(stats.volume7d)],
      ['In all', exact(stats.totalVolume ?? collection.totalVolume)],
      ['Change on the hour before', percent(stats.change1h)],
      ['Change on the day before', percent(stats.change24h)],
      ['Change on the week before', percent(stats.change7d)],
    ]),
    ...section('Items', [
      ['Now', count(stats.tokens)],
      ['Minted', count(stats.minted)],
      ['Burned', count(stats.burned)],
      ['Owners', count(stats.owners)],
      ['With a rarity rank', count(rarity.tokensProcessed)],
    ]),
    ...section('Trade', [
      ['Listed', count(stats.listed)],
      ['Listed at a fixed price', count(stats.listedFixed)],
      ['In auction', count(stats.auctions)],
      ['Offers on items', count(stats.offers)],
      ['Offers on the collection', count(stats.collectionOffers)],
      ['Sales so far', count(stats.totalSales)],
      ['Listings so far', count(stats.totalListings)],
      ['Auctions so far', count(stats.totalAuctions)],
      ['Offers so far', count(stats.totalOffers)],
      ['Offers accepted', count(stats.acceptedOffers)],
    ]),
    ...section('Addresses', [
      ['Contract', wallet(collection.address)],
      ['Creator', wallet(collection.owner)],
      ['Royalties go to', wallet(collection.royaltyReceiver)],
      ['Chain', collection.chainId === null ? null : String(collection.chainId)],
    ]),
    ...section('Times', [
      ['Created', momentText(collection.createdAt, 'f')],
      ['On the marketplace since', momentText(collection.whitelistedAt, 'f')],
      ['Last sale', momentText(stats.lastSaleAt, 'f')],
      ['Rarity worked out', momentText(rarity.calculatedAt, 'f')],
      ['These numbers', momentText(asOf / 1_000, 'f')],
    ]),
  ];
  const shown = context.collectionName(collection.address, collection.name);
  const name = escapedLine(shown ?? '', 200) || shortAddress(collection.address);
  return {
    color: EXACT_COLOUR,
    title: `${name}, exactly`,
    description: lines.join('\n').trimEnd(),
    footer: { text: `${context.marketplaceName} · numbers may be up to 5 minutes old` },
  };
}
