import type { APIEmbed } from 'discord-api-types/v10';
import type { Auction } from '../marketplace/world/auctions/auction.ts';
import { walletLinked } from './pages.ts';

const AMOUNTS = ['Highest bid', 'Sold for'];
const BIDDERS = ['Leader', 'Winner', 'Highest bidder'];
const DECIMALS = 18;

/** Wei of an amount as a message tells it, with every digit where those stand below it; `null` where none stands. */
function weiTold(text: string): bigint | null {
  const digits = /exactly ([\d,]+(?:\.\d+)?)/.exec(text)?.[1] ?? /([\d,]+(?:\.\d+)?)/.exec(text)?.[1];
  if (digits === undefined) return null;
  const [whole = '', fraction = ''] = digits.replaceAll(',', '').split('.');
  return BigInt(`${whole}${fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0')}`);
}

const amountOf = ({ fields = [] }: APIEmbed) => fields.find(({ name }) => AMOUNTS.includes(name));

/** The auction as it stood right after the bid that the card tells of; as it is where there was no such bid. */
export function atItsBid(card: APIEmbed, auction: Auction): Auction {
  const told = weiTold(amountOf(card)?.value ?? '');
  const place = auction.bids.findIndex(({ amount }) => amount === told);
  return place === -1 ? auction : { ...auction, bids: auction.bids.slice(0, place + 1) };
}

/** How the auction came to its close, as the card tells it; `null` while it tells of none. */
function closeTold(text: string, amountName: string | undefined): 'sold' | 'unsold' | 'cancelled' | null {
  if (/\*\*cancelled\*\*| was cancelled$/m.test(text)) return 'cancelled';
  if (amountName === 'Sold for') return 'sold';
  return /ended without a bid/.test(text) ? 'unsold' : null;
}

/**
 * What the card says that is not so, by the ledger; empty for a card that is right. Of a small card, which has no
 * fields, only how it ended is read.
 * @param settled whether it should tell how the auction was closed by now
 */
export function errorsOf(card: APIEmbed, auction: Auction, settled: boolean): readonly string[] {
  const { title = '', description = '', fields = [] } = card;
  const { bids, close } = auction;
  const lead = bids.at(-1);
  const amount = amountOf(card);
  const bidder = fields.find(({ name }) => BIDDERS.includes(name));
  const errors: string[] = [];
  if (fields.length > 0) {
    const told = amount === undefined || amount.value === 'no bid yet' ? null : weiTold(amount.value);
    if (told !== (lead?.amount ?? null)) errors.push(`amount ${told}, not ${lead?.amount ?? null}`);
    const wallet = walletLinked(bidder?.value ?? '');
    if (wallet !== (lead?.bidder ?? null)) errors.push(`bidder ${wallet}, not ${lead?.bidder ?? null}`);
    const counted = fields.map(({ name }) => /^Bids \(([\d,]+)\)$/.exec(name)?.[1]).find(Boolean);
    const count = Number((counted ?? '0').replaceAll(',', ''));
    if (count !== (bids.length > 1 ? bids.length : 0)) errors.push(`${count} bids, not ${bids.length}`);
  }
  if (settled && close !== null && (fields.length > 0 || close.how !== 'sold')) {
    const how = closeTold(`${description}\n${title}`, amount?.name);
    if (how !== close.how) errors.push(`closed as ${how}, not ${close.how}`);
  }
  return errors;
}
