import { compareAmounts } from '#src/chain/comparison.ts';
import { parseTokenId } from '#src/chain/token-id.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { Segment, Segments } from '#src/messages/segment.ts';
import type {
  ColourRole,
  DescribeContext,
  DescribedPrice,
  Fact,
  Group,
  MarketDescription,
  Rows,
  Standing,
  Subject,
} from '../../description.ts';
import {
  fact,
  floorFact,
  headlinePrice,
  joined,
  nativeAmount,
  otherCoinFact,
  priceText,
  rarityFact,
  sentenceAt,
  timeOf,
  unitsFact,
  walletOf,
} from '../facts.ts';
import { ofOneEvent } from '../one-item.ts';
import { collectionsOf, headingOf, pictureOf, subjectLink, tokenSubject } from '../subject.ts';
import { headlineForReader, outbidWords, tellsReader } from './for-reader.ts';
import { AUCTION_TOPIC, type AuctionAlert, isBid, nativeIn, pricedIn, resultOf } from './schema.ts';

type Stage = AuctionAlert['topic'];
type AuctionWords = DescribeContext['messages']['auctionAlerts'];

/** In chronological order. */
const STAGES: readonly Stage[] = Object.values(AUCTION_TOPIC);

const SIGNS: Readonly<Record<Stage, string>> = {
  [AUCTION_TOPIC.started]: '🔨',
  [AUCTION_TOPIC.bid]: '📈',
  [AUCTION_TOPIC.ending]: '⏳',
  [AUCTION_TOPIC.ended]: '🏁',
  [AUCTION_TOPIC.cancelled]: '🚫',
};

const labelsOf = (words: AuctionWords) =>
  ({
    [AUCTION_TOPIC.started]: [words.startedLabel, words.startedCount],
    [AUCTION_TOPIC.bid]: [words.bidLabel, words.bidCount],
    [AUCTION_TOPIC.ending]: [words.endingLabel, words.endingCount],
    [AUCTION_TOPIC.ended]: [words.endedLabel, words.endedCount],
    [AUCTION_TOPIC.cancelled]: [words.cancelledLabel, words.cancelledCount],
  }) satisfies Record<Stage, readonly [label: string, countWords: Group['countWords']]>;

/** Returns the highest bid, wei; `null` without a bid. */
function bestBid({ bidCount, leader, highestBid }: AuctionAlert): Wei | null {
  return bidCount === 0 && leader === null ? null : highestBid;
}

/** Formats an amount of the auction. */
const amountIn = (alert: AuctionAlert, amount: Wei, context: DescribeContext): Segments =>
  priceText(pricedIn(alert, amount), context) ?? [];

/** Formats the amount for a headline; `null` if there is none. */
const headlineAmount = (alert: AuctionAlert, amount: Wei | null, context: DescribeContext): Segments | null =>
  headlinePrice(pricedIn(alert, amount), context);

/** Chooses the colour by the auction's status, so that an edited message changes its colour. */
function colourOf({ topic, status }: AuctionAlert, best: Wei | null): ColourRole {
  switch (status) {
    case 'sold':
      return 'settled';
    case 'unsold':
      return 'quiet';
    case 'cancelled':
      return 'cancelled';
    case 'ended':
      return best === null ? 'quiet' : 'closing';
    case 'upcoming':
    case 'running':
      if (topic === AUCTION_TOPIC.ending) return 'closing';
      return best === null ? 'opened' : 'rising';
    default:
      return status satisfies never;
  }
}

/** Chooses the sign by the auction's status, so that results differ by more than their colour. */
function signOf({ topic, status }: AuctionAlert, best: Wei | null): string {
  if (topic === AUCTION_TOPIC.bid || topic === AUCTION_TOPIC.cancelled) return SIGNS[topic];
  switch (status) {
    case 'upcoming':
    case 'running':
      return SIGNS[topic === AUCTION_TOPIC.ending ? topic : AUCTION_TOPIC.started];
    case 'ended':
    case 'unsold':
      return best === null ? '💤' : SIGNS[AUCTION_TOPIC.ended];
    case 'sold':
      return '✅';
    case 'cancelled':
      return SIGNS[AUCTION_TOPIC.cancelled];
    default:
      return status satisfies never;
  }
}

