import type { SoldItem } from '../../domain/alert.ts';
import { changeText, floorDistance } from './compare.ts';
import type { ViewContext } from './context.ts';
import { momentText } from './moment.ts';
import { amountText, nativePrice } from './price.ts';
import { roughDurationText } from './rough-duration.ts';

/** When, or how long the seller had it until it was sold: that stays what it was, whenever the message is read. */
function sinceText(at: number, soldAt: number | null, context: ViewContext): string {
  if (soldAt !== null) return soldAt < at ? '' : `, held ${roughDurationText(soldAt - at, context)}`;
  const when = momentText(at);
  return when === null ? '' : ` ${when}`;
}

function boughtText(item: SoldItem, soldAt: number | null, context: ViewContext): string | null {
  const bought = item.story?.bought ?? null;
  if (bought === null) return null;
  const price = nativePrice(item);
  const change = price === null ? null : changeText(bought.price, price, context);
  const paid = `bought for ${amountText(bought.price, context)}${sinceText(bought.at, soldAt, context)}`;
  return change === null ? paid : `${paid} · **${change}**`;
}

/** What it went for before, where that is not what the seller had paid: nothing is said of profit then. */
function lastText(item: SoldItem, soldAt: number | null, context: ViewContext): string | null {
  const last = item.story?.last ?? null;
  if (last === null || item.story?.bought !== null) return null;
  const sold = `last sold for ${amountText(last.price, context)}`;
  if (soldAt !== null) {
    return soldAt < last.at ? sold : `${sold}, ${roughDurationText(soldAt - last.at, context)} earlier`;
  }
  const when = momentText(last.at);
  return when === null ? sold : `${sold} ${when}`;
}

/**
 * What makes a price worth reading, the most remarkable first: `🏆 highest sale ever`, `bought for 12 S, held 3 months ·
 * +38%`, `22% below the floor of 20 S`. Empty where nothing is known. A line each, or parts of one.
 *
 * @param soldAt epoch seconds; `null` for what is only offered for sale
 */
export function storyLines(item: SoldItem, soldAt: number | null, context: ViewContext): readonly string[] {
  const { story } = item;
  if (story === null) return [];
  const price = nativePrice(item);
  const distance = price === null ? null : floorDistance(price, story.floor, context, item.quantity);
  const lines = [
    story.record ? '🏆 **highest sale of the collection ever**' : null,
    boughtText(item, soldAt, context),
    lastText(item, soldAt, context),
    distance,
  ];
  return lines.filter((line) => line !== null);
}
