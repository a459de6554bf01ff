import type { APIEmbed } from 'discord.js';
import { shortAddress } from '../../chain/address.ts';
import { VERIFIED_MARK } from '../../marketplace/collection-names.ts';
import type { CollectionSummary } from '../../marketplace/model/collection.ts';
import type { Page } from '../../marketplace/model/page.ts';
import { pageText } from '../components/pager.ts';
import { escapeMarkdownLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { listEmbed } from './list-embed.ts';
import { verifiedMarkOf } from './marked-name.ts';
import { givenName } from './naming.ts';
import { amountText } from './price.ts';

const NAME_LENGTH = 100;

/** The total volume of a collection in words; `null` if it is unknown. */
export function tradedText({ totalVolume }: CollectionSummary, context: ViewContext): string | null {
  if (totalVolume === null) return null;
  const { collection } = context.messages;
  return totalVolume === 0n ? collection.notTradedYet : collection.traded(amountText(totalVolume, context));
}

/** `null` where there is none, which is what a floor of 0 means. */
function floorText({ floor }: CollectionSummary, context: ViewContext): string | null {
  return floor === null || floor <= 0n ? null : context.messages.amounts.floor(amountText(floor, context));
}

function entry(collection: CollectionSummary, place: number, context: ViewContext): string {
  const name = escapeMarkdownLine(collection.name, NAME_LENGTH) || shortAddress(collection.address);
  const page = context.links.collection(collection.address);
  const symbol = escapeMarkdownLine(givenName(collection.symbol, 20), 20);
  const title = `${context.messages.writer.number(place)}\\. **${page === null ? name : `[${name}](${page})`}**`;
  const about = [symbol, tradedText(collection, context), floorText(collection, context)]
    .filter(Boolean)
    .join(' · ');
  return `${title}${verifiedMarkOf(collection)}${about === '' ? '' : `\n-# ${about}`}`;
}

/** The total number of collections, or how many of them the bot knows. */
function sizeText(known: number, omitted: number | null, { messages }: ViewContext): string {
  const { collection } = messages;
  if (omitted === 0) return collection.count(known);
  if (omitted === null) return collection.first(known);
  return collection.someOf(known, known + omitted);
}

/**
 * One page of all collections, the most traded first, with their ranks.
 * @param omitted number of collections that the bot does not know; `null` if that is unknown
 */
export function collectionListEmbed(
  page: Page<CollectionSummary>,
  pageSize: number,
  omitted: number | null,
  context: ViewContext,
): APIEmbed {
  const before = (page.page - 1) * pageSize;
  const { collection } = context.messages;
  const size = sizeText(page.total ?? page.items.length, omitted, context);
  return listEmbed(
    {
      title: collection.listTitle,
      note: collection.listNote(VERIFIED_MARK),
      entries: (view) => page.items.map((one, position) => entry(one, before + position + 1, view)),
      empty: collection.listEmpty,
      footer: `${pageText(page, pageSize, context)} · ${size}`,
    },
    context,
  );
}
