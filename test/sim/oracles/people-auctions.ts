import { BOT_ID, type SimulatedMessage } from '../world/discord/state.ts';
import type { AuctionBid, MarketAuction } from '../world/market.ts';
import type { WatchRecord } from '../world/watches.ts';
import { endOf, endsIn, isAbout, isSummary, mayBeTooOld, shownMsOf, stagesIn } from './auctions.ts';
import type { Oracle, OracleContext, PersonContext } from './context.ts';
import { switchedWithin } from './rule-times.ts';

/** A bid by which the wallet lost the lead to somebody else. */
interface Outbid {
  readonly at: number;
  /** When the wallet leads again, or the next bid does; infinite where that never happens. */
  readonly leadsAgainAt: number;
}

function outbidsOf(wallet: string, { bids }: MarketAuction): readonly Outbid[] {
  return bids.flatMap(({ bidder, at }, place) => {
    const before = bids[place - 1];
    if (before?.bidder !== wallet || bidder === wallet) return [];
    const again = bids.slice(place).find((bid) => bid.bidder === wallet);
    return [{ at, leadsAgainAt: again?.at ?? Number.POSITIVE_INFINITY }];
  });
}

/** What the watch is told of by a message of its own: each bid that leads for a while, or those that outbid its wallet. */
function newsOf(watch: WatchRecord, auction: MarketAuction): readonly Outbid[] {
  const asked = askedOf(watch, auction);
  if (asked === 'outbid') return outbidsOf(watch.wallet, auction);
  if (asked !== 'bid') return [];
  return auction.bids.map(({ at }, place) => ({
    at,
    leadsAgainAt: auction.bids[place + 1]?.at ?? Number.POSITIVE_INFINITY,
  }));
}

type AuctionWatch = 'outbid' | 'won' | 'bid' | 'ended';

/** What the watch asks of the auction; `null` for nothing. */
function askedOf({ watch, auction }: WatchRecord, { number }: MarketAuction): AuctionWatch | null {
  if (watch.of === 'auction') return auction === number ? watch.when : null;
  return watch.of === 'wallet' && (watch.when === 'outbid' || watch.when === 'won') ? watch.when : null;
}

/** The bids by which it may have looked as if the auction were won: the last, and those before one that is shown late (decision 053). */
const endsOf = ({ bids }: MarketAuction): readonly (AuctionBid | undefined)[] => [
  ...bids.flatMap((bid, place) => (bid.shownAt > bid.at ? [bids[place - 1]] : [])),
  bids.at(-1),
];

/** How many alerts the watch may cause at most. */
function mostAlerts(watch: WatchRecord, auction: MarketAuction): number {
  const { wallet } = watch;
  switch (askedOf(watch, auction)) {
    case 'outbid':
      return outbidsOf(wallet, auction).length;
    case 'won':
      return endsOf(auction).filter((bid) => bid?.bidder === wallet).length;
    case 'bid':
      return auction.bids.length;
    case 'ended':
      return endsOf(auction).length;
    case null:
      return 0;
  }
}

/** Whether the watch was in force all the time, as far as its person can know. */
const isInForce = (watch: WatchRecord, from: number, to: number): boolean =>
  watch.inForceFrom !== null &&
  watch.inForceFrom <= from &&
  (watch.removalAskedAt === null || watch.removalAskedAt > to) &&
  switchedWithin(watch, from, to) === 'active';

function judgeAuction(
  auction: MarketAuction,
  { userId, channel, isSlowed }: PersonContext,
  context: OracleContext,
): readonly string[] {
  const { observation, settledAt } = context;
  const own = observation.watches.filter(
    (watch) => watch.userId === userId && askedOf(watch, auction) !== null,
  );
  const about = channel.messages.filter(
    (message) => message.authorId === BOT_ID && isAbout(message, auction),
  );
  const words = `auction ${auction.number}`;
  const most = own.reduce((sum, watch) => sum + mostAlerts(watch, auction), 0);
  const times = about.reduce((sum, message) => sum + timesIn(message, auction), 0);
  if (times > most) return [`${words} was posted ${times} times, of ${most} that may be asked for`];
  if (isSlowed || mayBeTooOld(auction, context)) return [];

  const overAt = auction.cancelledAt ?? auction.settledAt ?? Number.POSITIVE_INFINITY;
  // What waits may be dropped when somebody removes everything; one that removes nothing keeps it.
  const mayBeDropped = observation.watches.some(
    (watch) => watch.userId === userId && watch.removalAskedAt !== null,
  );
  if (mayBeDropped || overAt + shownMsOf(observation) > observation.endedAt) return [];
  const isLeapt = observation.leaps.some(({ from, to }) => from <= overAt && to >= auction.startedAt);
  const untold = own.flatMap((watch) => {
    if (isLeapt) return [];
    return newsOf(watch, auction).filter(({ at, leadsAgainAt }) => {
      const seenAt = settledAt(at);
      return (
        leadsAgainAt > seenAt &&
        auction.endsAt > seenAt &&
        isInForce(watch, at, seenAt) &&
        !observation.marketFaults.some(({ from, to }) => from <= seenAt && to >= at) &&
        !about.some((message) => message.at >= at)
      );
    });
  });
  const isEndAsked =
    auction.cancelledAt === null &&
    own.some(
      (watch) =>
        (askedOf(watch, auction) === 'ended' ||
          (askedOf(watch, auction) === 'won' && auction.bids.at(-1)?.bidder === watch.wallet)) &&
        isInForce(watch, auction.startedAt, observation.endedAt),
    );
  const end = endOf(auction);
  return [
    ...untold.map(({ at }) => `${words}: not told of the bid at ${at}`),
    ...(isEndAsked && !about.some((message) => endsIn(message).includes(end))
      ? [`${words} never shows that it was ${end}`]
      : []),
  ];
}

/** Alerts of the auction in a message: the lines of a summary, or itself. */
const timesIn = (message: SimulatedMessage, auction: MarketAuction): number =>
  isSummary(message) ? stagesIn(message, auction).length : 1;

/**
 * Who watches an auction, or bids and watches their wallet, is told of each bid, when they are outbid or have won, or how it ended, if they asked for
 * that; by no more messages than that, and nobody else is told.
 */
export const peopleAuctions: Oracle = (context) =>
  context.people.flatMap((person) =>
    context.observation.auctions.flatMap((auction) =>
      judgeAuction(auction, person, context).map((words) => `${person.channel.name}: ${words}`),
    ),
  );
