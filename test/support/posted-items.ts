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
/** As a sweep lists them: the dearest first, at the same price in their own order. */
export function dearestFirst(records: readonly LedgerRecord[]): readonly LedgerRecord[] {
  return records.toSorted((a, b) => {
    const [first, second] = [a.price ?? -1n, b.price ?? -1n];
    return first === second ? 0 : first > second ? -1 : 1;
  });
}

/** What a summary says above the alerts that it only counts (`src/discord/render/layouts/summary-rest.ts`). */
const REST = /^\*\*And ([\d,]+) more alerts?\*\*/;
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
  const named = parts.flatMap((part) => part.split('\n')).filter((line) => line.includes(']('));
  const inLines = named.reduce((sum, line) => sum + toNumber(COMBINED_LINE.exec(line)?.[1] ?? '1'), 0);
  const counted = parts.reduce((sum, part) => sum + toNumber(REST.exec(part)?.[1] ?? '0'), 0);
  if (inLines + counted !== stated) {
    throw new Error(`The summary says ${stated}, but names and counts ${inLines + counted}:\n${text}`);
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