/** @param amount the highest bid, or the price; `null` if there is none */
function headlineOf(
  { topic, status, provisional }: Pick<AuctionAlert, 'topic' | 'status' | 'provisional'>,
  subject: Segment,
  amount: Segments | null,
  words: AuctionWords,
): Segments {
  switch (topic) {
    case AUCTION_TOPIC.started:
      return words.started(subject);
    case AUCTION_TOPIC.bid:
      return amount === null ? words.bid(subject) : words.bidOf(subject, amount);
    case AUCTION_TOPIC.ending:
      return words.ending(subject);
    case AUCTION_TOPIC.ended:
      if (status === 'sold') return amount === null ? words.sold(subject) : words.soldFor(subject, amount);
      // A last-second bid was reported only after the end was posted.
      if (status === 'running') return words.goesOn(subject);
      if (provisional)
        return amount === null ? words.settlingWithoutBid(subject) : words.settlingAt(subject, amount);
      return amount === null ? words.endedWithoutBid(subject) : words.wonFor(subject, amount);
    case AUCTION_TOPIC.cancelled:
      return words.cancelled(subject);
    default:
      return topic satisfies never;
  }
}

/** Builds the headline of an auction that is not over, with its bid or starting price. */
function openHeadline(
  alert: AuctionAlert,
  subject: Segment,
  amount: Segments | null,
  context: DescribeContext,
): Segments {
  const { auctionAlerts: words } = context.messages;
  if (alert.topic === AUCTION_TOPIC.bid) return headlineOf(alert, subject, amount, words);
  if (alert.topic === AUCTION_TOPIC.ending) {
    if (leavesOutBids(alert, context)) return words.ending(subject);
    return amount === null ? words.endingWithoutBid(subject) : words.endingAt(subject, amount);
  }
  if (alert.topic === AUCTION_TOPIC.ended) return words.goesOn(subject);
  if (amount !== null) return words.startedWithBid(subject, amount);
  const { startingPrice } = alert;
  const start = headlineAmount(alert, startingPrice, context);
  return start === null ? words.started(subject) : words.startedFrom(subject, start);
}

function standingOf(
  alert: AuctionAlert,
  subject: Segment,
  amount: Segments | null,
  context: DescribeContext,
): Standing {
  const { status, occurredAt, endTime, provisional } = alert;
  const forReader = headlineForReader(alert, subject, amount, context);
  if (status === 'running' || status === 'upcoming') {
    const end = status === 'upcoming' ? null : timeOf(endTime);
    return {
      headline: forReader ?? openHeadline(alert, subject, amount, context),
      moment: end === null ? { at: occurredAt, means: 'happened' } : { at: end.at, means: 'ends' },
    };
  }
  const topic = status === 'cancelled' ? AUCTION_TOPIC.cancelled : AUCTION_TOPIC.ended;
  const { auctionAlerts: words } = context.messages;
  return {
    headline: forReader ?? headlineOf({ topic, status, provisional }, subject, amount, words),
    moment: { at: status === 'cancelled' || endTime === null ? occurredAt : endTime, means: 'happened' },
  };
}

function priceOf(alert: AuctionAlert, context: DescribeContext): DescribedPrice {
  const { auctionAlerts: words } = context.messages;
  const amount = bestBid(alert);
  if (amount !== null) return { amount: nativeIn(alert, amount), text: amountIn(alert, amount, context) };
  if (leavesOutBids(alert, context)) return { amount: null, text: null };
  const { startingPrice } = alert;
  const text =
    startingPrice === null ? words.noBid : words.noBidFrom(amountIn(alert, startingPrice, context));
  return { amount: null, text };
}

/** Describes who leads and who was outbid. */
function leaderText(alert: AuctionAlert, context: DescribeContext): Segments | null {
  const { leader, outbid, bidCount } = alert;
  const { auctionAlerts: words } = context.messages;
  if (leader === null) return null;
  const wallet = walletOf(leader, context);
  if (outbid === leader) return words.raisedOwnBid(wallet);
  if (outbid !== null) return words.outbid(wallet, walletOf(outbid, context));
  return bidCount <= 1 ? words.firstBid(wallet) : words.leads(wallet);
}

