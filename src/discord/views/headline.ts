import type { AuctionAlert, MarketAlert, MoveAlert, OfferAlert } from '../../domain/alert.ts';
import { subjectPrice, subjectText } from './alert-subject.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { amountText } from './price.ts';

/** How the parts of a headline are written: as they are in a title, linked and bold in a list. */
export interface Writing {
  readonly name: (text: string) => string;
  readonly amount: (text: string) => string;
}

const PLAINLY: Writing = { name: (text) => text, amount: (text) => text };

/** @param amount the highest bid, or what it was sold for; `null` where there is none */
export function auctionHeadline(alert: AuctionAlert, name: string, amount: string | null): string {
  switch (alert.kind) {
    case 'auction_started':
      return `${name} is up for auction`;
    case 'auction_bid':
      return amount === null ? `Bid on ${name}` : `Bid of ${amount} on ${name}`;
    case 'auction_ending':
      return `Auction of ${name} is about to end`;
    case 'auction_ended':
      if (alert.status === 'sold') return `${name} sold at auction${amount === null ? '' : ` for ${amount}`}`;
      // A bid of the last second showed only after its end was told.
      if (alert.status === 'running') return `Auction of ${name} goes on`;
      if (amount === null) return `Auction of ${name} ended without a bid`;
      return `Auction of ${name} is over at ${amount}`;
    case 'auction_cancelled':
      return `Auction of ${name} was cancelled`;
    default:
      return alert.kind satisfies never;
  }
}

function moveHeadline({ kind }: MoveAlert, name: string, amount: string | null): string {
  if (kind === 'transfer') return `${name} transferred`;
  return `${name} minted${amount === null ? '' : ` for ${amount}`}`;
}

function offerHeadline({ token }: OfferAlert, name: string, amount: string | null): string {
  return `Offer${amount === null ? '' : ` of ${amount}`} for ${token === null ? 'any of ' : ''}${name}`;
}

/**
 * What happened in a few words, for a place where Discord reads markdown: `Punk #7 sold for 22.75 ETH`.
 * @param nameRoom length that a name may have
 */
export function headline(
  alert: MarketAlert,
  nameRoom: number,
  context: ViewContext,
  writing: Writing = PLAINLY,
): string {
  const name = writing.name(subjectText(alert, nameRoom, context));
  const price = subjectPrice(alert);
  const amount = price === null ? null : writing.amount(amountText(price, context));
  const forAmount = amount === null ? '' : ` for ${amount}`;
  switch (alert.type) {
    case 'sale':
      return `${name} sold${forAmount}`;
    case 'sweep':
      return `Sweep: ${name}${forAmount}`;
    case 'storm':
      return `${name} traded ${counted(alert.count, 'time', context)} between two wallets`;
    case 'listing':
      return `${name} listed${forAmount}`;
    case 'offer':
      return offerHeadline(alert, name, amount);
    case 'move':
      return moveHeadline(alert, name, amount);
    case 'auction':
      return auctionHeadline(alert, name, amount);
    default:
      return alert satisfies never;
  }
}
