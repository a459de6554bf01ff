import type { Said, WhyAnswer, WhyLook } from '../why/answers.ts';
import { BOT_ID } from '../world/discord/state.ts';
import type { MarketEvent } from '../world/market.ts';
import type { RuleRecord } from '../world/rules.ts';
import { blamedChannel } from './blamed-channel.ts';
import { type ChannelContext, type Oracle, type OracleContext, wordsFor } from './context.ts';

/** Times in ms since the start of the history. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** What a rule was when an event was seen. */
type State = 'before' | 'active' | 'paused' | 'removed';

const MINUTE = 60_000;
/** An event is decided for so long, less what the bot's clock is inexact by. */
const DECIDED_MS = 9 * MINUTE;
const ANNOUNCED_MS = 6 * 60 * MINUTE - MINUTE;
/** How long an admin may have waited for the answer to a command that is not known. */
const MAX_ANSWER_MS = 15 * MINUTE;

/** What became of a message that Discord has, or has not. */
const OF_POSTED: readonly Said[] = ['posted', 'in a summary', 'sending'];
const OF_NOT_POSTED: readonly Said[] = ['waiting', 'sending', 'in a summary', 'posted'];

const overlap = (one: Span, other: Span): boolean => one.from <= other.to && one.to >= other.from;

/** Of an event with as many tokens the bot keeps no details. */
const MAX_TOKENS_KEPT = 10;

/** The same rule, if it asked for no price. */
function withoutPrice(rule: RuleRecord): RuleRecord {
  const { priceTo: _priceTo, ...plan } = rule.plan;
  return { ...rule, plan: { ...plan, priceFrom: null } };
}