/** Describes who was outbid by a bid that was shown after the end. */
function lateBidText(alert: AuctionAlert, context: DescribeContext): Segments | null {
  if (!isBid(alert)) return null;
  return joined([leaderText(alert, context), context.messages.auctionAlerts.shownLate]);
}

/** Compares the result with the starting price, the floor and the last price. */
function comparisonFacts(alert: AuctionAlert, price: Wei | null, context: DescribeContext): readonly Fact[] {
  if (price === null) return [];
  const { startingPrice, floor, lastPrice, token } = alert;
  const { facts } = context.messages;
  // The marketplace does not report how many units a last price covers.
  const last = token.quantity > 1n ? null : lastPrice;
  const withStart = startingPrice === null ? null : compareAmounts(price, startingPrice);
  return [
    ...floorFact(nativeIn(alert, price), floor, token.quantity, context),
    ...fact('context', 'start', withStart === null ? null : facts.overStartingPrice(withStart)),
    ...fact('context', 'last', last === null ? null : facts.lastSold(nativeAmount(last, context), null)),
  ];
}

/** Formats the top bid and its bidder, unless the headline contains the bid. */
function bidText(alert: AuctionAlert, best: Wei | null, context: DescribeContext): Segments | null {
  const { auctionAlerts: words } = context.messages;
  const { topic, startingPrice } = alert;
  if (topic === AUCTION_TOPIC.bid && best !== null) return leaderText(alert, context);
  if (leavesOutBids(alert, context)) return null;
  if (best !== null) return topBidText(alert, best, context);
  return startingPrice === null
    ? words.noBidYet
    : words.noBidYetFrom(amountIn(alert, startingPrice, context));
}

function topBidText(alert: AuctionAlert, best: Wei, context: DescribeContext): Segments {
  const { auctionAlerts: words } = context.messages;
  const amount = amountIn(alert, best, context);
  return alert.leader === null
    ? words.topBid(amount)
    : words.topBidBy(amount, walletOf(alert.leader, context));
}

/** Formats the price and the buyer, unless the headline contains them. */
function soldText(alert: AuctionAlert, best: Wei | null, context: DescribeContext): Segments | null {
  const { auctionAlerts: words } = context.messages;
  const wallet = alert.leader === null ? null : walletOf(alert.leader, context);
  if (alert.topic === AUCTION_TOPIC.ended) return wallet === null ? null : words.winner(wallet);
  const price = best === null ? null : amountIn(alert, best, context);
  if (price === null) return wallet === null ? words.soldFact : words.soldToFact(wallet);
  return wallet === null ? words.soldForFact(price) : words.soldForToFact(price, wallet);
}

/** Formats the top bid of an auction that was not sold, and its bidder, unless the headline contains the bid. */
function lastBidText(alert: AuctionAlert, best: Wei | null, context: DescribeContext): Segments | null {
  const { auctionAlerts: words } = context.messages;
  const { topic, status, leader, provisional } = alert;
  if (best === null || leader === null) return null;
  if (status !== 'ended') return topBidText(alert, best, context);
  const wallet = walletOf(leader, context);
  if (topic === AUCTION_TOPIC.ended) return provisional ? words.topBidder(wallet) : words.winner(wallet);
  return provisional
    ? topBidText(alert, best, context)
    : words.winnerFor(wallet, amountIn(alert, best, context));
}

const momentText = (sentence: (when: Segment) => Segments, seconds: number | null): Segments | null => {
  const when = timeOf(seconds);
  return when === null ? null : sentence(when);
};

/**
 * Builds the facts on the auction's state. They are the same in every message about it, so that an edited one is
 * correct.
 */
