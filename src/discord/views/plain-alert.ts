import type { Alert } from '../../domain/alert.ts';
import type { Wei } from '../../domain/wei.ts';
import { escapedLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { collectionName, itemName } from './naming.ts';
import { amountText, exactText, nativePrice, soldForText } from './price.ts';
import { sweepTotal, sweptText } from './sweep.ts';

const NAME_ROOM = 120;
/** A name is not cut shorter than this to make room; the links go first. */
const SHORTEST_NAME = 20;

function soldText(alert: Alert, nameRoom: number, context: ViewContext): string {
  if (alert.type === 'sweep') return `Sweep: ${sweptText(alert, nameRoom, context)}`;
  const name = itemName(alert.item, context);
  const collection = collectionName(alert.item, context);
  const what = name.includes(collection) ? name : `${name} of ${collection}`;
  return `Sale: ${escapedLine(what, nameRoom)}`;
}

function priceOf(alert: Alert): Wei | null {
  if (alert.type === 'sale') return nativePrice(alert.item);
  const { sum, untold } = sweepTotal(alert);
  return untold > 0 ? null : sum;
}

function priceText(alert: Alert, context: ViewContext): string {
  if (alert.type === 'sale') return soldForText(alert.item, context) ?? 'price not told';
  const amount = priceOf(alert);
  return amount === null ? 'price not told' : amountText(amount, context);
}

function linksOf(alert: Alert, context: ViewContext): readonly string[] {
  const pages = [
    alert.type === 'sale' ? context.links.item(alert.item.collection, alert.item.tokenId) : null,
    alert.txHash === null ? null : context.links.transaction(alert.txHash),
  ];
  return pages.filter((page) => page !== null).map((page) => `<${page}>`);
}

/**
 * An alert in one line of plain words: what is sent when Discord refuses its embed. The reference always stands at its
 * end; every digit of the price and links stand where there is room.
 * @param room length that the line may have, in UTF-16 units; at least 199, a tenth of a message
 */
export function plainAlert(alert: Alert, reference: string, room: number, context: ViewContext): string {
  const end = `alert ${reference}`;
  const amount = priceOf(alert);
  const price = priceText(alert, context);
  const taken = ['Sweep: 1,000,000 × ', price, end].join(' · ').length;
  const name = soldText(alert, Math.min(NAME_ROOM, Math.max(SHORTEST_NAME, room - taken)), context);
  const exact = amount === null ? null : exactText(amount, context);
  const parts = [name, price];
  let left = room - [...parts, end].join(' · ').length;
  for (const extra of [...(exact === null ? [] : [`exactly ${exact}`]), ...linksOf(alert, context)]) {
    if (extra.length + 3 > left) continue;
    left -= extra.length + 3;
    parts.push(extra);
  }
  return [...parts, end].join(' · ');
}
