import type { APIEmbed } from 'discord.js';
import type { Holder, HolderPage } from '../../marketplace/model/holder.ts';
import { pageText } from '../components/pager.ts';
import type { ViewContext } from './context.ts';
import { type List, listEmbed } from './list-embed.ts';
import { shareText } from './rarity.ts';
import { walletText } from './wallet.ts';

/** A holder's share of the collection in words; `null` where the collection's size is unknown or impossible. */
function partText(count: number, { totalTokens }: HolderPage, context: ViewContext): string | null {
  return totalTokens === null || totalTokens === 0 ? null : shareText((count / totalTokens) * 100, context);
}

/** What a menu says of a holder: `120 tokens · 1.2% of the collection`. */
export function holderAbout({ count }: Holder, page: HolderPage, context: ViewContext): string {
  const part = partText(count, page, context);
  const { holders } = context.messages;
  const held = holders.tokens(count);
  return part === null ? held : `${held} · ${holders.shareOfCollection(part)}`;
}

/** Whether the items are the first of all and in their order, each of them. */
const isGapless = ({ sorted, unreadable }: HolderPage): boolean => sorted !== false && unreadable === 0;

/**
 * The list's own number of holders; empty if it adds nothing to the number in the collection's statistics. Marketplaces
 * compute the two numbers at different times.
 */
function countText(
  { total, uniqueHolders }: HolderPage,
  minimum: number,
  { messages: { holders } }: ViewContext,
): string {
  if (total === null || (minimum <= 1 && uniqueHolders !== null)) return '';
  return ` · ${minimum > 1 ? holders.suchHolders(total) : holders.count(total)}`;
}

function sizeText({ uniqueHolders, totalTokens }: HolderPage, { messages }: ViewContext): string {
  const { holders } = messages;
  if (uniqueHolders === null) return totalTokens === null ? '' : holders.ofTokens(totalTokens);
  return totalTokens === null ? holders.count(uniqueHolders) : holders.holdersOf(uniqueHolders, totalTokens);
}

function noteOf(page: HolderPage, minimum: number, context: ViewContext): string {
  const { holders } = context.messages;
  const together = page.items.reduce((sum, { count }) => sum + count, 0);
  const part =
    page.page === 1 && isGapless(page) && page.items.length > 1 ? partText(together, page, context) : null;
  return [
    sizeText(page, context),
    minimum > 1 ? holders.atLeast(minimum) : '',
    part === null ? '' : holders.together(page.items.length, part),
    page.sorted === false ? holders.unsorted : '',
    page.unreadable === 0 ? '' : holders.unreadable(page.unreadable),
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

function emptyText({ unreadable }: HolderPage, minimum: number, { messages }: ViewContext): string {
  const { holders } = messages;
  if (unreadable > 0) return holders.noneReadable;
  return minimum > 1 ? holders.nobodyHolds(minimum) : holders.noHolders;
}

/** One page of a collection's holders, who holds most first, each with the part of the collection. */
export function holderListEmbed(
  list: {
    readonly heading: Pick<List, 'title' | 'url' | 'thumbnail'>;
    readonly page: HolderPage;
    readonly pageSize: number;
    readonly minimum: number;
  },
  context: ViewContext,
): APIEmbed {
  const { heading, page, pageSize, minimum } = list;
  const before = (page.page - 1) * pageSize;
  const { holders, writer } = context.messages;
  const placed = (position: number): string =>
    isGapless(page) ? `${writer.number(before + position + 1)}\\. ` : '';
  const many = countText(page, minimum, context);
  return listEmbed(
    {
      ...heading,
      note: noteOf(page, minimum, context),
      entries: (view) =>
        page.items.map((holder, position) => {
          const part = partText(holder.count, page, context);
          const held = `**${holders.tokens(holder.count)}**`;
          return `${placed(position)}${walletText(holder.address, view)} · ${held}${part === null ? '' : ` · ${part}`}`;
        }),
      empty: emptyText(page, minimum, context),
      footer: `${pageText(page, pageSize, context)}${many} · ${holders.mayBeOld}`,
    },
    context,
  );
}
