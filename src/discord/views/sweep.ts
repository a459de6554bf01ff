import type { APIEmbed, APIEmbedField } from 'discord.js';
import type { SoldItem, SweepAlert } from '../../domain/alert.ts';
import type { Wei } from '../../domain/wei.ts';
import { imageUrl } from '../image-url.ts';
import { cut, escapedLine } from '../text.ts';
import { alertFrame } from './alert-frame.ts';
import type { ViewContext } from './context.ts';
import { collectionName, itemName } from './naming.ts';
import { amountInFull, amountText, nativePrice, soldForText } from './price.ts';
import { walletText } from './wallet.ts';

const SWEEP_COLOUR = 0x9b59b6;
/** Room that the list of tokens may take of Discord's 4,096 characters, so that a batch keeps within 6,000. */
const LIST_ROOM = 3_000;

const count = (number: number): string => number.toLocaleString('en-US');

function itemLine(item: SoldItem, context: ViewContext): string {
  const name = escapedLine(itemName(item, context), 80);
  const page = context.links.item(item.collection, item.tokenId);
  const units = item.quantity > 1n ? ` × ${cut(item.quantity.toLocaleString('en-US'), 120)}` : '';
  const soldFor = soldForText(item, context);
  const price = soldFor === null ? 'price not told' : `**${soldFor}**`;
  const rank = item.rarity === null ? '' : ` · rank ${count(item.rarity.rank)}`;
  return `${page === null ? name : `[${name}](${page})`}${units} · ${price}${rank}`;
}

/** One line an item, as many as there is room for, and the number of the others. */
function itemList(items: readonly SoldItem[], context: ViewContext): string {
  const lines: string[] = [];
  let room = LIST_ROOM;
  for (const item of items) {
    const line = itemLine(item, context);
    if (line.length + 1 > room) break;
    room -= line.length + 1;
    lines.push(line);
  }
  const more = items.length - lines.length;
  return more === 0 ? lines.join('\n') : [...lines, `and ${more} more in the same transaction`].join('\n');
}

/**
 * What was swept, for a place where Discord reads markdown: `7 × Punks`, `7 NFTs of 2 collections`.
 * @param nameRoom length that a collection's name may have
 */
export function sweptText(alert: SweepAlert, nameRoom: number, context: ViewContext): string {
  const collections = new Map(alert.items.map((item) => [item.collection, item]));
  const [first] = collections.values();
  return collections.size === 1 && first !== undefined
    ? `${count(alert.items.length)} × ${escapedLine(collectionName(first, context), nameRoom)}`
    : `${count(alert.items.length)} NFTs of ${count(collections.size)} collections`;
}

/** What is known of a sweep's cost. */
export interface SweepTotal {
  /** What the items with a known price in the chain's own coin cost together, wei. */
  readonly sum: Wei;
  /** Items whose price is not in it. */
  readonly untold: number;
  /** The ones among them that were paid in another currency. */
  readonly foreign: number;
}

export function sweepTotal(alert: SweepAlert): SweepTotal {
  const prices = alert.items.map(nativePrice).filter((price) => price !== null);
  const foreign = alert.items.filter(({ price, currency }) => price !== null && currency !== null).length;
  const sum = prices.reduce((total, price) => total + price, 0n);
  return { sum, untold: alert.items.length - prices.length, foreign };
}

/** Why a total is not the whole: `2 prices were not told, 1 is in another currency`. */
function missingText({ untold, foreign }: SweepTotal): string {
  const plural = (number: number, verbs: readonly [string, string]): string =>
    number === 1 ? `1 price ${verbs[0]}` : `${count(number)} prices ${verbs[1]}`;
  const nowhere = untold - foreign;
  const parts = [
    ...(nowhere > 0 ? [`${plural(nowhere, ['was', 'were'])} not told`] : []),
    ...(foreign > 0 ? [`${plural(foreign, ['is', 'are'])} in another currency`] : []),
  ];
  return parts.join(', ');
}

function priceFields(alert: SweepAlert, context: ViewContext): APIEmbedField[] {
  const total = sweepTotal(alert);
  const { sum, untold, foreign } = total;
  if (untold === alert.items.length) {
    const value = foreign === untold ? 'in another currency' : 'not told by the marketplace';
    return [{ name: 'Total', value, inline: true }];
  }
  if (untold > 0) {
    return [
      {
        name: 'Total',
        value: `at least **${amountText(sum, context)}**\n-# ${missingText(total)}`,
        inline: true,
      },
    ];
  }
  const average = sum / BigInt(alert.items.length);
  return [
    { name: 'Total', value: amountInFull(sum, context), inline: true },
    { name: 'Average', value: amountText(average, context), inline: true },
  ];
}

/**
 * A sweep as one embed: what and for how much in all, then every token with its price.
 * @param reference shown in the footer; read-back finds the message by it
 */
export function sweepEmbed(alert: SweepAlert, reference: string, context: ViewContext): APIEmbed {
  const { sum, untold } = sweepTotal(alert);
  const transaction = alert.txHash === null ? null : context.links.transaction(alert.txHash);
  const picture = alert.items.map((item) => imageUrl(item.image)).find((url) => url !== null);
  const price = untold > 0 ? '' : ` for ${amountText(sum, context)}`;
  return {
    color: SWEEP_COLOUR,
    title: cut(`Sweep: ${sweptText(alert, 100, context)}${price}`, 256),
    ...(transaction === null ? {} : { url: transaction }),
    description: itemList(alert.items, context),
    fields: [
      ...priceFields(alert, context),
      ...(alert.buyer === null
        ? []
        : [{ name: 'Buyer', value: walletText(alert.buyer, context), inline: true }]),
      ...(transaction === null
        ? []
        : [{ name: 'Transaction', value: `[view](${transaction})`, inline: true }]),
    ],
    ...(picture === undefined ? {} : { thumbnail: { url: picture } }),
    ...alertFrame(alert, reference, context),
  };
}
