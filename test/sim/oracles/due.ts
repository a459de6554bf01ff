import type { RulePlan } from '../history.ts';
import type { Interval } from '../interval.ts';
import type { Observation } from '../observation.ts';
import { markedToken, markedWallet } from '../silence-plans.ts';
import { type MarketEvent, walletOf } from '../world/market.ts';
import type { RuleRecord } from '../world/rules.ts';
import { droppedUntil, switchedWithin } from './rule-times.ts';
import { type Silenced, silencesOf } from './silenced.ts';

/** `may`: it depends on which of two things the bot saw first, so both are right. */
export type Due = 'must' | 'may' | 'no';

/** As many events of a kind in one transaction to one wallet are one alert; the price of a sweep is another than theirs. */
const TOGETHER_FROM = { sale: 3, transfer: 2, burn: 2, listing: Number.POSITIVE_INFINITY } as const;
/** How long the bot takes at most from the answer of the feed to the outbox. */
const INGEST_MS = 15_000;
/** From the first page of the feed to the last that the bot asks for. */
const PAGES_MS = 1_000;
/** Records that the bot reads of the feed, less some that come while it does. */
const PAGE = 90;
const STALE_MS = 6 * 3_600_000;
/** The bot knows the marketplace's clock less precisely. */
const STALE_WITHIN_MS = 60_000;
/** So long a bot has to live until it has certainly read the feed. */
const MIN_LIVED_MS = 15 * 60_000;
const COIN = 10n ** 18n;
/** How long an admin may have waited for the answer to a command that is not known. */
const MAX_ANSWER_MS = 15 * 60_000;
/** Events and ends have whole seconds. */
const SECONDS_MS = 3_000;
/** Bad Request, and too large. */
const REFUSED_BODIES: readonly number[] = [400, 413];
const UNKNOWN_MESSAGE = 10_008;

/** What the market and the rules, as they stood, ask for. */
export interface Expectations {
  due(channelId: string, event: MarketEvent): Due;
  /** The same, if rules that post once posted always. */
  dueWithoutOnce(channelId: string, event: MarketEvent): Due;
  /** What each rule of the channel asks for, before silences. */
  dueByRules(
    channelId: string,
    event: MarketEvent,
  ): readonly { readonly rule: RuleRecord; readonly due: Due }[];
  /** What silences do with the event in the channel, for one of its rules. */
  silencedIn(channelId: string, event: MarketEvent): Silenced;
  /** When the bot had seen everything that the feed showed at that time, and written it down. */
  settledAt(time: number): number;
  /**
   * Whether a page of newer records stands before this one at the first read after that time. The bot reads on only where the oldest
   * record of a page is new, so it sees a record that comes late, or changes, only if it reads while that is on the first page.
   */
  isBelowFirstPage(event: MarketEvent, from: number): boolean;
  /** The alert that the event is announced by; events of one transaction may share it. */
  alertOf(event: MarketEvent): string;
  /** Whether the rule's conditions hold for the event. */
  matches(rule: RuleRecord, event: MarketEvent): Due;
  /** Whether the event was young enough while a bot lived. */
  dueByAge(event: MarketEvent): Due;
  /** Whether a clock that was wrong may make it older. */
  mayLookOld(event: MarketEvent): boolean;
  /** Whether the rule had ended by the time of the event. */
  endedBefore(rule: RuleRecord, event: MarketEvent): 'yes' | 'maybe' | 'no';
  /** Whether Discord said that it takes no message about it. */
  isRefusedForGood(channelId: string, event: MarketEvent): boolean;
  /** What silences do with the event for a rule. */
  silencedFor(rule: RuleRecord, event: MarketEvent): Silenced;
  /** When all facts of the event were shown. */
  completeAt(event: MarketEvent): number;
}

const overlaps = (intervals: Observation['lives'], from: number, to: number): boolean =>
  intervals.some((one) => one.from <= to && one.to >= from);

