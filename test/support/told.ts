import type { APIEmbed } from 'discord-api-types/v10';
import { itemsLinked } from '../../sandbox/demo/pages.ts';
import type { LedgerRecord } from '../../sandbox/marketplace/ledger.ts';

/** The items that embeds tell of, as `collection/tokenId`, in order and as often as they are told. */
export function told(embeds: readonly APIEmbed[]): readonly string[] {
  return embeds.flatMap(({ url, description }) => itemsLinked(`${url ?? ''}\n${description ?? ''}`));
}

/** The items that were sold, as `collection/tokenId`, in order: what is to be told. */
export function sold(records: readonly LedgerRecord[]): readonly string[] {
  return records
    .filter(({ kind }) => kind === 'sale')
    .map(({ collection, tokenId }) => `${collection}/${tokenId}`);
}

const TITLE_OF_SUMMARY = /^([\d,]+) alerts?(?: in .+)?$/;
/** What a line says that tells several alerts of one auction. */
const TOGETHER = / · ([\d,]+) alerts(?: · |$)/;
/** A line that counts alerts of one kind, as summaries end with (`src/discord/views/digest-rest.ts`). */
const COUNTED = /^\S+ ([\d,]+) \p{L}/gmu;
const toNumber = (text: string | undefined) => Number(text?.replaceAll(',', ''));

/** How many alerts one embed tells: one, or as many as a summary names and counts. */
function countOf({ title, description = '' }: APIEmbed): number {
  const said = TITLE_OF_SUMMARY.exec(title ?? '')?.[1];
  if (said === undefined) return 1;
  const [named = '', rest = ''] = description.split('**And also**');
  const lines = named.split('\n').filter((line) => line !== '' && !line.startsWith('-#'));
  const inLines = lines.reduce((sum, line) => sum + toNumber(TOGETHER.exec(line)?.[1] ?? '1'), 0);
  const counted = [...rest.matchAll(COUNTED)].reduce((sum, [, count]) => sum + toNumber(count), 0);
  if (inLines + counted !== toNumber(said)) {
    throw new Error(`The summary says ${said}, and tells ${inLines + counted}:\n${description}`);
  }
  return toNumber(said);
}

/**
 * How many alerts embeds tell, those that summaries name or count among them; the pictures of a sweep count as embeds.
 * @throws Error for a summary that does not add up
 */
export function countTold(embeds: readonly APIEmbed[]): number {
  return embeds.reduce((sum, embed) => sum + countOf(embed), 0);
}
