import type { APIEmbed, APIEmbedField } from 'discord.js';
import { shortAddress } from '../../domain/address.ts';
import type { Collection, CollectionStats } from '../../domain/collection.ts';
import type { Wei } from '../../domain/wei.ts';
import { wordsOfHtml } from '../html.ts';
import { imageUrl } from '../image-url.ts';
import { escapedLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { amountText } from './price.ts';
import { shareText } from './rarity.ts';
import { walletText } from './wallet.ts';

const COLLECTION_COLOUR = 0x3498db;
const DESCRIPTION_LENGTH = 600;

/** `▲ 12.5% on the day before`; a change that rounds to nothing is said to be none. */
function changeText(percent: number | null, before: string): string | null {
  if (percent === null) return null;
  const size = Math.abs(percent).toLocaleString('en-US', { maximumFractionDigits: 1 });
  if (size === '0') return `unchanged on ${before}`;
  return `${percent > 0 ? '▲' : '▼'} ${size}% on ${before}`;
}

/** The lines that there are, below one another; `null` when the first is missing. */
function stacked(first: string | null, second: string | null): string | null {
  return first === null || second === null ? first : `${first}\n-# ${second}`;
}

function floorText({ floor, listed }: CollectionStats, amount: (value: Wei) => string): string | null {
  if (floor === null) return null;
  if (floor > 0n || (listed ?? 0) > 0) return amount(floor);
  return listed === 0 ? 'nothing listed' : null;
}

function ownersText({ owners, tokens }: CollectionStats, count: (value: number) => string): string | null {
  if (owners === null) return null;
  const share = tokens === null || tokens === 0 ? null : shareText((owners / tokens) * 100);
  return stacked(count(owners), share === null ? null : `${share} of the items`);
}

function fieldsOf(collection: Collection, context: ViewContext): APIEmbedField[] {
  const { stats } = collection;
  const fields: APIEmbedField[] = [];
  const add = (name: string, value: string | null) => {
    if (value !== null) fields.push({ name, value, inline: true });
  };
  const amount = (value: Wei) => amountText(value, context);
  const amountOf = (value: Wei | null) => (value === null ? null : amount(value));
  const traded = (value: Wei | null) => (value === 0n ? null : amountOf(value));
  const count = (value: number) => value.toLocaleString('en-US');
  const countOf = (value: number | null) => (value === null ? null : count(value));

  add('Floor', floorText(stats, amount));
  add('Volume 24 h', stacked(amountOf(stats.volume24h), changeText(stats.change24h, 'the day before')));
  add('Volume 7 d', stacked(amountOf(stats.volume7d), changeText(stats.change7d, 'the week before')));
  add(
    'Last sale',
    stacked(
      traded(stats.lastSale),
      stats.lastSaleAt === null ? null : `<t:${Math.floor(stats.lastSaleAt)}:R>`,
    ),
  );
  add('Highest sale', traded(stats.highestSale));
  add('Total volume', amountOf(stats.totalVolume ?? collection.totalVolume));
  add('Items', countOf(stats.tokens));
  add('Owners', ownersText(stats, count));
  add('Listed', countOf(stats.listed));
  const royalty = collection.royaltyBasisPoints;
  add('Royalty', royalty === null ? null : `${(royalty / 100).toLocaleString('en-US')}%`);
  add('Creator', collection.owner === null ? null : walletText(collection.owner, context));
  return fields;
}

/**
 * A collection at one glance: floor and volume first, then size, owners and terms. What is not told is left out.
 * The numbers are those of a moment, because the marketplace caches them for up to five minutes.
 * @param oldAsOf when they are older than that: the moment they are of, epoch ms; Discord shows it in the reader's own time
 */
export function collectionEmbed(
  collection: Collection,
  context: ViewContext,
  oldAsOf: number | null = null,
): APIEmbed {
  const age = oldAsOf === null ? 'numbers may be up to 5 minutes old' : 'last known numbers, as of';
  const page = context.links.collection(collection.address);
  const thumbnail = imageUrl(collection.thumbnail);
  const banner = imageUrl(collection.banner);
  const name = escapedLine(collection.name, 240) || shortAddress(collection.address);
  const description = escapedLine(wordsOfHtml(collection.description ?? ''), DESCRIPTION_LENGTH);
  return {
    color: COLLECTION_COLOUR,
    title: `${name}${collection.verified ? ' ✓' : ''}`,
    ...(page === null ? {} : { url: page }),
    ...(description === '' ? {} : { description }),
    fields: fieldsOf(collection, context),
    ...(thumbnail === null ? {} : { thumbnail: { url: thumbnail } }),
    ...(banner === null ? {} : { image: { url: banner } }),
    footer: { text: `${context.marketplaceName} · ${age}` },
    ...(oldAsOf === null ? {} : { timestamp: new Date(oldAsOf).toISOString() }),
  };
}
