import { type Holding, type Holdings, valueAtFloor } from '../../domain/holdings.ts';
import { collectionTitle } from './collection-heading.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { numberText } from './numbers.ts';
import { amountText } from './price.ts';

/** Discord: 1,024 characters a field; the rest is for what stands below the lines. */
const ROOM = 750;
const MOST_LINES = 8;

function line(holding: Holding, linked: boolean, context: ViewContext): string {
  const name = collectionTitle(holding.collection, context);
  const page = linked ? context.links.collection(holding.collection) : null;
  const { tokens, listed, floor } = holding;
  return [
    page === null ? `**${name}**` : `**[${name}](${page})**`,
    counted(tokens, 'item', context),
    ...(listed === 0 ? [] : [`${numberText(listed, context)} listed`]),
    ...(floor === null ? [] : [`${amountText(valueAtFloor(holding), context)} at floor`]),
  ].join(' · ');
}

/** The lines with links where there is room for that, else without, and as many as fit. */
function linesOf(each: readonly Holding[], context: ViewContext): readonly string[] {
  const shown = each.slice(0, MOST_LINES);
  const lengthOf = (lines: readonly string[]) => lines.join('\n').length;
  const linked = shown.map((holding) => line(holding, true, context));
  if (lengthOf(linked) <= ROOM) return linked;
  const plain = shown.map((holding) => line(holding, false, context));
  while (lengthOf(plain) > ROOM) plain.pop();
  return plain;
}

function summary({ each, counted: seen, total, whole }: Holdings, context: ViewContext): readonly string[] {
  const withFloor = each.filter(({ floor }) => floor !== null);
  const value = withFloor.reduce((sum, holding) => sum + valueAtFloor(holding), 0n);
  const of =
    withFloor.length === each.length
      ? ''
      : `, with the floors of ${withFloor.length} of ${counted(each.length, 'collection', context)}`;
  const all = total === null || total <= seen ? '' : ` of ${numberText(total, context)}`;
  return [
    ...(withFloor.length === 0 ? [] : [`-# together ${amountText(value, context)} at floor${of}`]),
    ...(whole ? [] : [`-# counted: the latest ${numberText(seen, context)}${all} items`]),
  ];
}

/** What somebody holds by collection, with its value at the floor; `null` when that is nothing. */
export function holdingsText(holdings: Holdings, context: ViewContext): string | null {
  const { each } = holdings;
  if (each.length === 0) return null;
  const lines = linesOf(each, context);
  const more = each.length - lines.length;
  return [
    ...lines,
    ...(more === 0 ? [] : [`and ${counted(more, 'more collection', context)}`]),
    ...summary(holdings, context),
  ].join('\n');
}
