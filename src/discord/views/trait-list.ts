import type { APIEmbed } from 'discord.js';
import type { TraitType, TraitValue } from '../../domain/collection.ts';
import type { Page } from '../../domain/page.ts';
import { pageText } from '../components/pager.ts';
import { escapedLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { type List, listEmbed } from './list-embed.ts';
import type { NumberContext } from './numbers.ts';
import { isShare, shareText } from './rarity.ts';

const TEXT_LENGTH = 80;
/** How many of a type's rarest values stand beside it. */
const RAREST_SHOWN = 3;

type Heading = Pick<List, 'title' | 'url' | 'thumbnail'>;

/** The rarest first: by share, then by count; what tells neither comes last. */
export function rarestFirst(values: readonly TraitValue[]): readonly TraitValue[] {
  const orLast = (value: number | null): number => (value === null ? Number.POSITIVE_INFINITY : value);
  const share = ({ rarity }: TraitValue): number =>
    orLast(rarity === null || !isShare(rarity) ? null : rarity);
  const difference = (a: number, b: number): number => (a === b ? 0 : a - b);
  return values.toSorted(
    (a, b) => difference(share(a), share(b)) || difference(orLast(a.count), orLast(b.count)),
  );
}

/** How many tokens have a value, and how rare that makes it: `12 tokens · 1.2%`; empty where neither is told. */
export function frequencyText({ count, rarity }: TraitValue, context: NumberContext): string {
  const parts = [count === null ? null : counted(count, 'token', context), shareText(rarity, context)];
  return parts.filter((part) => part !== null).join(' · ');
}

function typeEntry({ type, values }: TraitType, context: NumberContext): string {
  const rarest = rarestFirst(values)
    .slice(0, RAREST_SHOWN)
    .map((value) => {
      const name = escapedLine(value.value, 40) || 'blank';
      const share = shareText(value.rarity, context);
      return share === null ? name : `${name} ${share}`;
    });
  const name = `**${escapedLine(type, TEXT_LENGTH) || 'unnamed'}** · ${counted(values.length, 'value', context)}`;
  return rarest.length === 0 ? name : `${name}\n-# rarest: ${rarest.join(', ')}`;
}

function valueEntry(value: TraitValue, context: NumberContext): string {
  const frequency = frequencyText(value, context);
  return `**${escapedLine(value.value, TEXT_LENGTH) || 'blank'}**${frequency === '' ? '' : ` · ${frequency}`}`;
}

/** One page of the types of trait that a collection has, with the rarest values of each. */
export function traitTypeListEmbed(
  heading: Heading,
  page: Page<TraitType>,
  pageSize: number,
  context: ViewContext,
): APIEmbed {
  return listEmbed(
    {
      ...heading,
      note: page.items.length === 0 ? null : 'percentages are shares of the collection’s tokens',
      entries: () => page.items.map((type) => typeEntry(type, context)),
      empty: 'The marketplace tells of no traits here. “Tokens” below shows the tokens themselves.',
      footer: `${pageText(page, pageSize, context)} · ${counted(page.total ?? page.items.length, 'trait', context)}`,
    },
    context,
  );
}

/** One page of the values of one type of trait, the rarest first. */
export function traitValueListEmbed(
  heading: Heading,
  type: string,
  page: Page<TraitValue>,
  pageSize: number,
  context: ViewContext,
): APIEmbed {
  return listEmbed(
    {
      ...heading,
      note: `**${escapedLine(type, TEXT_LENGTH) || 'unnamed'}** · rarest first · percentages are shares of the collection’s tokens`,
      entries: () => page.items.map((value) => valueEntry(value, context)),
      empty: 'This trait has no values now. “All traits” below leads back.',
      footer: `${pageText(page, pageSize, context)} · ${counted(page.total ?? page.items.length, 'value', context)}`,
    },
    context,
  );
}
