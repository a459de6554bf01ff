import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import type { Auction } from '../marketplace/world/auctions/auction.ts';
import { amountsIn, countsIn } from './numbers.ts';
import { walletLinked } from './pages.ts';

/** The highest bid, or what it was sold for, stands first; who bid it is the first wallet that is linked. */
const amountOf = ({ fields = [] }: APIEmbed): APIEmbedField | undefined => fields[0];
const bidderOf = ({ fields = [] }: APIEmbed): string | null =>
  fields.map(({ value }) => walletLinked(value)).find((wallet) => wallet !== null) ?? null;

/** The auction as it stood right after the bid that the embed tells of; as it is where there was no such bid. */
export function atItsBid(embed: APIEmbed, auction: Auction): Auction {
  const told = amountsIn(amountOf(embed)?.value ?? '');
  const place = auction.bids.findIndex(({ amount }) => told.includes(amount));
  return place === -1 ? auction : { ...auction, bids: auction.bids.slice(0, place + 1) };
}

/** How the auction came to its close, as the embed tells it; `null` while it tells of none. */
function closeTold(text: string, amountName: string | undefined): 'sold' | 'unsold' | 'cancelled' | null {
  if (/\*\*cancelled\*\*| was cancelled$/m.test(text)) return 'cancelled';
  if (amountName === 'Sold for') return 'sold';
  return /ended without a bid/.test(text) ? 'unsold' : null;
}

/** What the fields say of the bids that is not so. Without a bid the first amount may be the starting price. */
function bidErrors(embed: APIEmbed, { bids, startingPrice, seller }: Auction): readonly string[] {
  const lead = bids.at(-1);
  const told = amountsIn(amountOf(embed)?.value ?? '');
  const wallet = bidderOf(embed);
  const amountRight =
    lead === undefined ? told.length === 0 || told.includes(startingPrice) : told.includes(lead.amount);
  const bidderRight = lead === undefined ? wallet === null || wallet === seller : wallet === lead.bidder;
  const list = (embed.fields ?? []).find(({ name, inline }) => inline !== true && countsIn(name).length > 0);
  const count = countsIn(list?.name ?? '').at(-1) ?? 0;
  return [
    ...(amountRight ? [] : [`amount ${told[0] ?? null}, not ${lead?.amount ?? null}`]),
    ...(bidderRight ? [] : [`bidder ${wallet}, not ${lead?.bidder ?? null}`]),
    ...(count === (bids.length > 1 ? bids.length : 0) ? [] : [`${count} bids, not ${bids.length}`]),
  ];
}

/**
 * What a live message of an auction says that is not so, by the ledger; empty for one that is right. Of a small one, which
 * has no fields, only how it ended is read.
 * @param settled whether it should tell how the auction was closed by now
 */
export function errorsOf(embed: APIEmbed, auction: Auction, settled: boolean): readonly string[] {
  const { title = '', description = '', fields = [] } = embed;
  const { close } = auction;
  const errors = fields.length > 0 ? [...bidErrors(embed, auction)] : [];
  if (settled && close !== null && (fields.length > 0 || close.how !== 'sold')) {
    const how = closeTold(`${description}\n${title}`, amountOf(embed)?.name);
    if (how !== close.how) errors.push(`closed as ${how}, not ${close.how}`);
  }
  return errors;
}
