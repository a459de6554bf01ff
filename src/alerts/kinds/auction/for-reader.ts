import type { Wei } from '#src/chain/wei.ts';
import type { Segment, Segments } from '#src/messages/segment.ts';
import type { DescribeContext } from '../../description.ts';
import { headlinePrice, walletOf } from '../facts.ts';
import { type AuctionAlert, isBid, pricedIn, resultOf } from './schema.ts';

/* Personalizes auction texts for the reader of a direct message who was outbid or won. */

/** An event in which the reader, or someone whose wallet they watch, was outbid. */
interface Outbid {
  /** Someone else's wallet; `null` for the reader. */
  readonly wallet: Segment | null;
  /** The highest bid of the wallet that was outbid, wei; `null` if it is unknown. */
  readonly bid: Wei | null;
}

/** Returns the highest bid of the `place`-th wallet that was outbid. It may have bid again since. */
function bidOf({ overtaken, overtakenBids, latestBids }: AuctionAlert, index: number): Wei | null {
  const wallet = overtaken[index];
  const known = overtakenBids.slice(index, index + 1);
  const later = latestBids.flatMap(({ bidder, amount }) => (bidder === wallet ? [amount] : []));
  return [...known, ...later].reduce<Wei | null>(
    (highest, amount) => (highest === null || amount > highest ? amount : highest),
    null,
  );
}

/** Returns who was outbid for this reader. Being outbid by another of one's own wallets does not count. */
function outbidOf(alert: AuctionAlert, context: DescribeContext): Outbid | null {
  const { reader } = context;
  const { overtaken, leader } = alert;
  if (reader === null || (leader !== null && reader.own.includes(leader))) return null;
  const own = overtaken.findIndex((wallet) => reader.own.includes(wallet));
  if (own !== -1) return { wallet: null, bid: bidOf(alert, own) };
  const watched = overtaken.findIndex((wallet) => wallet !== leader && reader.watched.includes(wallet));
  const wallet = overtaken[watched];
  return wallet === undefined ? null : { wallet: walletOf(wallet, context), bid: bidOf(alert, watched) };
}

const amountOf = (alert: AuctionAlert, bid: Wei | null, context: DescribeContext): Segments | null =>
  headlinePrice(pricedIn(alert, bid), context);

/** Builds the headline of a bid or final result that concerns the reader; `null` for every other alert. */
export function headlineForReader(
  alert: AuctionAlert,
  subject: Segment,
  amount: Segments | null,
  context: DescribeContext,
): Segments | null {
  const { auctionAlerts: words } = context.messages;
  const { leader, status, provisional } = alert;
  if (isBid(alert)) {
    const outbid = outbidOf(alert, context);
    if (outbid === null) return null;
    const bid = words.bidBy(amount, leader === null ? null : walletOf(leader, context));
    const lost = words.lostBid(bid, amountOf(alert, outbid.bid, context), outbid.wallet === null);
    return outbid.wallet === null
      ? words.youWereOutbid(subject, lost)
      : words.wasOutbid(outbid.wallet, subject, lost);
  }
  const isWon = resultOf(alert) !== null && status !== 'cancelled' && !provisional && amount !== null;
  if (!isWon || leader === null || context.reader?.own.includes(leader) !== true) return null;
  return words.youWonFor(subject, amount);
}

/** Returns whether this is a bid that outbid the reader or someone they watch. */
export const tellsReader = (alert: AuctionAlert, context: DescribeContext): boolean =>
  isBid(alert) && outbidOf(alert, context) !== null;

/** Returns a note for an end that a bid in the same poll outbid the reader; `null` if it did not. */
export function outbidWords(alert: AuctionAlert, context: DescribeContext): Segments | null {
  if (isBid(alert)) return null;
  const outbid = outbidOf(alert, context);
  if (outbid === null) return null;
  const { auctionAlerts: words } = context.messages;
  const amount = amountOf(alert, outbid.bid, context);
  return outbid.wallet === null ? words.youLostFact(amount) : words.lostFact(outbid.wallet, amount);
}
