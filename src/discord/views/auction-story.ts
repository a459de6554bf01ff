import type { AuctionAlert } from '../../domain/alert.ts';
import { subjectPrice } from './alert-subject.ts';
import { floorDistance, resultDistance } from './compare.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { momentText } from './moment.ts';
import { amountText } from './price.ts';
import { walletText } from './wallet.ts';

/** `ends in 2 hours (20 April 2026 16:20)`, in the reader's own words and zone. */
function withMoment(words: string, seconds: number | null): string | null {
  const relative = momentText(seconds);
  return relative === null ? null : `${words} ${relative} (${momentText(seconds, 'f')})`;
}

function joined(parts: readonly (string | null)[]): string | null {
  const told = parts.filter((part) => part !== null);
  return told.length === 0 ? null : told.join(' · ');
}

/** Who leads now, and whom that pushed aside. */
function leaderText(alert: AuctionAlert, context: ViewContext): string | null {
  const { leader, outbid, bidCount } = alert;
  if (leader === null) return null;
  const who = walletText(leader, context);
  if (outbid === leader) return `${who} raised their own bid`;
  if (outbid !== null) return `${who} outbid ${walletText(outbid, context)}`;
  return bidCount <= 1 ? `${who} made the first bid` : `${who} leads`;
}

function extensionsText({ extensions }: AuctionAlert, context: ViewContext): string | null {
  if (extensions === 0) return null;
  return extensions === 1 ? 'extended once' : `extended ${counted(extensions, 'time', context)}`;
}

/** What the result is worth beside the start, the floor and the last price. */
function comparisons(alert: AuctionAlert, context: ViewContext): readonly (string | null)[] {
  const { startingPrice, floor, lastPrice, token } = alert;
  const price = subjectPrice(alert);
  if (price === null) return [];
  // How many units a last price was for is not told.
  const last = token.quantity > 1n ? null : lastPrice;
  const lastName = `the last price${last === null ? '' : ` of ${amountText(last, context)}`}`;
  return [
    resultDistance(price, startingPrice, 'the starting price', context),
    floorDistance(price, floor, context, token.quantity),
    resultDistance(price, last, lastName, context),
  ];
}

function settledText({ finalizedAt, endTime }: AuctionAlert): string | null {
  return withMoment('settled', finalizedAt) ?? withMoment('ended', endTime);
}

function resultLines(alert: AuctionAlert): readonly (string | null)[] {
  const { status, endTime } = alert;
  const hasBid = subjectPrice(alert) !== null;
  if (status === 'ended' && hasBid) {
    return [withMoment('over, waiting for settlement · ended', endTime) ?? 'over, waiting for settlement'];
  }
  if (status === 'sold') {
    // The message about the end says so in its title.
    const sold = alert.kind === 'auction_ended' ? null : '**sold**';
    return [joined([sold, settledText(alert)])];
  }
  return [withMoment('ended without a bid', endTime) ?? 'ended without a bid'];
}

/**
 * How an auction stands, in lines: until when it runs and who leads; when it is over, how the result compares. Says the
 * same of every message about it, so that an edited one is right.
 */
export function auctionLines(alert: AuctionAlert, context: ViewContext): readonly string[] {
  const { status, startTime, endTime } = alert;
  const lines = (): readonly (string | null)[] => {
    switch (status) {
      case 'upcoming':
        return [joined([withMoment('starts', startTime), withMoment('ends', endTime)])];
      case 'running':
        return [
          joined([withMoment('ends', endTime), extensionsText(alert, context)]),
          leaderText(alert, context),
        ];
      case 'cancelled':
        return [alert.kind === 'auction_cancelled' ? null : '**cancelled**'];
      case 'ended':
      case 'sold':
      case 'unsold':
        return [...resultLines(alert), joined(comparisons(alert, context))];
      default:
        return status satisfies never;
    }
  };
  return lines().filter((line) => line !== null);
}

/** The words that there are, as one; `null` for none. */
function phrase(...words: readonly (string | null)[]): string | null {
  const told = words.filter((word) => word !== null);
  return told.length === 0 ? null : told.join(' ');
}

/** What is bid, where the title does not say it. */
function bidText(alert: AuctionAlert, context: ViewContext): string | null {
  const best = subjectPrice(alert);
  if (best !== null)
    return alert.kind === 'auction_bid' ? null : `highest bid **${amountText(best, context)}**`;
  const { startingPrice } = alert;
  return startingPrice === null ? 'no bid yet' : `no bid yet, from **${amountText(startingPrice, context)}**`;
}

/** What it was sold for and to whom, as far as the title does not say it. */
function saleText(alert: AuctionAlert, context: ViewContext): string | null {
  const price = subjectPrice(alert);
  const to = alert.leader === null ? null : `to ${walletText(alert.leader, context)}`;
  if (alert.kind === 'auction_ended') return to;
  return phrase('**sold**', price === null ? null : `for **${amountText(price, context)}**`, to);
}

/** Who bid most, and how much where the title does not say it. */
function bestBidText(alert: AuctionAlert, context: ViewContext): string | null {
  const price = subjectPrice(alert);
  if (price === null || alert.leader === null) return null;
  const amount = alert.kind === 'auction_ended' ? null : `**${amountText(price, context)}**`;
  return phrase('highest bid', amount, `by ${walletText(alert.leader, context)}`);
}

/** How an auction stands, the most important first, for a place that has a title and no fields. */
export function auctionFacts(alert: AuctionAlert, context: ViewContext): readonly string[] {
  const lines = auctionLines(alert, context);
  const facts = (): readonly (string | null)[] => {
    switch (alert.status) {
      case 'running':
        return [bidText(alert, context), ...lines];
      case 'ended':
        return [bestBidText(alert, context), ...lines];
      case 'sold':
        return [saleText(alert, context), settledText(alert), ...lines.slice(1)];
      case 'upcoming':
      case 'unsold':
      case 'cancelled':
        return lines;
      default:
        return alert.status satisfies never;
    }
  };
  return facts().filter((fact) => fact !== null);
}