function stateFacts(alert: AuctionAlert, best: Wei | null, context: DescribeContext): readonly Fact[] {
  const { topic, status, startTime, endTime, finalizedAt, extensions, provisional } = alert;
  const { auctionAlerts: words } = context.messages;
  const ended = momentText(words.ended, endTime);
  const settling = provisional ? words.settling : null;
  switch (status) {
    case 'upcoming':
      return [
        ...fact('state', 'bid', bidText(alert, best, context)),
        ...fact(
          'time',
          'time',
          joined([sentenceAt(words.starts, startTime), momentText(words.ends, endTime)]),
        ),
      ];
    case 'running': {
      const ends = (when: Segment): Segments =>
        extensions === 0 ? words.ends(when) : words.endsExtended(when, extensions);
      return [
        ...fact('state', 'bid', bidText(alert, best, context)),
        ...fact('time', 'time', momentText(ends, endTime)),
      ];
    }
    case 'cancelled':
      return [
        ...fact('state', 'state', topic === AUCTION_TOPIC.cancelled ? null : words.cancelledFact),
        ...fact('state', 'top bid', lastBidText(alert, best, context)),
      ];
    case 'sold':
      return [
        ...fact('state', 'sold', soldText(alert, best, context)),
        ...fact('state', 'settled', momentText(words.settled, finalizedAt) ?? ended),
      ];
    case 'ended':
      if (best === null) return fact('state', 'state', joined([ended, settling]));
      return [
        ...fact('state', 'top bid', lastBidText(alert, best, context)),
        ...fact('state', 'leader', lateBidText(alert, context)),
        ...fact('time', 'state', joined([ended, settling ?? words.waitingForSettlement])),
      ];
    case 'unsold':
      return [
        ...fact('state', 'state', joined([ended, settling])),
        ...fact('state', 'top bid', lastBidText(alert, best, context)),
      ];
    default:
      return status satisfies never;
  }
}

/**
 * Builds the facts below the state: how the result compares, the terms of the auction, and what makes the token worth
 * it.
 */
function detailFacts(alert: AuctionAlert, best: Wei | null, context: DescribeContext): readonly Fact[] {
  const { auctionAlerts: words } = context.messages;
  const { status, token, seller, startingPrice, bidCount } = alert;
  const isOpen = status === 'running' || status === 'upcoming';
  const terms: Fact['line'] = isOpen ? 'context' : 'parties';
  // The state contains it while there is no bid, and a result is compared with it.
  const isInState = isOpen === (best === null) && !leavesOutBids(alert, context);
  const start =
    startingPrice === null || isInState ? null : words.from(amountIn(alert, startingPrice, context));
  const ofToken = [
    ...otherCoinFact(pricedIn(alert, best ?? startingPrice), context),
    ...rarityFact(token.rarity, context),
    ...unitsFact(token.quantity, null, context),
  ];
  return [
    ...(isOpen || status === 'cancelled' ? [] : comparisonFacts(alert, best, context)),
    ...(isOpen ? [] : ofToken),
    ...fact(terms, 'starting price', start, null),
    ...fact(terms, 'bids', bidCount === 0 ? null : words.bidsSoFar(bidCount), null),
    ...(isOpen ? ofToken : []),
    ...fact(terms, 'seller', seller === null ? null : words.seller(walletOf(seller, context)), null),
  ];
}

/** Maximum bids in a list; the others are counted. */
const MAX_BIDS = 3;

/** Lists the latest bids, newest first; `null` if a single row would only repeat the facts. */
function bidRows(alert: AuctionAlert, context: DescribeContext): Rows | null {
  const { messages } = context;
  const { latestBids, bidCount } = alert;
  if (bidCount < 2 || latestBids.length === 0) return null;
  const { auctionAlerts: words } = messages;
  const shown = latestBids.slice(0, MAX_BIDS);
  const row = ({ amount, bidder }: AuctionAlert['latestBids'][number]): Segments => {
    const bid = amountIn(alert, amount, context);
    return bidder === null ? words.bidRow(bid) : words.bidRowBy(bid, walletOf(bidder, context));
  };
  return {
    title: words.bids(messages.writer.number(bidCount)),
    count: shown.length,
    row: (index) => shown.slice(index, index + 1).flatMap(row),
    target: () => null,
    further: Math.max(0, bidCount - shown.length),
    more: words.earlierBids,
  };
}

