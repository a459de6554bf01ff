import type { Wei } from '#src/chain/wei.ts';
import type { MarketAlert } from '../alert.ts';
import { hasPingConditions } from '../filters/pings.ts';
import { chosenWallets } from '../filters/wallets.ts';
import { AUCTION_TOPIC, isAuction } from '../kinds/auction/schema.ts';
import { kindOf } from '../kinds/registry.ts';
import { saleTopic } from '../kinds/sale.ts';
import { pricesOf } from '../match-input.ts';
import type { MatchFacts } from '../match-subject.ts';
import { ALL_PENDING, NONE_PENDING } from '../missing-details.ts';
import { type PingTargets, pingTargetsOf, rolesToPing } from '../ping.ts';
import { pingVerdict } from '../ping-verdict.ts';
import {
  highestMatch,
  matchesPrice,
  needsDetail,
  prepareRule,
  verdictOfCandidate,
  withoutDetails,
} from '../rule-match.ts';
import { saleOfTrade } from '../sale-of-trade.ts';
import type { PingSettings } from '../settings.ts';
import type { Rule } from '../subscription.ts';
import type { Trade } from '../trade.ts';
import type { BacktestFigures, DayOfMessages } from './figures.ts';
import { createPriceCounts } from './price-counts.ts';

/** A rule, and everything outside of the alerts that decides what it would post. */
export interface BacktestSettings {
  readonly rule: Rule;
  readonly facts: MatchFacts;
  /** The ping settings of the channel; `null` for none. */
  readonly ping: PingSettings | null;
  /** Starts of the days in chronological order, the first with the period, epoch seconds; at least one. */
  readonly days: readonly [number, ...number[]];
  /** End of the period, exclusive, epoch seconds. */
  readonly to: number;
}

/** A message that later alerts only edit. */
interface LiveMessage {
  /** The highest price of its alerts that matched; `null` if none is known. */
  highest: Wei | null;
  /** Whether it was counted: it was posted within the period. */
  readonly isCounted: boolean;
}

type Input = Parameters<typeof highestMatch>[1];

/** Returns the price of an alert with one subject. */
const onlyPrice = ({ alert, subjects }: Input): Wei | null => pricesOf(alert, subjects)[0] ?? null;

/** Returns whether every message pings, or none; `null` if that depends on the message. */
function pingsAlike(pings: PingTargets, ping: PingSettings | null, isConditional: boolean): boolean | null {
  if (pings.roles.length === 0 && (ping === null || !pings.channelRole)) return false;
  const depends = isConditional || (ping !== null && (ping.minimum !== null || ping.coolDownMinutes > 0));
  return depends ? null : true;
}

/** Counts the messages that a rule would have posted. */
export interface MessageCounter {
  /**
   * Counts an alert. They come in the order in which they were posted.
   * @param isIncomplete whether its price is known to the marketplace, but was not stored
   */
  add(alert: MarketAlert, isIncomplete?: boolean): void;
  /** Counts a stored sale that is announced alone, like `add` with its alert. Most sales need no alert for that. */
  addSale(trade: Trade): void;
  figures(): BacktestFigures;
}

