import type { APIEmbed } from 'discord-api-types/v10';
import { itemsLinked, PAGES } from '../../sandbox/demo/pages.ts';
import type { StoredMessage } from '../../sandbox/discord/local-discord.ts';

/** What a channel was told. */
export interface Told {
  /** Items by name, each as often as it was named: `collection/tokenId`. */
  readonly named: readonly string[];
  /** Alerts that a summary counted without naming them. */
  readonly counted: number;
  /** When messages about auctions were accepted, epoch ms. */
  readonly auctionsAt: readonly number[];
}

const SUMMARY = /^([\d,]+) alerts? in /;
const AUCTION_PAGE = PAGES.auction.slice(0, PAGES.auction.indexOf('{'));

function itemsOf(embed: APIEmbed): readonly string[] {
  const texts = [embed.url, embed.description, ...(embed.fields ?? []).map(({ value }) => value)];
  return [...new Set(itemsLinked(texts.join('\n')))];
}

/** Reads what stands in a channel: embeds of single alerts, and summaries that name some and count the others. */
export function toldIn(messages: readonly StoredMessage[]): Told {
  const named: string[] = [];
  const auctionsAt: number[] = [];
  let counted = 0;
  for (const { payload, acceptedAtMs } of messages) {
    for (const embed of payload.embeds) {
      if (embed.url?.startsWith(AUCTION_PAGE) === true) {
        auctionsAt.push(acceptedAtMs);
        continue;
      }
      const items = itemsOf(embed);
      named.push(...items);
      const summary = SUMMARY.exec(embed.title ?? '')?.[1];
      if (summary !== undefined) counted += Number(summary.replaceAll(',', '')) - items.length;
    }
  }
  return { named, counted, auctionsAt };
}
