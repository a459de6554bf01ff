import type { APIEmbed } from 'discord.js';
import { shortAddress } from '../../domain/address.ts';
import type { CollectionSummary } from '../../domain/collection.ts';
import type { Page } from '../../domain/page.ts';
import { pageText } from '../components/pager.ts';
import { escapedLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { listEmbed } from './list-embed.ts';
import { markOf } from './marked-name.ts';
import { numberText } from './numbers.ts';
import { amountText } from './price.ts';

const NAME_LENGTH = 100;

/** What a collection was traded for in all, in words; `null` where that is not told. */
export function tradedText({ totalVolume }: CollectionSummary, context: ViewContext): string | null {
  if (totalVolume === null) return null;
  return totalVolume === 0n ? 'not traded yet' : `${amountText(totalVolume, context)} traded`;
}

/** `null` where there is none, which is what a floor of 0 means. */
function floorText({ floor }: CollectionSummary, context: ViewContext): string | null {
  return floor === null || floor <= 0n ? null : `floor ${amountText(floor, context)}`;
}

function entry(collection: CollectionSummary, place: number, context: ViewContext): string {
  const name = escapedLine(collection.name, NAME_LENGTH) || shortAddress(collection.address);
  const page = context.links.collection(collection.address);
  const symbol = escapedLine(collection.symbol ?? '', 20);
  const title = `${numberText(place, context)}\\. **${page === null ? name : `[${name}](${page})`}**`;
  const about = [symbol, tradedText(collection, context), floorText(collection, context)]
    .filter(Boolean)
    .join(' · ');
  return `${title}${markOf(collection)}${about === '' ? '' : `\n-# ${about}`}`;
}

/** How many there are: all of them, or as many as the bot knows of more. */
function sizeText(known: number, beyond: number | null, context: ViewContext): string {
  if (beyond === 0) return counted(known, 'collection', context);
  if (beyond === null) return `the first ${counted(known, 'collection', context)}`;
  return `${numberText(known, context)} of ${counted(known + beyond, 'collection', context)}`;
}

/**
 * One page of all collections, the most traded first, with their places.
 * @param beyond how many more there are than the bot knows; `null` where nobody says
 */
export function collectionListEmbed(
  page: Page<CollectionSummary>,
  pageSize: number,
  beyond: number | null,
  context: ViewContext,
): APIEmbed {
  const before = (page.page - 1) * pageSize;
  return listEmbed(
    {
      title: 'Collections',
      note: 'the most traded first · ✓ verified by the marketplace',
      entries: (view) => page.items.map((one, position) => entry(one, before + position + 1, view)),
      empty: 'I have not read the marketplace’s list of collections yet. Please try again in a minute.',
      footer: `${pageText(page, pageSize, context)} · ${sizeText(page.total ?? page.items.length, beyond, context)}`,
    },
    context,
  );
}
