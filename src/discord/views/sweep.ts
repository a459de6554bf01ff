import type { APIEmbed } from 'discord.js';
import type { SoldItem, SweepAlert } from '../../domain/alert.ts';
import { imageUrl } from '../image-url.ts';
import { alertFrame, type Showing } from './alert-frame.ts';
import { alertColour } from './colours.ts';
import type { ViewContext } from './context.ts';
import { type Field, inlineFields, transactionText, unitsOf } from './embed-fields.ts';
import { numberText } from './numbers.ts';
import { amountInFull, amountText, soldForText } from './price.ts';
import { type SweepTotal, sweepTotal } from './sweep-total.ts';
import { titleLine } from './title-line.ts';
import { tokenLine, tokenLines } from './token-lines.ts';
import { walletText } from './wallet.ts';

/** Discord shows the pictures of embeds with the same address as one gallery, of four at most. */
const PICTURES = 4;

function itemLine(item: SoldItem, context: ViewContext): string {
  const soldFor = soldForText(item, context);
  const price = soldFor === null ? 'price not told' : `**${soldFor}**`;
  const rank = item.rarity === null ? '' : ` · rank ${numberText(item.rarity.rank, context)}`;
  return `${tokenLine(item, context)} · ${price}${rank}`;
}

/** Why a total is not the whole: `2 prices were not told, 1 is in another currency`. */
function missingText({ untold, foreign }: SweepTotal, context: ViewContext): string {
  const plural = (number: number, verbs: readonly [string, string]): string =>
    number === 1 ? `1 price ${verbs[0]}` : `${numberText(number, context)} prices ${verbs[1]}`;
  const nowhere = untold - foreign;
  const parts = [
    ...(nowhere > 0 ? [`${plural(nowhere, ['was', 'were'])} not told`] : []),
    ...(foreign > 0 ? [`${plural(foreign, ['is', 'are'])} in another currency`] : []),
  ];
  return parts.join(', ');
}

/** What all were sold for, where that is one other coin; else `null`. */
function otherCoinTotal(items: readonly SoldItem[], context: ViewContext): string | null {
  const [first] = items;
  if (
    first === undefined ||
    items.some(({ price, currency }) => price === null || currency !== first.currency)
  )
    return null;
  return soldForText({ ...first, price: items.reduce((sum, { price }) => sum + (price ?? 0n), 0n) }, context);
}

function priceFields(alert: SweepAlert, context: ViewContext): readonly Field[] {
  const total = sweepTotal(alert);
  const { sum, untold, foreign } = total;
  if (untold === alert.items.length) {
    const other = otherCoinTotal(alert.items, context);
    const why = foreign === untold ? 'in other currencies' : 'not told by the marketplace';
    return [['Total', other ?? why]];
  }
  if (untold > 0) {
    return [['Total', `at least **${amountText(sum, context)}**\n-# ${missingText(total, context)}`]];
  }
  const units = unitsOf(alert.items);
  if (units === 0n) return [['Total', amountInFull(sum, context)]];
  const single = units === BigInt(alert.items.length);
  return [
    ['Total', amountInFull(sum, context)],
    ['Average', `${amountText(sum / units, context)}${single ? '' : ' a unit'}`],
  ];
}

/** The first pictures that Discord can show, each once. */
function picturesOf({ items }: SweepAlert, { marketplaceOrigin }: ViewContext): readonly string[] {
  const pictures = new Set<string>();
  for (const { image } of items) {
    const url = imageUrl(image, marketplaceOrigin);
    if (url !== null) pictures.add(url);
    if (pictures.size === PICTURES) break;
  }
  return [...pictures];
}

/** The address that holds a gallery together; pictures cannot be joined without one. */
function galleryAddress(
  alert: SweepAlert,
  title: Pick<APIEmbed, 'url'>,
  context: ViewContext,
): string | null {
  const [first] = alert.items;
  if (title.url !== undefined || first === undefined) return title.url ?? null;
  return context.links.collection(first.collection) ?? context.links.item(first.collection, first.tokenId);
}

/**
 * A sweep: what and for how much in all, every token with its price, and the first pictures as one gallery: the embed
 * itself, then at most three that hold nothing but a picture.
 */
export function sweepEmbeds(
  alert: SweepAlert,
  { mark, look }: Showing,
  context: ViewContext,
): readonly APIEmbed[] {
  const [first, ...others] = look === 'compact' ? [] : picturesOf(alert, context);
  const title = titleLine(alert, context);
  const url = galleryAddress(alert, title, context);
  const buyer = alert.buyer === null ? null : walletText(alert.buyer, context);
  const embed: APIEmbed = {
    color: alertColour(alert, context.settings),
    ...title,
    ...(url === null ? {} : { url }),
    description: tokenLines(alert.items, (item) => itemLine(item, context), context),
    fields: inlineFields([
      ...priceFields(alert, context),
      ['Buyer', buyer],
      ['Transaction', transactionText(alert.txHash, context)],
    ]),
    ...(first === undefined ? {} : { image: { url: first } }),
    ...alertFrame(alert, mark, context),
  };
  const gallery = url === null ? [] : others.map((picture) => ({ url, image: { url: picture } }));
  return [embed, ...gallery];
}
