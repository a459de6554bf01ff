import type { APIEmbed } from 'discord.js';
import type { Holder, HolderPage } from '../../domain/holder.ts';
import { pageText } from '../components/pager.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { type List, listEmbed } from './list-embed.ts';
import { numberText } from './numbers.ts';
import { shareText } from './rarity.ts';
import { walletText } from './wallet.ts';

/** A holder's part of the collection in words; `null` where the collection's size is not told or cannot be. */
function partText(count: number, { totalTokens }: HolderPage, context: ViewContext): string | null {
  return totalTokens === null || totalTokens === 0 ? null : shareText((count / totalTokens) * 100, context);
}

/** What a menu says of a holder: `120 tokens · 1.2% of the collection`. */
export function holderAbout({ count }: Holder, page: HolderPage, context: ViewContext): string {
  const part = partText(count, page, context);
  return `${counted(count, 'token', context)}${part === null ? '' : ` · ${part} of the collection`}`;
}

/** Whether the items are the first of all and in their order, each of them. */
const isGapless = ({ sorted, unreadable }: HolderPage): boolean => sorted !== false && unreadable === 0;

/**
 * How many holders the list itself counts, where that says more than what is told of all: marketplaces count the two at
 * different times.
 */
function countText({ total, uniqueHolders }: HolderPage, minimum: number, context: ViewContext): string {
  if (total === null || (minimum <= 1 && uniqueHolders !== null)) return '';
  return ` · ${counted(total, minimum > 1 ? 'such holder' : 'holder', context)}`;
}

function noteOf(page: HolderPage, minimum: number, context: ViewContext): string {
  const together = page.items.reduce((sum, { count }) => sum + count, 0);
  const part =
    page.page === 1 && isGapless(page) && page.items.length > 1 ? partText(together, page, context) : null;
  const parts = [
    page.uniqueHolders === null ? null : counted(page.uniqueHolders, 'holder', context),
    page.totalTokens === null ? null : `of ${counted(page.totalTokens, 'token', context)}`,
  ].filter((text) => text !== null);
  return [
    parts.join(' '),
    minimum > 1 ? `only those of ${counted(minimum, 'token', context)} and more` : '',
    part === null ? '' : `these ${page.items.length} have ${part} of all`,
    page.sorted === false ? 'in the marketplace’s own order' : '',
    page.unreadable === 0 ? '' : `${numberText(page.unreadable, context)} of this page could not be read`,
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

function emptyText({ unreadable }: HolderPage, minimum: number, context: ViewContext): string {
  if (unreadable > 0)
    return 'None of the holders on this page could be read. Please try again in some minutes.';
  return minimum > 1
    ? `Nobody holds ${counted(minimum, 'token', context)} or more. “Everybody” below shows all holders.`
    : 'The marketplace tells of no holders yet. It counts them every few minutes.';
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
  const placed = (position: number): string =>
    isGapless(page) ? `${numberText(before + position + 1, context)}\\. ` : '';
  const many = countText(page, minimum, context);
  return listEmbed(
    {
      ...heading,
      note: noteOf(page, minimum, context),
      entries: (view) =>
        page.items.map((holder, position) => {
          const part = partText(holder.count, page, context);
          const held = `**${counted(holder.count, 'token', context)}**`;
          return `${placed(position)}${walletText(holder.address, view)} · ${held}${part === null ? '' : ` · ${part}`}`;
        }),
      empty: emptyText(page, minimum, context),
      footer: `${pageText(page, pageSize, context)}${many} · may be up to 5 minutes old`,
    },
    context,
  );
}