function createJudge(context: OracleContext) {
  const { observation, channels, settledAt, isBelowFirstPage, matches } = context;
  const { rules, leaps, history, markedAsPosted, poisoned, refused } = observation;
  const byId = new Map(rules.flatMap((rule) => (rule.id === null ? [] : [[rule.id, rule] as const])));
  const channelOf = new Map<string, ChannelContext>(channels.map((one) => [one.channel.id, one]));

  const inTransaction = Map.groupBy(observation.events, ({ txHash }) => txHash);
  const isTooLarge = ({ txHash }: MarketEvent): boolean =>
    (inTransaction.get(txHash)?.length ?? 1) > MAX_TOKENS_KEPT;

  /** When the bot may have seen what was shown at that time. */
  const seenWithin = (event: MarketEvent, at: number): Span => ({
    from: at,
    to: isBelowFirstPage(event, at) ? Number.POSITIVE_INFINITY : settledAt(at),
  });

  /** The same time by the bot's clock. */
  function byItsClock(span: Span): Span {
    const aheadAt = (at: number): number =>
      leaps.reduce((sum, { from, to, ms }) => (from <= at && at < to ? sum + ms : sum), 0);
    const times = [span.from, span.to, ...leaps.flatMap(({ from, to }) => [from, to])].filter(
      (at) => at >= span.from && at <= span.to && Number.isFinite(at),
    );
    const ahead = times.map(aheadAt);
    return { from: span.from + Math.min(0, ...ahead), to: span.to + Math.max(0, ...ahead) };
  }

  /** When the rule was created, and what else happened to it, in that order. */
  function changesOf({ askedAt, inForceFrom, switches, removalAskedAt, removedAt }: RuleRecord) {
    const changes = switches.map(({ to, askedAt: from, doneAt }) => ({
      ...{ to: to === 'pause' ? ('paused' as const) : ('active' as const), isSure: doneAt !== null },
      span: { from, to: doneAt ?? Number.POSITIVE_INFINITY },
    }));
    const removal = {
      ...{ to: 'removed' as const, isSure: removedAt !== null },
      span: { from: removalAskedAt ?? 0, to: removedAt ?? Number.POSITIVE_INFINITY },
    };
    return {
      created: { from: askedAt, to: inForceFrom ?? askedAt + MAX_ANSWER_MS },
      changes: removalAskedAt === null ? changes : [...changes, removal],
    };
  }

  /** What the rule may have been in this time, as a clock shows it. */
  function statesIn(rule: RuleRecord, span: Span, clock: (span: Span) => Span): ReadonlySet<State> {
    const at = clock(span);
    const { created, changes } = changesOf(rule);
    const made = clock(created);
    const states = new Set<State>();
    if (made.from <= at.to) states.add('active');
    // While the clock was behind, a change may count as one from before the rule was made.
    for (const { to, isSure, span: changed } of changes) {
      const when = clock(changed);
      if (isSure && when.to < at.from) states.clear();
      if (when.from <= at.to) states.add(to);
    }
    if (made.to >= at.from) states.add('before');
    return states;
  }

  /** What may be said of a message about the event that the channel has, or has not. */
  function ofDelivery(
    event: MarketEvent,
    { from, to }: WhyLook,
    { channel, posted }: ChannelContext,
  ): Set<Said> {
    const named = posted.named.filter(({ number }) => number === event.number);
    const isShown = named.some(({ at, isDeleted }) => at < from && !isDeleted);
    const said = new Set<Said>(isShown ? OF_POSTED : OF_NOT_POSTED);
    // Discord does not tell the id of a message that was deleted before its answer arrived.
    if (markedAsPosted.has(channel.id) || named.some(({ isDeleted }) => isDeleted))
      said.add('posted unknown');
    const mayBeRefused =
      poisoned.has(event.number) ||
      blamedChannel(history, channel).abandoned > 0 ||
      refused.some(({ channelId }) => channelId === channel.id);
    if (mayBeRefused && !isShown) for (const one of ['refused', 'unverifiable'] as const) said.add(one);
    const isOld = to - event.at > ANNOUNCED_MS || leaps.some(({ ms }) => Math.abs(ms) >= ANNOUNCED_MS);
    if (isOld && !isShown) said.add('expired');
    if (!isShown && rules.some((one) => one.channelId === channel.id && one.removalAskedAt !== null))
      said.add('dropped');
    return said;
  }

  /** Whether the message that is named is one about the event, or a summary, which may only count it. */
  function isRightMessage(
    event: MarketEvent,
    answer: WhyAnswer,
    { channel, posted }: ChannelContext,
  ): boolean {
    if (answer.messageId === null) return true;
    const own = channel.messages.filter(({ authorId }) => authorId === BOT_ID);
    const position = own.findIndex(({ id }) => id === answer.messageId);
    if (position < 0) return false;
    const numbers = posted.named.flatMap((one) => (one.position === position ? [one.number] : []));
    return answer.said === 'in a summary' || numbers.includes(event.number);
  }

  /** Everything that may be said of the event to the rule. */
  function allowed(event: MarketEvent, rule: RuleRecord, look: WhyLook, target: ChannelContext) {
    const seen = seenWithin(event, event.shownAt);
    const isLate = event.pricedAt > event.shownAt;
    const decided = isLate ? seenWithin(event, event.pricedAt) : seen;
    const found = (isLate ? [seen, decided] : [seen]).map((span) => ({
      inTime: statesIn(rule, span, (one) => one),
      byClock: statesIn(rule, span, byItsClock),
    }));
    const isShifted = found.some(({ inTime, byClock }) => [...byClock].some((one) => !inTime.has(one)));
    const states = new Set(found.flatMap(({ inTime, byClock }) => [...inTime, ...byClock]));
    const { created, changes } = changesOf(rule);
    const said = new Set<Said>();
    let mayBeOfAnother = false;
    let mustBeOwn = true;
    if (rule.inForceFrom === null || rule.inForceFrom > look.from) said.add('nothing');
    for (const state of states) if (state !== 'active') said.add(state === 'removed' ? 'nothing' : state);
    if (!states.has('active')) return { said, mayBeOfAnother };
    const ended = context.endedBefore(rule, event);
    if (ended !== 'no') said.add('ended');
    if (ended === 'yes') return { said, mayBeOfAnother };
    const age = context.dueByAge(event);
    if (age !== 'must' || context.mayLookOld(event) || leaps.some(({ ms }) => Math.abs(ms) >= ANNOUNCED_MS))
      said.add('stale');
    if (age === 'no') return { said, mayBeOfAnother };
    if (isLate && (decided.to - seen.from > DECIDED_MS || leaps.length > 0)) said.add('late').add('given up');
    const matched = matches(rule, event);
    const awaitsPrice = isLate && (rule.plan.priceFrom !== null || rule.plan.priceTo !== undefined);
    const isMissed = matched === 'no' && (!awaitsPrice || matches(withoutPrice(rule), event) === 'no');
    if (!rule.plan.topics.some((topic) => topic === event.kind)) said.add('other topic');
    else if (isMissed || (matched !== 'must' && look.to >= decided.from)) said.add('filtered');
    if (isTooLarge(event)) said.add('too large');
    if (isMissed) return { said, mayBeOfAnother };
    if (awaitsPrice && look.from < decided.to) said.add('undecided');
    if (matched === 'no' || (awaitsPrice && look.to < decided.from)) return { said, mayBeOfAnother };
    const silenced = context.silencedFor(rule, event);
    if (silenced !== 'no') said.add('silenced');
    if (silenced !== 'no' || matched !== 'must' || states.size > 1) mustBeOwn = false;
    if (rule.plan.isOnce === true) said.add('once');
    mayBeOfAnother = !mustBeOwn;
    if (silenced !== 'dropped' || mayBeOfAnother)
      for (const one of ofDelivery(event, look, target)) said.add(one);
    const isRace = [created, ...changes.map(({ span }) => span)].some((span) => overlap(span, seen));
    if (isRace || isShifted) said.add('no record');
    return { said, mayBeOfAnother };
  }

  return function judgeLook(look: WhyLook): readonly string[] {
    const wrong: string[] = [];
    for (const number of look.asked) {
      const event = context.eventOf(number);
      const { from, to } = seenWithin(event, event.shownAt);
      if (look.known.has(number) && look.to < from)
        wrong.push(`${wordsFor(event)} is known before it was shown`);
      if (!look.known.has(number) && look.from > to)
        wrong.push(`${wordsFor(event)} is unknown at ${look.from}`);
    }
    const answered = Map.groupBy(look.answers, ({ number, ruleId }) => `${number} ${ruleId}`);
    for (const [ruleId, rule] of byId) {
      if (rule.askedAt > look.to || !look.channelIds.includes(rule.channelId)) continue;
      const target = channelOf.get(rule.channelId);
      if (target === undefined) continue;
      for (const number of look.known) {
        const event = context.eventOf(number);
        const nothing = {
          number,
          channelId: rule.channelId,
          ruleId,
          said: 'nothing',
          isOfAnother: false,
          messageId: null,
        } as const;
        const answers: readonly WhyAnswer[] = answered.get(`${number} ${ruleId}`) ?? [nothing];
        const { said, mayBeOfAnother } = allowed(event, rule, look, target);
        for (const answer of answers) {
          const name = `${target.channel.name}: ${wordsFor(event)} to rule ${ruleId} at ${look.from}`;
          const words = `“${answer.said}${answer.isOfAnother ? ' of another' : ''}”`;
          if (!said.has(answer.said) || (answer.isOfAnother && !mayBeOfAnother))
            wrong.push(`${name}: ${words}, but it is “${[...said].join('”, “')}”`);
          else if (!isRightMessage(event, answer, target))
            wrong.push(`${name}: ${words}, but not in message ${answer.messageId}`);
        }
      }
    }
    return wrong;
  };
}

/** `/why` says of every event to every rule of a channel what became of it, or, while it may be two things, one of them. */
export const why: Oracle = (context) => {
  const { whyLooks } = context.observation;
  if (whyLooks.length === 0) return [];
  const judge = createJudge(context);
  return whyLooks.flatMap(judge);
};
