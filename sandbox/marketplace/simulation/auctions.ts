import { createRandom, type Random } from '../random/random.ts';
import { type Auction, currentPrice, leadingBid, leastBid } from '../world/auctions/auction.ts';
import {
  auctionBid,
  auctionCancellation,
  auctionStart,
  endAfterBid,
} from '../world/auctions/auction-events.ts';
import { unlistedToken } from '../world/choices.ts';
import type { Market } from '../world/market.ts';
import type { WorldEvent } from '../world/model.ts';
import type { WorldSource } from '../world/source.ts';
import type { Moment } from '../world/transactions.ts';
import { type AuctionPlan, planAuction, SNIPED_MS } from './auction-plan.ts';
import { humanPrice } from './prices.ts';
import type { Trade } from './trade.ts';

/** How often auctions start, and when they are settled. */
export interface AuctionRates {
  /** At speed 1, in all collections together; with 0, no auction lasts beyond the start. */
  readonly auctionsPerMinute: number;
  /** World ms from the end of an auction to its settlement, on average. */
  readonly settleAfterMs: number;
}

const PAST_AUCTIONS = 60;
/** Auctions before the start: independent of the rate, and rarer the longer ago. */
const PAST_GAP_MS = 100_000;
const PAST_STRETCH = 1.05;
/** The probability that a bid in the closing window is followed by another one. */
const ANSWER_CHANCE = 0.5;
const MAX_ANSWERS = 5;

/** A planned event of an auction, which is dropped if the auction is over by then. */
interface Step {
  readonly atMs: number;
  readonly auctionId: string;
  readonly key: string;
  readonly what: 'bid' | 'last minute bid' | 'cancellation';
  /** Index in the auction's plan. */
  readonly windowMs: number;
  /** The number of bids in the closing window that it follows. */
  readonly answers: number;
}

/** The simulated auctions. Each has its own random stream; it is settled like every auction of the world. */
export function createAuctions(seed: number, rates: AuctionRates, trade: Trade): WorldSource {
  const starts = startTimes(seed, rates.auctionsPerMinute);
  let upcoming = starts.next().value;
  /** Soonest first. */
  const agenda: Step[] = [];

  const schedule = (step: Step): void => {
    let at = agenda.length;
    while (at > 0 && (agenda[at - 1]?.atMs ?? 0) > step.atMs) at -= 1;
    agenda.splice(at, 0, step);
  };

  const begin = (market: Market, wallOf: (atMs: number) => number): readonly WorldEvent[] => {
    const { index, atMs } = upcoming;
    upcoming = starts.next().value;
    const key = `${seed}:auction:${index}`;
    const random = createRandom(key);
    const plan = planAuction(random, rates.settleAfterMs);
    const collection = trade.choose(market.collections, random);
    const token = unlistedToken(collection, random);
    // Without activity after the start, no auction may have events left.
    const isObsolete = atMs + plan.lastsMs + plan.settlesAfterMs + plan.marginMs > 0;
    if (token === undefined || (rates.auctionsPerMinute === 0 && isObsolete)) return [];
    const start = auctionStart({ key, atMs, random }, collection, token, {
      number: market.auctions.nextNumber(),
      startingPrice: humanPrice(trade.estimatedPrice(collection, token) * plan.startingShare, random),
      endsAtMs: wallOf(atMs + plan.lastsMs),
      settlesAfterMs: plan.settlesAfterMs,
    });
    for (const step of stepsOf(plan, atMs, key)) schedule({ ...step, auctionId: start.auction?.id ?? '' });
    return [start];
  };

  const bid = (
    { what, auctionId, key, atMs, windowMs, answers }: Step,
    auction: Auction,
    { market, random, wallOf }: { market: Market; random: Random; wallOf: (atMs: number) => number },
  ): readonly WorldEvent[] => {
    const collection = market.at(auction.collection);
    const wallMs = wallOf(atMs);
    if (collection === undefined || wallMs >= auction.endsAtMs) return [];
    const moment: Moment = { key, atMs, random };
    const lead = leadingBid(auction)?.bidder ?? '';
    const selfRaise = lead !== '' && random.chance(0.12);
    const bidder = selfRaise ? lead : trade.randomWallet(collection, random, lead);
    const endsAtMs = endAfterBid(auction.endsAtMs, wallMs, wallOf(atMs + windowMs) - wallMs);
    if (what === 'last minute bid' && answers < MAX_ANSWERS && random.chance(ANSWER_CHANCE)) {
      const answerMs = atMs + random.between(3_000, windowMs - 1_000);
      schedule({ atMs: answerMs, auctionId, key: `${key}+`, what, windowMs, answers: answers + 1 });
    }
    return [auctionBid(moment, auction, { bidder, amount: nextAmount(auction, random), endsAtMs })];
  };

  const proceed = (market: Market, wallOf: (atMs: number) => number): readonly WorldEvent[] => {
    const step = agenda.shift();
    const auction = step === undefined ? undefined : market.auctions.at(step.auctionId);
    if (step === undefined || auction === undefined || auction.close !== null) return [];
    const random = createRandom(step.key);
    if (step.what !== 'cancellation') return bid(step, auction, { market, random, wallOf });
    return auction.bids.length > 0 ? [] : [auctionCancellation({ ...step, random }, auction)];
  };

  const nextStepMs = (): number => agenda[0]?.atMs ?? Number.POSITIVE_INFINITY;

  return {
    starts: [],
    appraise: trade.askingPrice,
    lastAuctionNumber: 0,
    nextAtMs: () => Math.min(upcoming.atMs, nextStepMs()),
    take: (market, wallOf) =>
      upcoming.atMs <= nextStepMs() ? begin(market, wallOf) : proceed(market, wallOf),
  };
}

