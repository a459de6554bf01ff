import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import type { Subscription } from '#src/alerts/subscription.ts';
import type { Messages } from '#src/messages/messages.ts';
import type { LateQueue, QueueStatus } from '#src/store/model/channel-queue.ts';
import type { ReducedMessages } from '#src/store/model/health.ts';
import type { ChannelAccess } from '../access/channel-access.ts';
import type { GivenUp, NotDecided, ServerHealth, TooOld } from '../status/server-health.ts';
import { channelProblem, problemText } from './channel-problem.ts';
import type { ViewContext } from './context.ts';
import {
  feedRemarkTexts,
  missedEventsText,
  namedCoinText,
  unreadableText,
  unreadText,
} from './feed-remarks.ts';
import { heldPostsText } from './held-posts.ts';
import { momentText } from './moment.ts';
import { alertNumbers } from './rule-words.ts';
import { storeProblemText } from './status.ts';
import { type ChannelStates, isEnded, isSpent } from './subscriptions.ts';
import { tickerProblemText } from './ticker.ts';

const WELL = 0x2ecc71;
const TROUBLED = 0xe67e22;
/** Below Discord's limits of 1,024 characters for a field, and 6,000 in total. */
const FIELD_ROOM = 800;
/** Discord's limit for the name of a field, characters. */
const NAME_ROOM = 256;

/** Formats as many lines as fit into a field, and how many more there are. */
function fitting(lines: readonly string[], { alertHealth }: Messages): string {
  const kept: string[] = [];
  let room = FIELD_ROOM - 20;
  for (const line of lines) {
    room -= line.length + 1;
    if (room < 0) break;
    kept.push(line);
  }
  const more = lines.length - kept.length;
  return [...kept, ...(more === 0 ? [] : [alertHealth.more(more)])].join('\n');
}

const moment = (ms: number | null) => (ms === null ? null : momentText(ms / 1_000));

type Words = Messages['alertHealth'];

interface ReadList {
  readonly readAt: number | null;
  readonly failures: number;
  readonly unreadableSince: number | null;
}

function readText({ readAt, failures, unreadableSince }: ReadList, messages: Messages): string {
  const { alertHealth: words } = messages;
  const read = moment(readAt);
  const last = read === null ? words.notReadYet : words.lastRead(read);
  if (unreadableSince !== null) return `${last}\n${unreadableText(unreadableSince, messages)}`;
  return failures === 0 ? last : `${last}\n${words.failedSince(failures)}`;
}

function lateReason(queue: LateQueue, words: Words): string {
  const { reason, layout, tries, notBefore, refusalCode } = queue;
  switch (reason) {
    case 'unanswered':
      return layout === 'text' ? words.unansweredPlain(tries) : words.unanswered(tries);
    case 'refused':
      return refusalCode === null || refusalCode === 0
        ? words.refusedWithoutCause
        : words.refusedWithCode(String(refusalCode));
    case 'limited':
      return words.limited(moment(notBefore) ?? words.later);
    case 'queue':
      return words.busy;
  }
}

function lateLine(queue: LateQueue, words: Words): string {
  const { channelId, alerts, since } = queue;
  const from = moment(since) ?? words.earlier;
  return words.lateSince(`<#${channelId}>`, alerts, from, lateReason(queue, words));
}

function givenUpLine({ channelId, count, lastAt, reason }: GivenUp, words: Words): string {
  const write = reason === 'refused' ? words.givenUpRefused : words.givenUpUnverifiable;
  return write(`<#${channelId}>`, count, moment(lastAt) ?? '');
}

function reducedLine(
  { channelId, count, lastAt, leftOut }: ReducedMessages,
  { alertHealth: words, writer }: Messages,
): string {
  const last = moment(lastAt) ?? '';
  if (leftOut === null) return words.reducedToText(`<#${channelId}>`, count, last);
  const parts = leftOut.map((part) => words.parts[part]);
  return words.reducedIn(`<#${channelId}>`, count, writer.list(parts, 'and'), last);
}

function tooOldLine(
  { channelId, count, lastAt }: TooOld,
  queue: QueueStatus | undefined,
  messages: Messages,
): string {
  const { alertHealth: words } = messages;
  const problem = queue?.lastProblem ?? null;
  const why =
    problem === null
      ? words.tooOldUnreachable
      : words.tooOldProblem(
          moment(problem.at) ?? words.earlier,
          channelProblem(problem.code, null, messages).why,
        );
  return words.tooOldIn(`<#${channelId}>`, count, moment(lastAt) ?? '', why);
}

