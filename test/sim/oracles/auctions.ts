import type { APIMessage } from 'discord-api-types/v10';
import { readMessage } from '../../../sandbox/demo/message-reader.ts';
import { AUCTION_SHOWN_MS } from '../actions.ts';
import type { AuctionTopicPlan } from '../history.ts';
import type { Observation } from '../observation.ts';
import { BOT_ID, type SimulatedMessage } from '../world/discord/state.ts';
import type { MarketAuction } from '../world/market.ts';
import type { RuleRecord } from '../world/rules.ts';
import type { ChannelContext, Oracle, OracleContext } from './context.ts';

type End = 'sold' | 'unsold' | 'cancelled';
const ENDS: readonly (readonly [End, RegExp])[] = [
  ['sold', /sold at auction|\*\*sold\*\*|You won /],
  ['unsold', /ended without a bid(?!, settling)/],
  ['cancelled', /was cancelled|\*\*cancelled\*\*/],
];
/** What is announced once, with what shows it beside the first message: a headline, and the stage of a line of a summary. */
const STAGES: readonly (readonly [words: string, headline: RegExp, stages: readonly string[]])[] = [
  ['start', /is up for auction/, ['auction_started']],
  ['coming end', / ends soon/, ['auction_ending']],
  ['end', /(sold|won) at auction|ended (without a bid|at )|continues/, ['auction_ended']],
  ['cancellation', /was cancelled/, ['auction_cancelled']],
];
/** A message that Discord never takes an edit of is given up after three minutes, and others wait until then. */
const EDIT_AFTER_POISONED_MS = 5 * 60_000;

/** How long after its end an auction is judged. */
export const shownMsOf = ({ poisoned }: Observation): number =>
  AUCTION_SHOWN_MS + poisoned.size * EDIT_AFTER_POISONED_MS;

export const endOf = ({ cancelledAt, bids }: MarketAuction): End =>
  cancelledAt !== null ? 'cancelled' : bids.length > 0 ? 'sold' : 'unsold';

export const isAbout = (message: SimulatedMessage, { collection, number }: MarketAuction): boolean =>
  new RegExp(`/auction/${collection}/${number}(?!\\d)`).test(
    JSON.stringify([message.content, message.embeds, message.components]),
  );

export const isSummary = ({ embeds }: SimulatedMessage): boolean =>
  embeds.length > 1 || (embeds.length === 1 && embeds[0]?.url === undefined);

/** Discord took it without its embed only. It says what was known then, and is not edited (`docs/alerts.md`). */
const isPlainText = ({ authorId, embeds }: SimulatedMessage): boolean =>
  authorId === BOT_ID && embeds.length === 0;

const headlineOf = ({ content, embeds }: SimulatedMessage): string =>
  [content, ...embeds.map(({ title = '', description = '' }) => `${title} ${description}`)].join(' ');

/** The ends that a message shows, by its headline. */
export const endsIn = (message: SimulatedMessage): readonly End[] =>
  ENDS.filter(([, words]) => words.test(headlineOf(message))).map(([end]) => end);

/** The stages that the lines of a summary name of the auction. */
export const stagesIn = (
  message: SimulatedMessage,
  { collection, number }: MarketAuction,
): readonly string[] =>
  readMessage(message as unknown as APIMessage).posted.flatMap((one) =>
    one.type === 'auction' && one.auction === `${collection}/${number}` && one.stage !== null
      ? [one.stage]
      : [],
  );

/** Whether the rule may ask for anything about the auction. */
function isAsked({ plan }: RuleRecord, auction: MarketAuction, { observation }: OracleContext): boolean {
  if (plan.collection !== null && observation.collections[plan.collection] !== auction.collection)
    return false;
  const asks = (topic: AuctionTopicPlan) => plan.topics.includes('auctions') || plan.topics.includes(topic);
  const isCancelled = auction.cancelledAt !== null;
  return (
    asks('auction starts') ||
    asks('auction endings') ||
    (auction.bids.length > 0 && asks('auction bids')) ||
    (isCancelled ? asks('cancelled auctions') : asks('auction results'))
  );
}

/** Beyond this difference a process takes its own clock for right. */
const STALE_MS = 6 * 3_600_000;

/** A process that starts while the clock is hours ahead takes it for right: by it an end may be too old to be posted. */
export const mayBeTooOld = (
  auction: MarketAuction,
  { observation: { leaps, lives } }: OracleContext,
): boolean =>
  leaps.some(
    (leap) =>
      leap.ms >= STALE_MS &&
      leap.to >= auction.startedAt &&
      // A later leap to the same time looks right to a process that started in one.
      lives.some(
        (life) => life.to >= leap.from && leaps.some(({ from, to }) => life.from >= from && life.from <= to),
      ),
  );

