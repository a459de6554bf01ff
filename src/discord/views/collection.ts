import type { APIEmbed, APIEmbedField } from 'discord.js';
import type { Collection } from '../../domain/collection.ts';
import { formatAmount, type Wei } from '../../domain/wei.ts';
import { imageUrl } from '../image-url.ts';
import { cut, escapedLine, plainLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { walletText } from './sale.ts';

const COLLECTION_COLOUR = 0x3498db;

/** The marketplace's descriptions hold HTML: line breaks become blanks, other tags go. */
function withoutHtml(text: string): string {
  return text.replaceAll(/<br\s*\/?>/gi, ' ').replaceAll(/<[^>]*>/g, '');
}

function percent(change: number): string {
  return `${change > 0 ? '+' : ''}${change.toLocaleString('en-US', { maximumFractionDigits: 1 })} %`;
}

/** A collection at one glance: floor and volume first, then size, owners and terms. What is not told is left out. */
export function collectionEmbed(collection: Collection, context: ViewContext): APIEmbed {
  const { stats } = collection;
  const fields: APIEmbedField[] = [];
  const add = (name: string, value: string | null) => {
    if (value !== null && value !== '') fields.push({ name, value, inline: true });
  };
  const amount = (value: Wei | null) => (value === null ? null : formatAmount(value, context.currency));
  const count = (value: number | null) => (value === null ? null : value.toLocaleString('en-US'));
  const volume = (value: Wei | null, change: number | null) =>
    value === null ? null : `${amount(value)}${change === null ? '' : ` (${percent(change)})`}`;

  add('Floor', amount(stats.floor));
  add('Volume 24 h', volume(stats.volume24h, stats.change24h));
  add('Volume 7 d', volume(stats.volume7d, stats.change7d));
  add(
    'Last sale',
    stats.lastSale === null || stats.lastSale === 0n
      ? null
      : [amount(stats.lastSale), ...(stats.lastSaleAt === null ? [] : [`<t:${stats.lastSaleAt}:R>`])].join(
          ' · ',
        ),
  );
  add('Highest sale', stats.highestSale === 0n ? null : amount(stats.highestSale));
  add('Total volume', amount(stats.totalVolume ?? collection.totalVolume));
  add('Items', count(stats.tokens));
  add('Owners', count(stats.owners));
  add('Listed', count(stats.listed));
  add('Royalty', collection.royaltyBasisPoints === null ? null : `${collection.royaltyBasisPoints / 100} %`);
  add('Creator', collection.owner === null ? null : walletText(collection.owner, context));

  const page = context.links.collection(collection.address);
  const thumbnail = imageUrl(collection.thumbnail);
  const banner = imageUrl(collection.banner);
  const description = escapedLine(withoutHtml(collection.description ?? ''), 600);
  return {
    color: COLLECTION_COLOUR,
    title: cut(`${plainLine(collection.name, 240)}${collection.verified ? ' ✓' : ''}`, 256),
    ...(page === null ? {} : { url: page }),
    ...(description === '' ? {} : { description }),
    fields,
    ...(thumbnail === null ? {} : { thumbnail: { url: thumbnail } }),
    ...(banner === null ? {} : { image: { url: banner } }),
    footer: { text: context.marketplaceName },
  };
}
