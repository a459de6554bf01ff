import type { APIEmbed, APIEmbedField } from 'discord.js';
import type { SaleAlert, SoldItem } from '../../domain/alert.ts';
import { imageUrl } from '../image-url.ts';
import { cut, escapedLine } from '../text.ts';
import { alertFrame } from './alert-frame.ts';
import type { ViewContext } from './context.ts';
import { collectionName, itemName } from './naming.ts';
import { amountInFull, amountText, nativePrice, soldForText } from './price.ts';
import { rarityText, traitsText } from './rarity.ts';
import { walletText } from './wallet.ts';

const SALE_COLOUR = 0x2ecc71;
/** Traits shown of a token that changed hands; the rest is one lookup away. */
const TRAITS_SHOWN = 6;

function unitsText(item: SoldItem, context: ViewContext): string {
  const { quantity } = item;
  const price = nativePrice(item);
  const units = `${cut(quantity.toLocaleString('en-US'), 120)} units`;
  const even = price !== null && price > 0n && price % quantity === 0n;
  return even ? `${units}, ${amountText(price / quantity, context)} each` : units;
}

function fieldsOf(alert: SaleAlert, context: ViewContext): APIEmbedField[] {
  const { item } = alert;
  const fields: APIEmbedField[] = [];
  const add = (name: string, value: string | null, inline = true) => {
    if (value !== null) fields.push({ name, value, inline });
  };
  const transaction = alert.txHash === null ? null : context.links.transaction(alert.txHash);
  const price = nativePrice(item);
  const inWords = soldForText(item, context) ?? 'not told by the marketplace';
  add('Price', price === null ? inWords : amountInFull(price, context));
  add('Seller', item.seller === null ? null : walletText(item.seller, context));
  add('Buyer', alert.buyer === null ? null : walletText(alert.buyer, context));
  add('Amount', item.quantity > 1n ? unitsText(item, context) : null);
  add('Rarity', item.rarity === null ? null : rarityText(item.rarity));
  add('Transaction', transaction === null ? null : `[view](${transaction})`);
  add('Traits', traitsText(item.attributes, TRAITS_SHOWN), false);
  return fields;
}

/**
 * One sale as an embed: what, for how much, from whom to whom, how rare, and where to see it. What the marketplace
 * did not tell is left out; only a missing price is said to be missing, because a sale has one.
 * @param reference shown in the footer; read-back finds the message by it
 */
export function saleEmbed(alert: SaleAlert, reference: string, context: ViewContext): APIEmbed {
  const { item } = alert;
  const page = context.links.item(item.collection, item.tokenId);
  const collectionPage = context.links.collection(item.collection);
  const picture = imageUrl(item.image);
  const name = escapedLine(itemName(item, context), 120);
  const native = nativePrice(item);
  const price = native === null ? '' : ` for ${amountText(native, context)}`;
  return {
    color: SALE_COLOUR,
    author: {
      name: collectionName(item, context),
      ...(collectionPage === null ? {} : { url: collectionPage }),
    },
    title: cut(`${name} sold${price}`, 256),
    ...(page === null ? {} : { url: page }),
    fields: fieldsOf(alert, context),
    ...(picture === null ? {} : { image: { url: picture } }),
    ...alertFrame(alert, reference, context),
  };
}
