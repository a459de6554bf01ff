import type { APIEmbed } from 'discord.js';
import type { SoldItem, SweepAlert } from '../../domain/alert.ts';
import { formatAmount, type Wei } from '../../domain/wei.ts';
import { imageUrl } from '../image-url.ts';
import { cut, escapedLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { collectionName, itemName, priceText, walletText } from './sale.ts';

const SWEEP_COLOUR = 0x9b59b6;
/** Room that the list of tokens may take of Discord's 4,096 characters, so that a batch keeps within 6,000. */
const LIST_ROOM = 3_000;

function itemLine(item: SoldItem, context: ViewContext): string {
  const name = escapedLine(itemName(item, context), 80);
  const page = context.links.item(item.collection, item.tokenId);
  const rank = item.rarity === null ? '' : ` · rank ${item.rarity.rank.toLocaleString('en-US')}`;
  return `${page === null ? name : `[${name}](${page})`} · **${priceText(item.price, context)}**${rank}`;
}

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

/** The name of what was swept: one collection's, or how many collections'. */
export function sweptWhat(alert: SweepAlert, context: ViewContext): string {
  const collections = new Map(alert.items.map((item) => [item.collection, item]));
  const [first] = collections.values();
  return collections.size === 1 && first !== undefined
    ? collectionName(first, context)
    : `NFTs of ${collections.size} collections`;
}

/** What the whole sweep cost, in wei; `null` when the price of any item was not told. */
export function sweepTotal(alert: SweepAlert): Wei | null {
  let total = 0n;
  for (const item of alert.items) {
    if (item.price === null) return null;
    total += item.price;
  }
  return total;
}

/**
 * A sweep as one embed: total and average first, then every token with its price.
 * @param reference shown in the footer; read-back finds the message by it
 */
export function sweepEmbed(alert: SweepAlert, reference: string, context: ViewContext): APIEmbed {
  const total = sweepTotal(alert);
  const count = alert.items.length;
  const transaction = alert.txHash === null ? null : context.links.transaction(alert.txHash);
  const picture = alert.items.map((item) => imageUrl(item.image)).find((url) => url !== null);
  const average = total === null ? null : total / BigInt(count);
  return {
    color: SWEEP_COLOUR,
    title: cut(
      `Sweep: ${count} × ${sweptWhat(alert, context)}${total === null ? '' : ` for ${formatAmount(total, context.currency)}`}`,
      256,
    ),
    ...(transaction === null ? {} : { url: transaction }),
    description: itemList(alert.items, context),
    fields: [
      { name: 'Buyer', value: walletText(alert.buyer, context), inline: true },
      ...(average === null
        ? []
        : [{ name: 'Average', value: formatAmount(average, context.currency), inline: true }]),
      ...(transaction === null
        ? []
        : [{ name: 'Transaction', value: `[view](${transaction})`, inline: true }]),
    ],
    ...(picture === undefined ? {} : { thumbnail: { url: picture } }),
    footer: { text: `${context.marketplaceName} · alert ${reference}` },
    timestamp: new Date(alert.occurredAt * 1_000).toISOString(),
  };
}
