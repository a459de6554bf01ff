import type { APIEmbed } from 'discord-api-types/v10';
import { linkedItems } from '../../sandbox/demo/page-links.ts';
import type { LedgerRecord } from '../../sandbox/marketplace/ledger.ts';

/** The items that embeds show, as `collection/tokenId`, in order and with duplicates. */
export function itemsPosted(embeds: readonly APIEmbed[]): readonly string[] {
  return embeds.flatMap(({ url, description }) => linkedItems(`${url ?? ''}\n${description ?? ''}`));
}

/** The items that were sold, as `collection/tokenId`, in order: what must be posted. */
export function itemsSold(records: readonly LedgerRecord[]): readonly string[] {
  return records
    .filter(({ kind }) => kind === 'sale')
    .map(({ collection, tokenId }) => `${collection}/${tokenId}`);
}

const TITLE_OF_SUMMARY = /^([\d,]+) alerts?(?: in .+)?$/;
/** A line that combines several alerts of one auction. */
const COMBINED_LINE = / · ([\d,]+) alerts(?: · |$)/;
/** As a sweep lists them: the most expensive first, at the same price in their own order. */
export function mostExpensiveFirst(records: readonly LedgerRecord[]): readonly LedgerRecord[] {
  return records.toSorted((a, b) => {
    const [first, second] = [a.price ?? -1n, b.price ?? -1n];
    return first === second ? 0 : first > second ? -1 : 1;
  });
}

/** A line that counts all alerts of a collection (`src/discord/render/layouts/summary-collections.ts`). */
const COLLECTION = /^.+: \*\*([\d,]+)\*\*(?: · [^:]+)?$/;
const toNumber = (text: string | undefined) => Number(text?.replaceAll(',', ''));

const isSummary = ({ title, url }: APIEmbed): boolean =>
  url === undefined && TITLE_OF_SUMMARY.test(title ?? '');
/** The second embed of a summary. */
const continuesSummary = ({ title, url }: APIEmbed): boolean => title === undefined && url === undefined;

/** How many alerts one embed contains: one, or all that a summary names and counts. @param text of the whole summary */
function countOf(embed: APIEmbed, text: string): number {
  if (!isSummary(embed)) return continuesSummary(embed) ? 0 : 1;
  const stated = toNumber(TITLE_OF_SUMMARY.exec(embed.title ?? '')?.[1]);
  const parts = text.split('\n\n');
  const lines = parts.flatMap((part) => part.split('\n'));
  const counts = lines.flatMap((line) => COLLECTION.exec(line)?.slice(1) ?? []).map(toNumber);
  const named = lines
    .filter((line) => line.includes(']('))
    .map((line) => toNumber(COMBINED_LINE.exec(line)?.[1] ?? '1'));
  // The collections count every alert, where not all are named.
  const shown = (counts.length === 0 ? named : counts).reduce((sum, count) => sum + count, 0);
  if (shown !== stated) {
    throw new Error(`The summary says ${stated}, but names or counts ${shown}:\n${text}`);
  }
  return stated;
}

/**
 * How many alerts embeds with links contain, including those that summaries name or count; each picture of a sweep counts as
 * an embed.
 * @throws Error for a summary that does not add up
 */
export function countAlertsPosted(embeds: readonly APIEmbed[]): number {
  return embeds.reduce((sum, embed, position) => {
    const next = embeds[position + 1];
    const more = next !== undefined && continuesSummary(next) ? [next.description ?? ''] : [];
    return sum + countOf(embed, [embed.description ?? '', ...more].join('\n\n'));
  }, 0);
}
