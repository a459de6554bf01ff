import type { APIEmbed, APIEmbedField } from 'discord.js';
import { type Address, shortAddress } from '../../domain/address.ts';
import type { SaleAlert, SoldItem } from '../../domain/alert.ts';
import type { Rarity } from '../../domain/token.ts';
import { shortTokenId } from '../../domain/token-id.ts';
import { formatAmount, formatExact, type Wei } from '../../domain/wei.ts';
import { imageUrl } from '../image-url.ts';
import { cut, escapedLine, plainLine } from '../text.ts';
import type { ViewContext } from './context.ts';

const SALE_COLOUR = 0x2ecc71;
/** Traits shown of a token that changed hands; the rest is one lookup away. */
const TRAITS_SHOWN = 6;

/** What a token is called: its own name, or that of its collection and its number. */
export function itemName(item: SoldItem, context: ViewContext): string {
  const own = plainLine(item.tokenName ?? '', 120);
  return own === '' ? `${collectionName(item, context)} #${shortTokenId(item.tokenId)}` : own;
}

/** The collection's name as the feed, the token or the local directory tells it. */
export function collectionName(item: SoldItem, context: ViewContext): string {
  const told = plainLine(item.collectionName ?? context.collectionName(item.collection) ?? '', 120);
  return told === '' ? shortAddress(item.collection) : told;
}

/** A price as people read it; a price that nobody told is said to be so. */
export function priceText(price: Wei | null, context: ViewContext): string {
  return price === null ? 'price not told' : formatAmount(price, context.currency);
}

/** A wallet, linked to its page where there is one. */
export function walletText(address: Address | null, context: ViewContext): string {
  if (address === null) return 'not told';
  const page = context.links.profile(address);
  return page === null ? `\`${shortAddress(address)}\`` : `[${shortAddress(address)}](${page})`;
}

/** A rank with what it is a rank of: `774 of 10,000`. */
export function rarityText(rarity: Rarity): string {
  const rank = rarity.rank.toLocaleString('en-US');
  return rarity.total === null ? `rank ${rank}` : `rank ${rank} of ${rarity.total.toLocaleString('en-US')}`;
}

function traitsText(item: SoldItem): string {
  const shown = item.attributes
    .slice(0, TRAITS_SHOWN)
    .map(({ type, value }) => `${escapedLine(type, 60)}: **${escapedLine(value, 80)}**`);
  const more = item.attributes.length - shown.length;
  return cut([...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'), 1_024);
}

function priceField(item: SoldItem, context: ViewContext): string {
  const text = priceText(item.price, context);
  if (item.price === null) return text;
  const exact = formatExact(item.price, context.currency);
  return exact.replace(/,/g, '') === text.replace(/,/g, '') ? `**${text}**` : `**${text}**\n${exact}`;
}

/**
 * One sale as an embed: what, for how much, from whom to whom, how rare, and where to see it.
 * @param reference shown in the footer; read-back finds the message by it
 */
export function saleEmbed(alert: SaleAlert, reference: string, context: ViewContext): APIEmbed {
  const { item } = alert;
  const page = context.links.item(item.collection, item.tokenId);
  const transaction = alert.txHash === null ? null : context.links.transaction(alert.txHash);
  const collectionPage = context.links.collection(item.collection);
  const picture = imageUrl(item.image);
  const fields: APIEmbedField[] = [
    { name: 'Price', value: priceField(item, context), inline: true },
    { name: 'Seller', value: walletText(item.seller, context), inline: true },
    { name: 'Buyer', value: walletText(alert.buyer, context), inline: true },
  ];
  if (item.quantity > 1n)
    fields.push({ name: 'Amount', value: item.quantity.toLocaleString('en-US'), inline: true });
  if (item.rarity !== null) fields.push({ name: 'Rarity', value: rarityText(item.rarity), inline: true });
  if (transaction !== null)
    fields.push({ name: 'Transaction', value: `[view](${transaction})`, inline: true });
  if (item.attributes.length > 0) fields.push({ name: 'Traits', value: traitsText(item) });
  return {
    color: SALE_COLOUR,
    author: {
      name: cut(collectionName(item, context), 256),
      ...(collectionPage === null ? {} : { url: collectionPage }),
    },
    title: cut(`${itemName(item, context)} sold for ${priceText(item.price, context)}`, 256),
    ...(page === null ? {} : { url: page }),
    fields,
    ...(picture === null ? {} : { image: { url: picture } }),
    footer: { text: `${context.marketplaceName} · alert ${reference}` },
    timestamp: new Date(alert.occurredAt * 1_000).toISOString(),
  };
}