/** Creates a counter that matches with the conditions that stored events can decide. */
export function createMessageCounter({ rule, facts, ping, days, to }: BacktestSettings): MessageCounter {
  const whole = prepareRule(rule);
  const prepared = withoutDetails(whole);
  const [from] = days;
  const countsSales = rule.topics.includes(saleTopic.value);
  const wallets = chosenWallets(rule.filter).length === 0 ? null : new Set(chosenWallets(rule.filter));
  const testsMore = prepared.conditions.some((one) => one.test !== undefined || one.testAlert !== undefined);
  const pings = pingTargetsOf([rule]);
  const isConditional = hasPingConditions(rule.filter);
  const isAlwaysPinged = pingsAlike(pings, ping, isConditional);
  const lastPings = new Map<string, number>();
  const prices = createPriceCounts();
  const messages = days.map(() => 0);
  const live = new Map<string, LiveMessage>();
  let sum = 0;
  let pinged = 0;
  let day = 0;
  let isAtMost = needsDetail(whole);

  /** Returns whether the rule pings, as far as stored events can decide it. */
  function isPinging(alert: MarketAlert): boolean {
    if (!isConditional) return true;
    const input = { alert, subjects: kindOf(alert).subjects(alert, ALL_PENDING) };
    return pingVerdict(rule, input, facts) !== 'no';
  }

  function countPings(alert: MarketAlert, isCounted: boolean): void {
    if (!isPinging(alert)) return;
    const at = alert.occurredAt * 1_000;
    const roles = rolesToPing([{ alert, pings }], ping, lastPings, at);
    if (roles.length === 0) return;
    if (isCounted) pinged += 1;
    if ((ping?.coolDownMinutes ?? 0) > 0) for (const role of roles) lastPings.set(role, at);
  }

  /** Counts a new message. Messages before the period only start cool-downs. */
  function countMessage(at: number, highest: Wei | null, alert: () => MarketAlert): boolean {
    const isCounted = at >= from && at < to;
    if (isAlwaysPinged === null) countPings(alert(), isCounted);
    if (!isCounted) return false;
    if (isAlwaysPinged === true) pinged += 1;
    while (at >= (days[day + 1] ?? Number.POSITIVE_INFINITY)) day += 1;
    while (at < (days[day] ?? from)) day -= 1;
    messages[day] = (messages[day] ?? 0) + 1;
    sum += 1;
    if (highest !== null) prices.add(highest);
    return true;
  }

  /** Whether the sale may match: its price does, and one of the chosen wallets takes part. */
  function mayMatchSale({ price, seller, buyer }: Trade): boolean {
    if (!countsSales) return false;
    if (
      wallets !== null &&
      !(seller !== null && wallets.has(seller)) &&
      !(buyer !== null && wallets.has(buyer))
    )
      return false;
    return !prepared.testsPrices || (price !== null && matchesPrice(prepared, price));
  }

  /** Raises the price up to which the message would have been posted. */
  function raise(message: LiveMessage, highest: Wei | null): void {
    const { highest: before } = message;
    if (highest === null || (before !== null && highest <= before)) return;
    if (message.isCounted) {
      if (before !== null) prices.remove(before);
      prices.add(highest);
    }
    message.highest = highest;
  }

  function add(alert: MarketAlert, isIncomplete = false): void {
    // Without the parts of a match input that only an index of many rules needs.
    const input = { alert, subjects: kindOf(alert).subjects(alert, NONE_PENDING) };
    const verdict = rule.topics.includes(alert.topic) ? verdictOfCandidate(prepared, input, facts) : 'no';
    if (verdict === 'no' || (verdict === 'undecided' && !isIncomplete)) return;
    if (verdict === 'undecided') isAtMost = true;
    const [, second] = input.subjects;
    const highest = second === undefined ? onlyPrice(input) : highestMatch(prepared, input, facts);
    const count = () => countMessage(alert.occurredAt, highest, () => alert);
    if (alert.liveKey === null) {
      count();
      return;
    }
    // The end of an auction is posted even if the channel shows the auction (`store/ingestion.ts`).
    const isEnd = isAuction(alert) && alert.topic === AUCTION_TOPIC.ended;
    const name = isEnd ? `${alert.liveKey} ended` : alert.liveKey;
    const message = live.get(name);
    if (message !== undefined) raise(message, highest);
    else live.set(name, { highest, isCounted: count() });
  }

  return {
    add,
    addSale(trade) {
      if (!mayMatchSale(trade)) return;
      if (testsMore) add(saleOfTrade(trade));
      else countMessage(trade.at, trade.price, () => saleOfTrade(trade));
    },
    figures: () => ({
      from,
      to,
      messages: sum,
      pings: pinged,
      isAtMost: isAtMost && sum > 0,
      days: days.map((at, index): DayOfMessages => ({ at, messages: messages[index] ?? 0 })),
      byThreshold: prices.byThreshold(),
    }),
  };
}