function notDecidedLine({ channelId, count, lastAt }: NotDecided, words: Words): string {
  return words.notDecidedIn(`<#${channelId}>`, count, moment(lastAt) ?? '');
}

/** Builds the fields of rules that post nothing now: paused, after their one alert, and after their end. */
function restingFields(
  rules: readonly Subscription[],
  states: Pick<ChannelStates, 'once' | 'now'>,
  context: ViewContext,
): readonly APIEmbedField[] {
  const { alertHealth: words } = context.messages;
  const field = (name: string, some: readonly Subscription[]) =>
    fieldOf(name, some.length === 0 ? null : alertNumbers(some, context));
  const active = rules.filter(({ pausedAt }) => pausedAt === null);
  const spent = active.filter((rule) => isSpent(rule, states));
  const ended = active.filter((rule) => !spent.includes(rule) && isEnded(rule, states));
  return [
    ...field(
      words.paused,
      rules.filter(({ pausedAt }) => pausedAt !== null),
    ),
    ...field(words.postedOnce, spent),
    ...field(words.ended, ended),
  ];
}

/** Lists channels with an active rule where Discord has not refused anything yet, but would now. */
function lackingLines(
  rules: readonly Subscription[],
  stopped: readonly QueueStatus[],
  missingSummaryIn: (channelId: string) => string | null,
): readonly string[] {
  const inForce = new Set(
    rules.filter(({ pausedAt }) => pausedAt === null).map(({ channelId }) => channelId),
  );
  for (const { channelId } of stopped) inForce.delete(channelId);
  return [...inForce].flatMap((channelId) => {
    const lack = missingSummaryIn(channelId);
    return lack === null ? [] : [`<#${channelId}>: ${lack}`];
  });
}

function fieldOf(name: string, value: string | null, inline = false): readonly APIEmbedField[] {
  return value === null || value === '' ? [] : [{ name, value: value.slice(0, FIELD_ROOM), inline }];
}

/** Builds the state of a server without problems. */
function wellEmbed(
  { readAt }: ServerHealth['feed'],
  notes: readonly string[],
  waiting: readonly QueueStatus[],
  rules: readonly Subscription[],
  states: Pick<ChannelStates, 'once' | 'now'>,
  context: ViewContext,
): APIEmbed {
  const { alertHealth: words, alertList } = context.messages;
  const alerts = waiting.reduce((sum, queue) => sum + queue.waiting, 0);
  return {
    color: WELL,
    description: [words.allWell, ...notes, ...(rules.length === 0 ? [alertList.none] : [])].join(' '),
    fields: [
      ...fieldOf(words.feed(context.marketplaceName), words.lastRead(moment(readAt) ?? words.earlier), true),
      ...(alerts === 0
        ? fieldOf(words.queue, words.nothingWaits, true)
        : fieldOf(words.waiting, words.alertsWait(alerts), true)),
      ...restingFields(rules, states, context),
    ],
  };
}

/**
 * Builds the state of alerts in one server: a few words if there are no problems, else the problems and their remedies.
 */