function stepsOf(plan: AuctionPlan, startMs: number, key: string): readonly Omit<Step, 'auctionId'>[] {
  const steps = plan.bidsAtMs.map(
    (afterMs, index): Omit<Step, 'auctionId'> => ({
      atMs: startMs + afterMs,
      key: `${key}:bid:${index}`,
      what: plan.lastsMs - afterMs <= Math.min(SNIPED_MS, plan.windowMs) ? 'last minute bid' : 'bid',
      windowMs: plan.windowMs,
      answers: 0,
    }),
  );
  if (plan.cancelledAfterMs === null) return steps;
  return [
    ...steps,
    {
      atMs: startMs + plan.cancelledAfterMs,
      key: `${key}:cancellation`,
      what: 'cancellation',
      windowMs: plan.windowMs,
      answers: 0,
    },
  ];
}

/** The first bid is often the starting price; later ones are 3 to 15 percent higher. */
function nextAmount(auction: Auction, random: Random): bigint {
  const least = leastBid(auction);
  if (auction.bids.length === 0 && random.chance(0.45)) return least;
  const wanted = humanPrice((Number(currentPrice(auction)) / 1e18) * (1.03 + random.next() * 0.12), random);
  return wanted > least ? wanted : least;
}

interface Start {
  readonly index: number;
  /** World ms. */
  readonly atMs: number;
}

function* startTimes(seed: number, perMinute: number): Generator<Start, never> {
  const random = createRandom(`${seed}:past auctions`);
  let pastMs = 0;
  const past = Array.from({ length: PAST_AUCTIONS }, (_, back) => {
    pastMs -= random.exponential(PAST_GAP_MS * PAST_STRETCH ** back);
    return pastMs;
  }).toReversed();
  for (const [index, atMs] of past.entries()) yield { index, atMs };
  let atMs = 0;
  for (let index = past.length; ; index += 1) {
    atMs =
      perMinute > 0
        ? atMs + createRandom(`${seed}:auction gap:${index}`).exponential(60_000 / perMinute)
        : Number.POSITIVE_INFINITY;
    yield { index, atMs };
  }
}
