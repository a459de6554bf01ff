import type { MarketDescription } from '#src/alerts/description.ts';
import type { Address } from '#src/chain/address.ts';
import { escapeMarkdownLine } from '../../text.ts';
import type { ViewContext } from '../../views/context.ts';
import { amountText } from '../../views/price.ts';
import { paidFor } from './summary-totals.ts';

/** Maximum collections with a separate line; the others are counted together. */
const MAX_COLLECTIONS = 5;
const NAME_LENGTH = 40;
/** Length of the address suffix that distinguishes collections with the same name. */
const SUFFIX_LENGTH = 4;

/** The alerts of one collection, or those that concern several. */
interface Counted {
  /** `null` for alerts of several collections. */
  readonly collection: { readonly address: Address; readonly name: string } | null;
  readonly alerts: readonly MarketDescription[];
}

/** Groups every alert once, largest collection first. */
function countByCollection(alerts: readonly MarketDescription[]): readonly Counted[] {
  const byAddress = Map.groupBy(alerts, ({ collections }) =>
    collections.length === 1 ? (collections[0]?.address ?? null) : null,
  );
  return [...byAddress]
    .map(([address, of]) => ({
      collection: address === null ? null : (of[0]?.collections[0] ?? null),
      alerts: of,
    }))
    .toSorted((a, b) => b.alerts.length - a.alerts.length);
}

/** Returns the display names, escaped. Collections with the same name get the ends of their addresses. */
function namesOf(counted: readonly Counted[], { messages }: ViewContext): readonly string[] {
  const shown = counted.map(({ collection }) =>
    collection === null
      ? messages.layouts.severalCollections
      : escapeMarkdownLine(collection.name, NAME_LENGTH) || messages.lists.unnamed,
  );
  return shown.map((name, position) => {
    const address = counted[position]?.collection?.address;
    const isShared = shown.indexOf(name) !== shown.lastIndexOf(name);
    return address !== undefined && isShared ? `${name} (…${address.slice(-SUFFIX_LENGTH)})` : name;
  });
}

/**
 * Counts every alert once by its collection: `Punks: 12 · 3 ETH`.
 * @param room maximum length of the lines; none if not even one collection fits
 */
export function collectionLines(
  alerts: readonly MarketDescription[],
  room: number,
  view: ViewContext,
): readonly string[] {
  const { layouts, writer } = view.messages;
  const counted = countByCollection(alerts);
  const names = namesOf(counted, view);
  const each = counted.slice(0, MAX_COLLECTIONS).map((of, position) => {
    const count = layouts.collectionCount(names[position] ?? '', `**${writer.number(of.alerts.length)}**`);
    const paid = paidFor(of.alerts);
    return paid === 0n ? count : `${count} · ${amountText(paid, view)}`;
  });
  for (let kept = each.length; kept > 0; kept -= 1) {
    const others = counted.slice(kept);
    const together = others.reduce((sum, of) => sum + of.alerts.length, 0);
    const more = layouts.moreCollections(others.length, `**${writer.number(together)}**`);
    const lines = [...each.slice(0, kept), ...(others.length === 0 ? [] : [more])];
    if (lines.join('\n').length <= room) return lines;
  }
  return [];
}
