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
