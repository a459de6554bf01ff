import type { APIEmbed } from 'discord.js';
import type { Address } from '../../domain/address.ts';
import type { Auction, Bid } from '../../domain/auction.ts';
import type { Wei } from '../../domain/wei.ts';
import { escapedLine } from '../text.ts';
import { auctionTitle, type ShownAuction } from './auction.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { momentText } from './moment.ts';
import { exactAmount } from './price.ts';

const EXACT_COLOUR = 0x95a5a6;
/** Discord: 4,096 characters a description; the rest is for the age of an old answer. */
const ROOM = 3_900;

function factsOf(auction: Auction, exact: (amount: Wei) => string): readonly string[] {
  const wallet = (address: Address | null) => (address === null ? null : `\`${address}\``);
  const facts: readonly (readonly [string, string | null])[] = [
    ['Starting price', auction.startingPrice === null ? null : exact(auction.startingPrice)],
    ['Highest bid', auction.highestBid === null ? null : exact(auction.highestBid)],
    ['Highest bidder', wallet(auction.highestBidder)],
    ['Seller', wallet(auction.seller)],
    ['Collection', wallet(auction.collection)],
    ['Token', `\`${auction.tokenId}\``],
    ['Amount', auction.quantity > 1n ? `\`${auction.quantity}\` units` : null],
    ['Started', momentText(auction.startTime, 'f')],
    ['End', momentText(auction.endTime, 'f')],
    ['Settled', momentText(auction.finalizedAt, 'f')],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
}

/** Every amount of an auction with every digit, newest bid first, and its addresses in full, to be copied. */
export function exactAuctionEmbed(shown: Omit<ShownAuction, 'floor'>, context: ViewContext): APIEmbed {
  const { auction } = shown;
  const exact = (amount: Wei) => `\`${exactAmount(amount, context)}\``;
  const bidText = ({ amount, bidder, at, txHash }: Bid) => {
    const transaction = txHash === null ? null : context.links.transaction(txHash);
    const parts = [
      exact(amount),
      bidder === null ? null : `\`${bidder}\``,
      momentText(at, 'f'),
      transaction === null ? null : `[transaction](${transaction})`,
    ];
    return parts.filter((part) => part !== null).join(' · ');
  };
  const lines = [...factsOf(auction, exact), ...(auction.bids.length === 0 ? [] : ['', '**Bids**'])];
  let room = ROOM - lines.join('\n').length;
  let left = auction.bids.length;
  for (const bid of auction.bids.toReversed()) {
    const line = bidText(bid);
    if (line.length + 1 > room) break;
    lines.push(line);
    room -= line.length + 1;
    left -= 1;
  }
  if (left > 0) lines.push(`and ${counted(left, 'earlier bid', context)}`);
  return {
    color: EXACT_COLOUR,
    title: `${escapedLine(auctionTitle(shown, context), 220)}, exactly`,
    description: lines.join('\n'),
    footer: { text: context.marketplaceName },
  };
}
