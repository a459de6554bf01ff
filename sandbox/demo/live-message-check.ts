import type { APIEmbed } from 'discord-api-types/v10';
import type { Auction } from '../marketplace/world/auctions/auction.ts';
import { countsIn, statesAmount } from './number-parsing.ts';
import { linkedWallet } from './page-links.ts';

/** The highest bid or the sale price is in the title or in the first line. Without other numbers. */
function bidStatement({ title = '', description = '' }: APIEmbed): string {
  const [first = ''] = description.split('\n');
  return `${title}\n${first}`.replaceAll(/\]\([^)]*\)|<t:[^>]*>|0x[\da-f]{4}…[\da-f]{4}|#\d+/g, ' ');
}

/** The first linked wallet is the bidder. */
const bidderOf = ({ description = '' }: APIEmbed): string | null => linkedWallet(description);

/** Compact embeds have no author; a short message beside the live one has a single line. */
const isShort = ({ author, description = '' }: APIEmbed, isBeside: boolean): boolean =>
  author === undefined || (isBeside && !description.includes('\n'));

/** The auction as it stood right after the bid in the embed; unchanged where there was no such bid. */
export function auctionAtBid(embed: APIEmbed, auction: Auction): Auction {
  const statement = bidStatement(embed);
  const place = auction.bids.findIndex(({ amount }) => statesAmount(statement, amount));
  return place === -1 ? auction : { ...auction, bids: auction.bids.slice(0, place + 1) };
}

/** How the auction closed according to the embed; `null` while the embed shows it as open. */
function statedClose(text: string): 'sold' | 'unsold' | 'cancelled' | null {
  if (/\*\*cancelled\*\*| was cancelled$/m.test(text)) return 'cancelled';
  if (/\*\*sold\*\*| sold at auction\b/.test(text)) return 'sold';
  return /ended without a bid(?!, settling)/.test(text) ? 'unsold' : null;
}

/** Statements about bids that contradict the ledger. */
function bidErrors(embed: APIEmbed, { bids, seller }: Auction): readonly string[] {
  const lead = bids.at(-1);
  const statement = bidStatement(embed);
  const wallet = bidderOf(embed);
  const amountMatches = lead === undefined || statesAmount(statement, lead.amount);
  const bidderMatches = lead === undefined ? wallet === null || wallet === seller : wallet === lead.bidder;
  const count = countsIn(embed.fields?.[0]?.name ?? '').at(-1) ?? 0;
  return [
    ...(amountMatches ? [] : [`amount ${lead.amount} is not in “${statement.trim()}”`]),
    ...(bidderMatches ? [] : [`bidder ${wallet}, not ${lead?.bidder ?? null}`]),
    ...(count === (bids.length > 1 ? bids.length : 0) ? [] : [`${count} bids, not ${bids.length}`]),
  ];
}

/**
 * Statements of an auction's message that contradict the ledger; empty when all are right. Of a compact one, and of a
 * short one beside the live message, only the outcome is read.
 * @param settled whether the message should show the outcome by now
 * @param isBeside whether it follows the live message
 */
export function statedErrors(
  embed: APIEmbed,
  auction: Auction,
  settled: boolean,
  isBeside: boolean,
): readonly string[] {
  const { title = '', description = '' } = embed;
  const { close } = auction;
  const short = isShort(embed, isBeside);
  const errors = short ? [] : [...bidErrors(embed, auction)];
  if (settled && close !== null && (!short || close.how !== 'sold')) {
    const how = statedClose(`${description}\n${title}`);
    if (how !== close.how) errors.push(`closed as ${how}, not ${close.how}`);
  }
  return errors;
}
