import type { APIEmbed } from 'discord.js';
import type { TraitType, TraitValue } from '../../marketplace/model/collection.ts';
import type { Page } from '../../marketplace/model/page.ts';
import { pageText } from '../components/pager.ts';
import { escapeMarkdownLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { type List, listEmbed } from './list-embed.ts';
import { isShare, shareText } from './rarity.ts';

const TEXT_LENGTH = 80;
/** How many of a type's rarest values stand beside it. */
const RAREST_SHOWN = 3;

type Heading = Pick<List, 'title' | 'url' | 'thumbnail'>;

/** The rarest first: by share, then by count; values with neither come last. */
export function rarestFirst(values: readonly TraitValue[]): readonly TraitValue[] {
  const orLast = (value: number | null): number => (value === null ? Number.POSITIVE_INFINITY : value);
  const share = ({ rarity }: TraitValue): number =>
    orLast(rarity === null || !isShare(rarity) ? null : rarity);
  const difference = (a: number, b: number): number => (a === b ? 0 : a - b);
  return values.toSorted(
    (a, b) => difference(share(a), share(b)) || difference(orLast(a.count), orLast(b.count)),
  );
}

/** How many tokens have a value, and how rare that makes it: `12 tokens · 1.2%`; empty if neither is known. */
export function frequencyText({ count, rarity }: TraitValue, context: ViewContext): string {
  const { tokens } = context.messages;
  const parts = [count === null ? null : tokens.count(count), shareText(rarity, context)];
  return parts.filter((part) => part !== null).join(' · ');
}

function typeEntry({ type, values }: TraitType, context: ViewContext): string {
  const { lists, traits } = context.messages;
  const rarest = rarestFirst(values)
    .slice(0, RAREST_SHOWN)
    .map((value) => {
      const name = escapeMarkdownLine(value.value, 40) || lists.blank;
      const share = shareText(value.rarity, context);
      return share === null ? name : `${name} ${share}`;
    });
  const name = `**${escapeMarkdownLine(type, TEXT_LENGTH) || lists.unnamed}** · ${traits.values(values.length)}`;
  return rarest.length === 0 ? name : `${name}\n-# ${traits.rarest(rarest.join(', '))}`;
}

function valueEntry(value: TraitValue, context: ViewContext): string {
  const frequency = frequencyText(value, context);
  return `**${escapeMarkdownLine(value.value, TEXT_LENGTH) || context.messages.lists.blank}**${frequency === '' ? '' : ` · ${frequency}`}`;
}

/** One page of the types of trait that a collection has, with the rarest values of each. */
export function traitTypeListEmbed(
  heading: Heading,
  page: Page<TraitType>,
  pageSize: number,
  context: ViewContext,
): APIEmbed {
  const { traits } = context.messages;
  return listEmbed(
    {
      ...heading,
      note: page.items.length === 0 ? null : traits.shares,
      entries: () => page.items.map((type) => typeEntry(type, context)),
      empty: traits.noTraits,
      footer: `${pageText(page, pageSize, context)} · ${traits.count(page.total ?? page.items.length)}`,
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
  const { lists, traits } = context.messages;
  const name = `**${escapeMarkdownLine(type, TEXT_LENGTH) || lists.unnamed}**`;
  return listEmbed(
    {
      ...heading,
      note: `${name} · ${traits.rarestFirst} · ${traits.shares}`,
      entries: () => page.items.map((value) => valueEntry(value, context)),
      empty: traits.noValues,
      footer: `${pageText(page, pageSize, context)} · ${traits.values(page.total ?? page.items.length)}`,
    },
    context,
  );
}