export function healthEmbed(
  health: ServerHealth,
  rules: readonly Subscription[],
  {
    missingSummaryIn,
    missingIn,
    missingForTicker,
    ...states
  }: Pick<ChannelStates, 'missingSummaryIn' | 'missingIn' | 'once' | 'now'> &
    Pick<ChannelAccess, 'missingForTicker'>,
  context: ViewContext,
): APIEmbed {
  const {
    feed,
    auctions,
    storeProblem,
    discord,
    queues,
    late,
    held,
    givenUp,
    tooOld,
    reduced,
    outdated,
    notDecided,
    stoppedTickers = [],
  } = health;
  const stopped = queues.filter(({ state }) => state !== 'open');
  const waiting = queues.filter((queue) => queue.waiting > 0).toSorted((a, b) => b.waiting - a.waiting);
  const lacking = lackingLines(rules, stopped, missingSummaryIn);
  const unread = unreadText(feed.counts, context);
  const remarks = feedRemarkTexts(feed, context);
  const troubled =
    feed.failures > 0 ||
    remarks.problems.length > 0 ||
    feed.unreadableSince !== null ||
    feed.namedCoin !== null ||
    auctions.unreadableSince !== null ||
    feed.readAt === null ||
    auctions.failures > 0 ||
    (auctions.leftOut ?? 0) > 0 ||
    (auctions.tooLarge ?? 0) > 0 ||
    feed.gaps.length > 0 ||
    unread !== null ||
    !discord.connected ||
    storeProblem !== null ||
    stopped.length > 0 ||
    held.length > 0 ||
    lacking.length > 0 ||
    late.length > 0 ||
    givenUp.length > 0 ||
    tooOld.length > 0 ||
    reduced.length > 0 ||
    outdated.length > 0 ||
    notDecided.length > 0 ||
    stoppedTickers.length > 0;
  const { messages } = context;
  const { alertHealth: words } = messages;
  if (!troubled) return wellEmbed(feed, remarks.notes, waiting, rules, states, context);
  /** Builds a field for a list; none for an empty one. */
  const listed = (name: string, lines: readonly string[]) => fieldOf(name, fitting(lines, messages));
  const latency = discord.latencyMs;
  const connection = latency === null ? words.connected : words.connectedWithLatency(Math.round(latency));
  const auctionLines = [
    readText(auctions, messages),
    ...(auctions.watched === null ? [] : [words.watched(auctions.watched)]),
    ...((auctions.leftOut ?? 0) === 0 ? [] : [words.leftOut(auctions.leftOut ?? 0)]),
    ...((auctions.tooLarge ?? 0) === 0 ? [] : [words.tooLarge(auctions.tooLarge ?? 0)]),
  ];
  const newest = feed.newestEventAt === null ? null : moment(feed.newestEventAt);
  const feedLines = [
    readText(feed, messages),
    newest === null ? words.noEventYet : words.newestEvent(newest),
    ...(feed.namedCoin === null ? [] : [namedCoinText(feed.namedCoin, context)]),
    ...remarks.problems,
    ...remarks.notes,
  ];
  return {
    color: TROUBLED,
    title: words.titleTroubled,
    ...(rules.length === 0 ? { description: messages.alertList.none } : {}),
    fields: [
      ...fieldOf(words.feed(context.marketplaceName), feedLines.join('\n'), true),
      ...fieldOf(words.auctions, auctionLines.join('\n'), true),
      ...fieldOf(words.discord, discord.connected ? connection : words.notConnected),
      ...fieldOf(words.database, storeProblemText(storeProblem, messages)),
      ...fieldOf(words.missed, missedEventsText(feed.gaps, context)),
      ...fieldOf(words.unread, unread),
      ...listed(
        words.waiting,
        waiting.map((queue) => words.waitingIn(`<#${queue.channelId}>`, queue.waiting)),
      ),
      ...listed(
        words.late,
        late.map((queue) => lateLine(queue, words)),
      ),
      ...listed(
        words.stopped,
        stopped.map(
          ({ channelId, problemCode }) =>
            `<#${channelId}>: ${problemText(problemCode, missingIn(channelId), messages)}`,
        ),
      ),
      ...listed(
        messages.ticker.health,
        stoppedTickers.map(
          ({ channelId, code }) =>
            `<#${channelId}>: ${tickerProblemText(code, missingForTicker(channelId), messages)}`,
        ),
      ),
      ...fieldOf(words.held, heldPostsText(held, context)),
      ...listed(words.wouldRefuse, lacking),
      ...listed(
        words.outdated,
        outdated.map(({ channelId, code, count }) =>
          words.outdatedIn(`<#${channelId}>`, count, channelProblem(code, null, messages)),
        ),
      ),
      ...listed(
        words.reduced,
        reduced.map((one) => reducedLine(one, messages)),
      ),
      ...restingFields(rules, states, context),
      ...listed(
        words.givenUp,
        givenUp.map((one) => givenUpLine(one, words)),
      ),
      ...listed(
        words.notDecided(context.marketplaceName).slice(0, NAME_ROOM),
        notDecided.map((one) => notDecidedLine(one, words)),
      ),
      ...listed(
        words.tooOld,
        tooOld.map((one) =>
          tooOldLine(
            one,
            queues.find(({ channelId }) => channelId === one.channelId),
            messages,
          ),
        ),
      ),
    ],
  };
}
