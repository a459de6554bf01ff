import type { APIEmbed } from 'discord-api-types/v10';
import type { Dated } from '#src/chain/dated.ts';
import type { Links } from '#src/marketplace/links.ts';
import { truncate } from '../text.ts';
import type { ViewContext } from './context.ts';

const LIST_COLOUR = 0x3498db;
/** Below Discord's limit of 4,096 characters for descriptions; the rest is for the age of an old answer. */
const ROOM = 3_900;

const NO_WALLETS: Pick<Links, 'profile'> = { profile: () => null };
const NO_TRANSACTIONS: Pick<Links, 'profile' | 'transaction'> = { ...NO_WALLETS, transaction: () => null };
const NO_PAGES: Omit<Links, 'read'> = {
  ...NO_TRANSACTIONS,
  item: () => null,
  collection: () => null,
  auction: () => null,
};
/**
 * Links to leave out if they take too much space, in this order. Links that are also on the item's own screen come
 * first.
 */
const FEWER_PAGES: readonly Partial<Links>[] = [NO_WALLETS, NO_TRANSACTIONS, NO_PAGES];

/** Contents of a list; external text is already escaped. */
export interface List {
  /** At most 256 characters. */
  readonly title: string;
  readonly url?: string | null;
  readonly thumbnail?: string | null;
  /** Filter and sort order, in small print above the list. */
  readonly note?: string | null;
  /** Formats the entries, which may have several lines each. */
  readonly entries: (context: ViewContext) => readonly string[];
  /** Text of an empty list: what to do next. */
  readonly empty: string;
  /** For example `page 2 of 13`. */
  readonly footer: string;
}

function total(entries: readonly string[]): number {
  return entries.reduce((sum, entry) => sum + entry.length + 1, 0);
}

/** Formats the entries with as many links as fit; if they do not fit without links, as many entries as fit. */
function entriesText(list: List, room: number, context: ViewContext): string {
  const linked = list.entries(context);
  if (linked.length === 0) return list.empty;
  if (total(linked) <= room) return linked.join('\n');
  const without = (pages: Partial<Links>) =>
    list.entries({ ...context, links: { ...context.links, ...pages } });
  for (const pages of FEWER_PAGES) {
    const fewer = without(pages);
    if (total(fewer) <= room) return fewer.join('\n');
  }
  const plain = without(NO_PAGES);
  let kept = plain.length;
  const more = () => (kept < plain.length ? `\n${context.messages.lists.others(plain.length - kept)}` : '');
  while (kept > 1 && total(plain.slice(0, kept)) + more().length > room) kept -= 1;
  return truncate(plain.slice(0, kept).join('\n'), room - more().length) + more();
}

/** Builds an embed with one page of a list. */
export function listEmbed(list: List, context: ViewContext): APIEmbed {
  const { title, url = null, thumbnail = null, note = null, footer } = list;
  const above = note === null || note === '' ? '' : `-# ${note}\n`;
  return {
    color: LIST_COLOUR,
    title,
    ...(url === null ? {} : { url }),
    ...(thumbnail === null ? {} : { thumbnail: { url: thumbnail } }),
    description: `${above}${entriesText(list, ROOM - above.length, context)}`,
    footer: { text: `${context.marketplaceName} · ${footer}` },
  };
}

/** Discord: 4,096 characters a description. */
const DESCRIPTION_LENGTH = 4_096;

/** The embed with the age of its data, if that is a cached answer because no newer one was received. */
export function withAge(
  embed: APIEmbed,
  known: Pick<Dated<unknown>, 'asOf' | 'stale'>,
  { messages }: ViewContext,
): APIEmbed {
  if (!known.stale) return embed;
  const line = `-# ${messages.lists.asOf(`<t:${Math.floor(known.asOf / 1_000)}:R>`)}`;
  const description = embed.description ?? '';
  const kept = description.slice(0, DESCRIPTION_LENGTH - line.length - 1);
  return { ...embed, description: kept === '' ? line : `${kept}\n${line}` };
}
