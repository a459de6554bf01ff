import type { SoldItem } from '../../domain/alert.ts';
import { changeText, floorDistance } from './compare.ts';
import type { ViewContext } from './context.ts';
import { momentText } from './moment.ts';
import { amountText, nativePrice } from './price.ts';

function boughtText(item: SoldItem, context: ViewContext): string | null {
  const bought = item.story?.bought ?? null;
  if (bought === null) return null;
  const when = momentText(bought.at);
  const price = nativePrice(item);
  const change = price === null ? null : changeText(bought.price, price, context);
  const paid = `bought for ${amountText(bought.price, context)}${when === null ? '' : ` ${when}`}`;
  return change === null ? paid : `${paid} · **${change}**`;
}

/**
 * What makes a price worth reading, the most remarkable first: `🏆 highest sale ever`, `bought for 12 S 3 months ago ·
 * +38%`, `22% below the floor of 20 S`. Empty where nothing is known. A line each, or parts of one.
 */
export function storyLines(item: SoldItem, context: ViewContext): readonly string[] {
  const { story } = item;
  if (story === null) return [];
  const price = nativePrice(item);
  const distance = price === null ? null : floorDistance(price, story.floor, context);
  const lines = [
    story.record ? '🏆 **highest sale of the collection ever**' : null,
    boughtText(item, context),
    distance,
  ];
  return lines.filter((line) => line !== null);
}
