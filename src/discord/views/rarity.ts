import type { Attribute, Rarity, TokenRarity } from '../../domain/token.ts';
import { escapedLine } from '../text.ts';
import { counted } from './counted.ts';
import { type NumberContext, numberText, percentText } from './numbers.ts';

/** Up to this share of a collection, a rank is said to be at the top as well. */
const TOP_PERCENT = 10;

/** Whether so many percent can be a share. */
export function isShare(percent: number): boolean {
  return percent >= 0 && percent <= 100;
}

/** A share as people read it: `12%`, `4.5%`, `under 0.1%`; `null` for what can be no share. */
export function shareText(percent: number | null, context: NumberContext): string | null {
  if (percent === null || !isShare(percent)) return null;
  if (percent < 0.1) return `under ${percentText(0.1, context, { digits: 1 })}`;
  return percentText(percent, context, { digits: percent < 10 ? 1 : 0 });
}

/** A rank with what it is a rank of: `rank 12 of 1,000 (top 1.2%)`. A total that cannot be is not told. */
export function rarityText({ rank, total }: Rarity, context: NumberContext): string {
  const place = `rank ${numberText(rank, context)}`;
  if (total === null || total < rank) return place;
  const percent = (rank / total) * 100;
  const top = percent <= TOP_PERCENT && total > 1 ? shareText(percent, context) : null;
  return `${place} of ${numberText(total, context)}${top === null ? '' : ` (top ${top.replace('under ', '')})`}`;
}

/** What a rank means, in words; the marketplace's percentile is high for what is common (field notes: Rarity). */
function rarityWords({ rank, total, percentile }: TokenRarity, context: NumberContext): string | null {
  if (rank === 1) return 'the rarest of all';
  const known = total !== null && total >= rank;
  // The rank itself is told to be at the top then.
  if (known && (rank / total) * 100 <= TOP_PERCENT) return null;
  const passed = known ? ((total - rank) / total) * 100 : percentile === null ? null : 100 - percentile;
  if (passed === null || !(passed >= 0 && passed < 100)) return null;
  return passed < 1
    ? 'one of the most common'
    : `rarer than ${percentText(Math.floor(passed), context, { digits: 0 })} of the collection`;
}

/** A rank with what it means below it. */
export function rarityInWords(rarity: TokenRarity, context: NumberContext): string {
  const words = rarityWords(rarity, context);
  return `${rarityText(rarity, context)}${words === null ? '' : `\n-# ${words}`}`;
}

/** What can be no share comes last, so that nothing poses as the rarest. */
const rarityOrLast = ({ rarity }: Attribute): number => (rarity === null || !isShare(rarity) ? 101 : rarity);

const byRarity = (a: Attribute, b: Attribute): number => rarityOrLast(a) - rarityOrLast(b);

function traitLine({ type, value, rarity }: Attribute, context: NumberContext): string | null {
  const name = escapedLine(type, 60);
  const what = escapedLine(value, 60);
  if (what === '') return null;
  const share = shareText(rarity, context);
  return `${name === '' ? '' : `${name}: `}**${what}**${share === null ? '' : ` · ${share}`}`;
}

/** The rarest traits of a token, a line each, and how many more there are; `null` when it has none to show. */
export function traitsText(
  attributes: readonly Attribute[],
  shownAtMost: number,
  context: NumberContext,
): string | null {
  const shown: string[] = [];
  let more = 0;
  for (const attribute of attributes.toSorted(byRarity)) {
    const line = shown.length < shownAtMost ? traitLine(attribute, context) : null;
    if (line !== null) shown.push(line);
    else if (shown.length === shownAtMost) more += 1;
  }
  if (more > 0) shown.push(`and ${counted(more, 'more trait', context)}`);
  return shown.length === 0 ? null : shown.join('\n');
}