/** By the clock of a process that starts while it is ahead, an auction may be over before it is. */
const mayLookOver = (
  auction: MarketAuction,
  { plan }: RuleRecord,
  { observation: { leaps, lives } }: OracleContext,
): boolean =>
  plan.topics.includes('auction results') &&
  leaps.some(
    ({ from, to, ms }) =>
      ms > 0 && to >= auction.startedAt && lives.some((life) => life.from >= from && life.from <= to),
  );

/**
 * What is said more than once. The first message is edited to every stage, so it is not counted; nor is the next where Discord takes no
 * edit of it, or took it as plain text.
 */
function repeated(about: readonly SimulatedMessage[], auction: MarketAuction): readonly string[] {
  const named = about.filter((message) => !isSummary(message));
  const edited = Math.max(
    0,
    named.findIndex((message) => !message.isEditRefused && !isPlainText(message)),
  );
  const later = named.filter(
    (message, position) => position > edited || (position > 0 && isPlainText(message)),
  );
  const summaries = about.filter(isSummary).flatMap((message) => stagesIn(message, auction));
  return STAGES.flatMap(([words, headline, stages]) => {
    const times =
      later.filter((message) => headline.test(headlineOf(message))).length +
      summaries.filter((stage) => stages.includes(stage)).length;
    return times > 1 ? [`the ${words} of auction ${auction.number} was posted ${times} times`] : [];
  });
}

function judgeAuction(
  auction: MarketAuction,
  { channel }: ChannelContext,
  rule: RuleRecord,
  context: OracleContext,
): readonly string[] {
  const { observation } = context;
  const { endedAt, slowed } = observation;
  const overAt = auction.cancelledAt ?? auction.settledAt;
  const from = rule.inForceFrom;
  const words = `auction ${auction.number}`;
  const own = channel.messages.filter(({ authorId }) => authorId === BOT_ID);
  const about = own.filter((message) => isAbout(message, auction));
  if (!isAsked(rule, auction, context))
    return about.length > 0 && !mayLookOver(auction, rule, context)
      ? [`${words} was posted and nobody asked for it`]
      : [];
  const twice = repeated(about, auction);
  const shownMs = shownMsOf(observation);
  const isSlowed = slowed.some(({ channelId }) => channelId === channel.id);
  if (from === null || auction.startedAt < from || overAt === null || overAt + shownMs > endedAt)
    return twice;
  if (isSlowed || mayBeTooOld(auction, context)) return twice;
  const end = endOf(auction);
  const wrong = about.filter(
    (message) => message.embeds.length === 1 && endsIn(message).some((one) => one !== end),
  );
  const isWrong = wrong.length > 0 ? [`${words} was ${end}, and a message says otherwise`] : [];
  // One that was cancelled before a poll saw it is nobody's loss; a bot that was down saw none of it.
  const topic = auction.cancelledAt === null ? 'auction results' : 'cancelled auctions';
  const asksForEnd = rule.plan.topics.includes('auctions') || rule.plan.topics.includes(topic);
  // It may be one of those that a summary counts without a name.
  const isCounted = own.some((message) =>
    readMessage(message as unknown as APIMessage).counted.some(({ kind }) => kind === 'auction_ended'),
  );
  if (about.length === 0)
    return asksForEnd && auction.cancelledAt === null && !isCounted ? [`${words} is never announced`] : [];
  const isShown = about.some((message) => endsIn(message).includes(end));
  const isTouched = about.some(
    (message) =>
      message.isSuppressed || message.isEditRefused || message.deletedAt !== null || isPlainText(message),
  );
  return [...twice, ...isWrong, ...(isShown || isTouched ? [] : [`${words} never shows that it was ${end}`])];
}

/**
 * Every auction is announced where it is asked for and nowhere else, each of its stages at most once beside its first message,
 * and in the end a message shows how it ended, and none another end.
 */
export const auctions: Oracle = (context) => {
  const { rules, auctions: all } = context.observation;
  const isOfAuctions = ({ plan }: RuleRecord) => plan.topics.some((topic) => topic.includes('auction'));
  return rules.filter(isOfAuctions).flatMap((rule) => {
    const channel = context.channels.find((one) => one.channel.id === rule.channelId);
    if (channel === undefined) return [];
    return all.flatMap((auction) =>
      judgeAuction(auction, channel, rule, context).map((words) => `${channel.channel.name}: ${words}`),
    );
  });
};
