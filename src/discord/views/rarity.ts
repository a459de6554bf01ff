import type { Attribute, Rarity, TokenRarity } from '#src/marketplace/resources/item.ts';
import { escapeMarkdownLine } from '../text.ts';
import type { ViewContext } from './context.ts';

/** Up to this share of a collection, a rank is also described as “top”. */
const TOP_PERCENT = 10;

/** Returns whether the percentage is possible as a share: 0 to 100. */
export function isShare(percent: number): boolean {
  return percent >= 0 && percent <= 100;
}

/** Formats a share: `12%`, `4.5%`, `under 0.1%`; `null` if it is impossible. */
export function shareText(percent: number | null, { messages }: ViewContext): string | null {
  if (percent === null || !isShare(percent)) return null;
  const { rarity, writer } = messages;
  if (percent < 0.1) return rarity.under(writer.percent(0.1, { digits: 1 }));
  return writer.percent(percent, { digits: percent < 10 ? 1 : 0 });
}

/** Formats a rank with its total: `rank 12 of 1,000 (top 1.2%)`. An impossible total is left out. */
export function rarityText({ rank, total }: Rarity, context: ViewContext): string {
  const { rarity } = context.messages;
  if (total === null || total < rank) return rarity.rank(rank);
  const percent = (rank / total) * 100;
  const shownRank = rarity.rankOf(rank, total);
  const top = percent <= TOP_PERCENT && total > 1 ? shareText(Math.max(percent, 0.1), context) : null;
  return top === null ? shownRank : rarity.atTheTop(shownRank, top);
}

/** Describes a rank in words. The marketplace's percentile is high for common tokens (field notes: Rarity). */
function rarityWords({ rank, total, percentile }: TokenRarity, { messages }: ViewContext): string | null {
  const { rarity, writer } = messages;
  if (rank === 1) return rarity.rarestOfAll;
  const known = total !== null && total >= rank;
  // In this range `rarityText` already says “top …%”.
  if (known && (rank / total) * 100 <= TOP_PERCENT) return null;
  const passed = known ? ((total - rank) / total) * 100 : percentile === null ? null : 100 - percentile;
  if (passed === null || !(passed >= 0 && passed < 100)) return null;
  return passed < 1 ? rarity.mostCommon : rarity.rarerThan(writer.percent(Math.floor(passed), { digits: 0 }));
}

/** Formats a rank, with its meaning on the line below. */
export function rarityInWords(rarity: TokenRarity, context: ViewContext): string {
  const words = rarityWords(rarity, context);
  return `${rarityText(rarity, context)}${words === null ? '' : `\n-# ${words}`}`;
}

/** Returns the rarity for sorting. Impossible shares come last, so that they are not shown as the rarest. */
const rarityOrLast = ({ rarity }: Attribute): number => (rarity === null || !isShare(rarity) ? 101 : rarity);

const byRarity = (a: Attribute, b: Attribute): number => rarityOrLast(a) - rarityOrLast(b);

/** Maximum length of a type, and of a value. */
const TRAIT_LENGTH = 40;

function traitText({ type, value, rarity }: Attribute, context: ViewContext): string | null {
  const name = escapeMarkdownLine(type, TRAIT_LENGTH);
  const what = escapeMarkdownLine(value, TRAIT_LENGTH);
  if (what === '') return null;
  const share = shareText(rarity, context);
  return `${name === '' ? '' : `${name}: `}**${what}**${share === null ? '' : ` ${share}`}`;
}

/**
 * Formats the rarest traits of a token in one line: `Hat: **Beanie** 4.5% · Fur: **Gold** 12%`; `null` without traits
 * to show.
 * @param most maximum number of traits
 */
export function rarestTraits(
  attributes: readonly Attribute[],
  most: number,
  context: ViewContext,
): string | null {
  const shown = attributes
    .toSorted(byRarity)
    .map((attribute) => traitText(attribute, context))
    .filter((text) => text !== null)
    .slice(0, most);
  return shown.length === 0 ? null : shown.join(' · ');
}