export function expectationsOf(observation: Observation): Expectations {
  const { events, rules, watches, feedReads, marketLimits, marketFaults, lives, diskFaults, leaps, refused } =
    observation;
  const byChannel = Map.groupBy<string, RuleRecord>([...rules, ...watches], ({ channelId }) => channelId);
  const droppedIn = new Map([...byChannel].map(([id, all]) => [id, droppedUntil(all)]));
  const inTransaction = Map.groupBy(events, ({ kind, txHash }) => `${kind} ${txHash}`);
  const completeAt = ({ shownAt, pricedAt }: MarketEvent): number => Math.max(shownAt, pricedAt);

  /** Reads of the feed after which the process lived, could write, and could ask for another page where it needed one. */
  const reads = feedReads.filter((at) => {
    const life = lives.find((one) => one.from <= at && one.to >= at);
    return (
      life !== undefined &&
      life.to >= at + INGEST_MS &&
      !overlaps(diskFaults, at, at + INGEST_MS) &&
      !overlaps(marketLimits, at, at + PAGES_MS) &&
      !overlaps(marketFaults, at, at + PAGES_MS)
    );
  });
  const settledAt = (time: number): number =>
    (reads.find((at) => at >= time) ?? Number.POSITIVE_INFINITY) + INGEST_MS;

  const isTogether = ({ kind, txHash, bundle }: MarketEvent): boolean =>
    bundle !== undefined || (inTransaction.get(`${kind} ${txHash}`)?.length ?? 1) >= TOGETHER_FROM[kind];

  function isExcluded(
    { notToken, notWallet }: RulePlan,
    { collection, tokenId, seller, buyer }: MarketEvent,
  ) {
    const isToken =
      notToken !== undefined &&
      observation.collections[notToken.collection] === collection &&
      markedToken(notToken.mark) === tokenId;
    return (
      isToken || (notWallet !== undefined && [seller, buyer].includes(walletOf(markedWallet(notWallet))))
    );
  }

  function matches({ plan }: RuleRecord, event: MarketEvent): Due {
    const { kind, collection, bundle } = event;
    // Of several tokens in one record, rules ask for their price together (`docs/filters.md`).
    const price = event.price * BigInt(bundle?.tokenIds.length ?? 1);
    if (!plan.topics.includes(kind)) return 'no';
    if (plan.notCollection !== undefined && observation.collections[plan.notCollection] === collection)
      return 'no';
    if (isExcluded(plan, event)) return 'no';
    if (plan.collection !== null && observation.collections[plan.collection] !== collection) return 'no';
    if (plan.token !== undefined && plan.token !== event.tokenId) return 'no';
    if (plan.trader !== undefined && plan.trader.wallet !== event[plan.trader.as]) return 'no';
    // A price in another coin passes no bound.
    if (event.coin !== undefined && (plan.priceTo !== undefined || plan.priceFrom !== null)) return 'no';
    if (plan.priceTo !== undefined && price > BigInt(plan.priceTo) * COIN) return 'no';
    if (plan.priceFrom === null) return 'must';
    const isSweep = bundle === undefined && isTogether(event);
    if (kind === 'transfer' || kind === 'burn' || isSweep) return 'may';
    return price >= BigInt(plan.priceFrom) * COIN ? 'must' : 'no';
  }

  /**
   * Discord said of both of its layouts that it takes no such message, or that it was posted and deleted since. Nobody may expect it
   * then.
   */
  const isRefusedForGood = (channelId: string, event: MarketEvent): boolean => {
    const { collection, tokenId, txHash } = event;
    const page = new RegExp(`/item/${collection}/${tokenId}(?!\\d)`);
    // A sweep names ten of its tokens, and all by its transaction.
    const names = (body: string): boolean => page.test(body) || (isTogether(event) && body.includes(txHash));
    const about = refused.filter((one) => one.channelId === channelId && names(one.body));
    return (
      about.filter(({ status }) => REFUSED_BODIES.includes(status)).length >= 2 ||
      about.some(({ status, code }) => status === 404 && code === UNKNOWN_MESSAGE)
    );
  };

  const startsWithin = ({ from, to }: Interval): boolean =>
    lives.some((life) => life.from >= from && life.from <= to);

  /**
   * A process that starts while the clock is hours behind takes it for right, so the event happened in the future for it, and counts
   * as of then. Once the clock is right, that is six hours ago.
   */
  const mayLookOld = ({ shownAt }: MarketEvent): boolean =>
    leaps.some(
      (leap) =>
        leap.ms <= -STALE_MS && startsWithin(leap) && leap.from <= settledAt(shownAt) && leap.to >= shownAt,
    );

  /**
   * A process that starts while the clock is ahead takes it for right: by it an event may be six hours old, and a price that is
   * still awaited ten minutes late.
   */
  function mayBeTooOld({ plan }: RuleRecord, event: MarketEvent): boolean {
    const { shownAt, pricedAt } = event;
    const awaitsPrice = plan.priceFrom !== null && pricedAt > shownAt;
    return (
      mayLookOld(event) ||
      leaps.some(
        (leap) =>
          leap.to >= shownAt &&
          (awaitsPrice || leap.ms >= STALE_MS) &&
          // A later leap to the same time looks right to such a process, too.
          lives.some(
            (life) =>
              life.to >= leap.from && leaps.some(({ from, to }) => life.from >= from && life.from <= to),
          ),
      )
    );
  }

  /**
   * When its price comes, only rules that were made before the event was seen are asked, by the machine's clock: while that was set
   * back, or after it was ahead when the rule was made, the event may look older than the rule.
   */
  function mayLookOlderThanRule(
    { plan, askedAt, inForceFrom }: RuleRecord,
    { shownAt, pricedAt }: MarketEvent,
  ): boolean {
    if (plan.priceFrom === null || pricedAt <= shownAt) return false;
    const madeAt = inForceFrom ?? askedAt;
    return leaps.some(({ from, to, ms }) =>
      ms < 0
        ? from <= settledAt(shownAt) && to >= shownAt && askedAt >= Math.max(from, shownAt) + ms
        : askedAt <= to && madeAt >= from && shownAt <= madeAt + ms,
    );
  }

  const isBelowFirstPage: Expectations['isBelowFirstPage'] = ({ at }, from) => {
    const readAt = settledAt(from) - INGEST_MS;
    return events.filter((other) => other.at >= at && other.shownAt <= readAt).length >= PAGE;
  };

  /** An event is announced for six hours, so none that came hours before the bot was back. */
  function dueByAge({ at, shownAt }: MarketEvent): Due {
    const end = at + STALE_MS;
    if (!overlaps(lives, shownAt, end + STALE_WITHIN_MS)) return 'no';
    const livedMs = lives.reduce(
      (sum, { from, to }) => sum + Math.max(0, Math.min(to, end) - Math.max(from, shownAt)),
      0,
    );
    return livedMs >= MIN_LIVED_MS ? 'must' : 'may';
  }

  function dueByRule(rule: RuleRecord, event: MarketEvent): Due {
    const matched = matches(rule, event);
    const byAge = dueByAge(event);
    if (matched === 'no' || byAge === 'no') return 'no';
    const settled = settledAt(completeAt(event));
    const { inForceFrom, askedAt, removalAskedAt, removedAt } = rule;
    const switched = switchedWithin(rule, event.shownAt, settled);
    if (switched === 'paused') return 'no';
    const isInForce =
      inForceFrom !== null &&
      inForceFrom <= event.shownAt &&
      (removalAskedAt === null || removalAskedAt >= settled);
    const mayBeDropped = event.shownAt <= (droppedIn.get(rule.channelId) ?? Number.NEGATIVE_INFINITY);
    const ended = endedBefore(rule, event);
    if (ended === 'yes') return 'no';
    if (isInForce && (switched === 'either' || mayBeDropped || ended === 'maybe')) return 'may';
    if (isInForce)
      return byAge === 'may' ||
        mayBeTooOld(rule, event) ||
        mayLookOlderThanRule(rule, event) ||
        (event.shownAt > event.at && isBelowFirstPage(event, event.shownAt))
        ? 'may'
        : matched;
    const mayBe = askedAt <= settled && (removedAt === null || removedAt >= event.shownAt);
    return mayBe ? 'may' : 'no';
  }

  const silenced = silencesOf(observation, { settledAt });

  /** Whether the rule had ended by the time of the event. Its end is read by the machine's clock. */
  function endedBefore(
    { plan, askedAt, inForceFrom }: RuleRecord,
    { at }: MarketEvent,
  ): 'yes' | 'maybe' | 'no' {
    if (plan.endsAfterMinutes === undefined) return 'no';
    const lastsMs = plan.endsAfterMinutes * 60_000;
    const madeBy = inForceFrom ?? askedAt + MAX_ANSWER_MS;
    if (leaps.some(({ from, to }) => from <= madeBy && to >= askedAt)) return 'maybe';
    if (at > madeBy + lastsMs + SECONDS_MS) return 'yes';
    return at < askedAt + lastsMs - SECONDS_MS ? 'no' : 'maybe';
  }

  /** What a rule asks for after silences. */
  function dueSilenced(rule: RuleRecord, event: MarketEvent): Due {
    const byRule = dueByRule(rule, event);
    if (byRule === 'no') return 'no';
    switch (silenced(rule, event, completeAt(event))) {
      case 'dropped':
        return 'no';
      case 'either':
        return 'may';
      case 'summed up':
        // What it left out is not summed up for rules that are gone.
        return rule.removalAskedAt === null && rule.plan.isOnce !== true ? byRule : 'may';
      case 'no':
        return byRule;
    }
  }

  function dueIn(channelId: string, event: MarketEvent, hasOnce: boolean): Due {
    const found = (byChannel.get(channelId) ?? []).map((rule): Due => {
      const one = dueSilenced(rule, event);
      return one === 'must' && hasOnce && rule.plan.isOnce === true ? 'may' : one;
    });
    if (found.includes('must')) return isRefusedForGood(channelId, event) ? 'may' : 'must';
    return found.includes('may') ? 'may' : 'no';
  }

  return {
    matches,
    dueByAge,
    mayLookOld,
    endedBefore,
    isRefusedForGood,
    silencedFor: (rule, event) => silenced(rule, event, completeAt(event)),
    settledAt,
    isBelowFirstPage,
    silencedIn(channelId, event) {
      const found = (byChannel.get(channelId) ?? []).map((rule) => silenced(rule, event, completeAt(event)));
      return found.find((one) => one !== 'no') ?? 'no';
    },
    dueByRules: (channelId, event) =>
      (byChannel.get(channelId) ?? []).map((rule) => ({ rule, due: dueByRule(rule, event) })),
    completeAt,
    alertOf: (event) => (isTogether(event) ? `${event.kind} ${event.txHash}` : String(event.number)),
    due: (channelId, event) => dueIn(channelId, event, true),
    dueWithoutOnce: (channelId, event) => dueIn(channelId, event, false),
  };
}