/** Builds the text of a follow-up. */
function updateOf(alert: AuctionAlert, best: Wei | null, context: DescribeContext): Segments | null {
  const { topic, status, leader, endTime, provisional } = alert;
  const { auctionAlerts: words } = context.messages;
  const wallet = best === null || leader === null ? null : walletOf(leader, context);
  const topBidder = wallet === null ? null : words.topBidder(wallet);
  switch (status) {
    case 'upcoming':
    case 'running': {
      const ends = momentText(words.ends, endTime);
      // The headline already names both wallets.
      if (tellsReader(alert, context)) return ends;
      if (topic === AUCTION_TOPIC.bid) return leaderText(alert, context);
      return joined([
        ends,
        best === null ? null : words.topBidOf(amountIn(alert, best, context)),
        wallet === null ? null : words.leads(wallet),
      ]);
    }
    case 'ended': {
      if (best === null) return provisional ? words.settling : null;
      if (isBid(alert)) return lateBidText(alert, context);
      const lost = outbidWords(alert, context);
      if (provisional) return joined([lost, topBidder, words.settling]);
      return joined([lost, wallet === null ? null : words.winner(wallet), words.waitingForSettlement]);
    }
    case 'sold':
      if (isBid(alert)) return lateBidText(alert, context);
      return joined([outbidWords(alert, context), wallet === null ? null : words.winner(wallet)]);
    case 'unsold':
    case 'cancelled':
      return topBidder;
    default:
      return status satisfies never;
  }
}

/**
 * Returns the headline of a follow-up if it is not that of the state: a bid that is shown after the end is news in
 * addition to the end, and the text of a reminder already contains the bid and the end.
 */
function newsOf(alert: AuctionAlert, headline: Segments): Pick<MarketDescription, 'news'> {
  const { topic, status } = alert;
  const isReminder = topic === AUCTION_TOPIC.ending && status === 'running';
  return isBid(alert) || isReminder ? { news: headline } : {};
}

/**
 * Returns whether the message leaves out bids because it is not edited: bids of an open auction would soon be outdated.
 * A message about one bid still describes it.
 */
const leavesOutBids = (alert: AuctionAlert, { isKeptUpToDate }: DescribeContext): boolean =>
  !isKeptUpToDate && !isBid(alert) && (alert.status === 'running' || alert.status === 'upcoming');

const WITHOUT_BIDS = { bidCount: 0, leader: null, outbid: null, latestBids: [], extensions: 0 } as const;

/** Shows the end if a message about a start or reminder is posted after the end. */
function asItStands(alert: AuctionAlert, context: DescribeContext): AuctionAlert {
  if (isBid(alert)) return alert;
  const shown = { ...alert, topic: resultOf(alert) ?? alert.topic };
  return leavesOutBids(shown, context) ? { ...shown, ...WITHOUT_BIDS } : shown;
}

export function describe(event: AuctionAlert, context: DescribeContext): MarketDescription {
  const { topic } = event;
  const alert = asItStands(event, context);
  const { auction, auctionId, token } = alert;
  const { auctionAlerts: words } = context.messages;
  const best = bestBid(alert);
  const amount = headlineAmount(alert, best, context);
  const number = parseTokenId(auctionId ?? '');
  const ofToken = tokenSubject(token, context, context.links.auction({ ...token, auctionId }));
  const subject: Subject =
    number === null
      ? ofToken
      : { ...ofToken, target: { at: 'auction', collection: token.collection, auctionId: number } };
  const link = subjectLink(subject);
  const headline = headlineForReader(alert, link, amount, context) ?? headlineOf(alert, link, amount, words);
  const [label, countWords] = labelsOf(words)[topic];
  return {
    ...ofOneEvent(alert, subject, context),
    colour: colourOf(alert, best),
    group: { key: topic, sign: SIGNS[topic], countWords, pricesAddUp: false },
    label,
    sign: signOf(alert, best),
    headline,
    standing: standingOf(alert, link, amount, context),
    ...newsOf(alert, headline),
    update: updateOf(alert, best, context),
    heading: headingOf(token, context),
    collections: collectionsOf([token], context),
    price: priceOf(alert, context),
    facts: [
      ...stateFacts(alert, best, context),
      ...fact('state', 'outbid', outbidWords(alert, context)),
      ...detailFacts(alert, best, context),
    ],
    traits: token.attributes,
    isDated: true,
    rows: bidRows(alert, context),
    pictures: pictureOf(token, 'one', 'large'),
    line: { key: `auction:${auction}`, stage: STAGES.indexOf(topic) },
    rank: topic === AUCTION_TOPIC.ended ? 0 : 1,
  };
}
