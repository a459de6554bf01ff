import type { AuctionAlert } from '../../domain/alert.ts';
import { subjectPrice, subjectText } from './alert-subject.ts';
import type { ViewContext } from './context.ts';
import { auctionHeadline, type Writing } from './headline.ts';
import { momentText } from './moment.ts';
import { amountText } from './price.ts';

/** `Punk #7 is up for auction, highest bid 55 ETH`: what goes on, as far as it got. */
function runningText(alert: AuctionAlert, nameRoom: number, context: ViewContext, writing: Writing): string {
  const name = writing.name(subjectText(alert, nameRoom, context));
  const price = subjectPrice(alert);
  const bid = price === null ? null : writing.amount(amountText(price, context));
  if (alert.kind === 'auction_bid') return auctionHeadline(alert, name, bid);
  if (alert.kind === 'auction_ending') {
    return `Auction of ${name} is about to end ${bid === null ? 'without a bid' : `at ${bid}`}`;
  }
  const { startingPrice } = alert;
  const from = startingPrice === null ? '' : ` from ${writing.amount(amountText(startingPrice, context))}`;
  return `${name} is up for auction${bid === null ? from : `, highest bid ${bid}`}`;
}

/** What became of one auction, in a few words, and when: for a summary, which comes late. */
export function auctionOutcome(
  alert: AuctionAlert,
  nameRoom: number,
  context: ViewContext,
  writing: Writing,
): readonly [what: string, when: string | null] {
  const { status, occurredAt, endTime } = alert;
  if (status === 'running' || status === 'upcoming') {
    const end = status === 'upcoming' ? null : momentText(endTime);
    const what = runningText(alert, nameRoom, context, writing);
    return [what, end === null ? momentText(occurredAt) : `ends ${end}`];
  }
  const kind = status === 'cancelled' ? 'auction_cancelled' : 'auction_ended';
  const name = writing.name(subjectText(alert, nameRoom, context));
  const price = subjectPrice(alert);
  const amount = price === null ? null : writing.amount(amountText(price, context));
  const over = status === 'cancelled' || endTime === null ? occurredAt : endTime;
  return [auctionHeadline({ ...alert, kind }, name, amount), momentText(over)];
}
