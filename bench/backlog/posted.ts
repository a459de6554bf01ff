import type { APIEmbed } from 'discord-api-types/v10';
import { linkedItems, PAGE_TEMPLATES } from '../../sandbox/demo/page-links.ts';
import type { StoredMessage } from '../../sandbox/discord/local-discord.ts';

/** The alerts in a channel. */
export interface PostedContent {
  /** Listed items as `collection/tokenId`, with repetitions. */
  readonly named: readonly string[];
  /** Alerts that summaries only count. */
  readonly counted: number;
  /** When messages about auctions were accepted, epoch ms. */
  readonly auctionsAt: readonly number[];
}

const SUMMARY = /^([\d,]+) alerts? in /;
const AUCTION_PAGE = PAGE_TEMPLATES.auction.slice(0, PAGE_TEMPLATES.auction.indexOf('{'));

function itemsOf(embed: APIEmbed): readonly string[] {
  const texts = [embed.url, embed.description, ...(embed.fields ?? []).map(({ value }) => value)];
  return [...new Set(linkedItems(texts.join('\n')))];
}

function splitByAuctions(embeds: readonly APIEmbed[]): readonly [readonly APIEmbed[], readonly APIEmbed[]] {
  const isAuction = ({ url }: APIEmbed) => url?.startsWith(AUCTION_PAGE) === true;
  return [embeds.filter(isAuction), embeds.filter((embed) => !isAuction(embed))];
}

/** Reads the messages of a channel: embeds of single alerts, and summaries that list some alerts and count the others. */
export function countPosted(messages: readonly StoredMessage[]): PostedContent {
  const named: string[] = [];
  const auctionsAt: number[] = [];
  let counted = 0;
  for (const { payload, acceptedAtMs } of messages) {
    const [auctions, others] = splitByAuctions(payload.embeds);
    auctionsAt.push(...auctions.map(() => acceptedAtMs));
    const items = others.flatMap(itemsOf);
    named.push(...items);
    // A long summary has several embeds, of which the first says how many alerts there are.
    const summary = others
      .map(({ title }) => SUMMARY.exec(title ?? '')?.[1])
      .find((count) => count !== undefined);
    if (summary !== undefined) counted += Number(summary.replaceAll(',', '')) - items.length;
  }
  return { named, counted, auctionsAt };
}
