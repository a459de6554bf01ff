import type { MarketDescription } from '#src/alerts/description.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { ViewContext } from '../../views/context.ts';
import { amountText } from '../../views/price.ts';

/** Level of detail of each group beside its count. */
type Detail = 'range' | 'total' | 'count';

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

/** Returns the total price of these alerts, wei; 0 if their prices do not add up. */
export const paidFor = (alerts: readonly MarketDescription[]): Wei =>
  alerts.reduce((sum, { group, price }) => sum + (group.pricesAddUp ? (price.amount ?? 0n) : 0n), 0n);

/** Formats `0.5 ETH to 9 ETH`, or a price that all of them share; `null` if it equals the total, or without a price. */
function rangeText(alerts: readonly MarketDescription[], total: Wei, view: ViewContext): string | null {
  const amounts = alerts.flatMap(({ price }) => (price.amount === null ? [] : [price.amount]));
  const [first, ...others] = amounts;
  if (first === undefined) return null;
  const lowest = others.reduce((a, b) => (b < a ? b : a), first);
  const highest = others.reduce((a, b) => (b > a ? b : a), first);
  if (lowest === highest) return lowest === total ? null : amountText(lowest, view);
  return view.messages.layouts.priceRange(amountText(lowest, view), amountText(highest, view));
}

function linesOf(
  groups: readonly (readonly MarketDescription[])[],
  detail: Detail,
  view: ViewContext,
): readonly string[] {
  return groups.flatMap((alerts) => {
    const [first] = alerts;
    if (first === undefined) return [];
    const total = paidFor(alerts);
    const range = detail === 'range' ? rangeText(alerts, total, view) : null;
    return [
      [
        `${first.group.sign} ${first.group.countWords(alerts.length)}`,
        ...(detail === 'count' || total === 0n ? [] : [`**${amountText(total, view)}**`]),
        ...(range === null ? [] : [range]),
      ].join(' · '),
    ];
  });
}

/**
 * Counts every alert by group, one line each, largest first: `💰 480 sales · 512 ETH · 0.5 ETH to 9 ETH`. Bare counts of
 * all groups take under 700 characters.
 * @param room maximum length; if bare counts exceed it, they are returned anyway
 */
export function totalLines(
  alerts: readonly MarketDescription[],
  room: number,
  view: ViewContext,
): readonly string[] {
  const groups = [...Map.groupBy(alerts, ({ group }) => group.key).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  for (const detail of ['range', 'total'] as const) {
    const lines = linesOf(groups, detail, view);
    if (lengthOf(lines) <= room) return lines;
  }
  return linesOf(groups, 'count', view);
}
