import { type Holding, type Holdings, valueAtFloor } from '../../marketplace/model/holdings.ts';
import { collectionTitle } from './collection-heading.ts';
import type { ViewContext } from './context.ts';
import { amountText } from './price.ts';

/** Discord: 1,024 characters a field; the rest is for the text below the lines. */
const ROOM = 750;
const MAX_LINES = 8;

function line(holding: Holding, linked: boolean, context: ViewContext): string {
  const name = collectionTitle(holding.collection, context);
  const page = linked ? context.links.collection(holding.collection) : null;
  const { tokens, listed, floor } = holding;
  const { profile } = context.messages;
  return [
    page === null ? `**${name}**` : `**[${name}](${page})**`,
    profile.itemCount(tokens),
    ...(listed === 0 ? [] : [profile.listedItems(listed)]),
    ...(floor === null ? [] : [profile.atFloor(amountText(valueAtFloor(holding), context))]),
  ].join(' · ');
}

/** The lines with links where there is room for that, else without, and as many as fit. */
function linesOf(each: readonly Holding[], context: ViewContext): readonly string[] {
  const shown = each.slice(0, MAX_LINES);
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
  const { profile } = context.messages;
  const amount = amountText(value, context);
  const together =
    withFloor.length === each.length
      ? profile.together(amount)
      : profile.togetherOfSome(amount, withFloor.length, each.length);
  const counted = total === null || total <= seen ? profile.counted(seen) : profile.countedOf(seen, total);
  return [...(withFloor.length === 0 ? [] : [`-# ${together}`]), ...(whole ? [] : [`-# ${counted}`])];
}

/** A wallet's holdings by collection, with their value at the floor; `null` without holdings. */
export function holdingsText(holdings: Holdings, context: ViewContext): string | null {
  const { each } = holdings;
  if (each.length === 0) return null;
  const lines = linesOf(each, context);
  const more = each.length - lines.length;
  return [
    ...lines,
    ...(more === 0 ? [] : [context.messages.profile.moreCollections(more)]),
    ...summary(holdings, context),
  ].join('\n');
}
