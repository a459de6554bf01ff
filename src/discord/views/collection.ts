import type { APIEmbed, APIEmbedField } from 'discord.js';
import { shortAddress } from '../../domain/address.ts';
import type { Collection, CollectionStats } from '../../domain/collection.ts';
import type { Wei } from '../../domain/wei.ts';
import { wordsOfHtml } from '../html.ts';
import { imageUrl } from '../image-url.ts';
import { discordLink, telegramLink, websiteLink, xLink } from '../outside-link.ts';
import { escapedLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { markOf } from './marked-name.ts';
import { momentText } from './moment.ts';
import { numberText, percentText } from './numbers.ts';
import { amountText } from './price.ts';
import { shareText } from './rarity.ts';
import { walletText } from './wallet.ts';

const COLLECTION_COLOUR = 0x3498db;
const DESCRIPTION_LENGTH = 600;

/** `▲ 12.5% on the day before`; a change that rounds to nothing is said to be none. */
function changeText(percent: number | null, before: string, context: ViewContext): string | null {
  if (percent === null) return null;
  const size = Math.abs(percent);
  if (!(size >= 0.05)) return `unchanged on ${before}`;
  return `${percent > 0 ? '▲' : '▼'} ${percentText(size, context, { digits: 1 })} on ${before}`;
}

/** The lines that there are, below one another; `null` when the first is missing. */
function stacked(first: string | null, second: string | null): string | null {
  return first === null || second === null ? first : `${first}\n-# ${second}`;
}

/** The parts that there are, one after the other; `null` for none. */
function joined(parts: readonly (string | null)[], between: string): string | null {
  const told = parts.filter((part) => part !== null);
  return told.length === 0 ? null : told.join(between);
}

function floorText({ floor, listed }: CollectionStats, amount: (value: Wei) => string): string | null {
  if (floor === null) return null;
  if (floor > 0n || (listed ?? 0) > 0) return amount(floor);
  return listed === 0 ? 'nothing listed' : null;
}

/** `412` with `4.1% of the items` below; a share that cannot be is not told. */
function partText(count: number | null, { tokens }: CollectionStats, context: ViewContext): string | null {
  if (count === null) return null;
  const share = tokens === null || tokens === 0 ? null : shareText((count / tokens) * 100, context);
  return stacked(numberText(count, context), share === null ? null : `${share} of the items`);
}

function offersText({ offers, collectionOffers }: CollectionStats, context: ViewContext): string | null {
  const told = [
    offers === null || offers === 0 ? null : `${numberText(offers, context)} on items`,
    collectionOffers === null || collectionOffers === 0
      ? null
      : `${numberText(collectionOffers, context)} on any item`,
  ];
  return joined(told, '\n');
}

function itemsText({ stats, standard }: Collection, context: ViewContext): string | null {
  if (stats.tokens === null) return null;
  const burned =
    stats.burned === null || stats.burned === 0 ? null : `${numberText(stats.burned, context)} burned`;
  return stacked(
    numberText(stats.tokens, context),
    joined([standard === null ? null : `ERC-${standard}`, burned], ' · '),
  );
}

function fieldsOf(collection: Collection, asOf: number, context: ViewContext): APIEmbedField[] {
  const { stats } = collection;
  const fields: APIEmbedField[] = [];
  const add = (name: string, value: string | null, inline = true) => {
    if (value !== null) fields.push({ name, value, inline });
  };
  const amount = (value: Wei) => amountText(value, context);
  const amountOf = (value: Wei | null) => (value === null ? null : amount(value));
  const traded = (value: Wei | null) => (value === 0n ? null : amountOf(value));
  const told = momentText(asOf / 1_000);
  const sales =
    stats.totalSales === null || stats.totalSales === 0 ? null : counted(stats.totalSales, 'sale', context);

  add('Floor', stacked(floorText(stats, amount), told === null ? null : `as of ${told}`));
  add(
    'Volume 24 h',
    stacked(amountOf(stats.volume24h), changeText(stats.change24h, 'the day before', context)),
  );
  add(
    'Volume 7 d',
    stacked(amountOf(stats.volume7d), changeText(stats.change7d, 'the week before', context)),
  );
  add('Last sale', stacked(traded(stats.lastSale), momentText(stats.lastSaleAt)));
  add('Highest sale', traded(stats.highestSale));
  add('Total volume', stacked(amountOf(stats.totalVolume ?? collection.totalVolume), sales));
  add('Items', itemsText(collection, context));
  add('Owners', partText(stats.owners, stats, context));
  add('Listed', partText(stats.listed, stats, context));
  add(
    'Auctions',
    stats.auctions === null || stats.auctions === 0 ? null : `${numberText(stats.auctions, context)} running`,
  );
  add('Offers', offersText(stats, context));
  const royalty = collection.royaltyBasisPoints;
  add('Royalty', royalty === null ? null : percentText(royalty / 100, context, { digits: 3 }));
  add('Creator', collection.owner === null ? null : walletText(collection.owner, context));
  add('Created', momentText(collection.createdAt, 'D'));
  const links = [
    websiteLink(collection.website),
    xLink(collection.twitter),
    discordLink(collection.discord),
    telegramLink(collection.telegram),
  ];
  add('Links', joined(links, ' · '), false);
  return fields;
}

/**
 * A collection at one glance: floor and volume first, then size, owners and terms. What is not told is left out.
 * The numbers are those of a moment, because the marketplace caches them for up to five minutes.
 * @param asOf when they were asked for, epoch ms
 */
export function collectionEmbed(collection: Collection, asOf: number, context: ViewContext): APIEmbed {
  const page = context.links.collection(collection.address);
  const thumbnail = imageUrl(collection.thumbnail, context.marketplaceOrigin);
  const banner = imageUrl(collection.banner, context.marketplaceOrigin);
  const shown = context.collectionName(collection.address, collection.name);
  const name = escapedLine(shown ?? '', 240) || shortAddress(collection.address);
  const description = escapedLine(wordsOfHtml(collection.description ?? ''), DESCRIPTION_LENGTH);
  return {
    color: COLLECTION_COLOUR,
    title: `${name}${markOf(collection)}`,
    ...(page === null ? {} : { url: page }),
    ...(description === '' ? {} : { description }),
    fields: fieldsOf(collection, asOf, context),
    ...(thumbnail === null ? {} : { thumbnail: { url: thumbnail } }),
    ...(banner === null ? {} : { image: { url: banner } }),
    footer: { text: `${context.marketplaceName} · numbers may be up to 5 minutes old` },
  };
}
