import type { APIEmbed } from 'discord-api-types/v10';
import { hasChart } from '#src/alerts/kinds/registry.ts';
import { extrasOf } from '#src/alerts/rule-extras.ts';
import type { Subscription } from '#src/alerts/subscription.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import type { QueueStatus } from '#src/store/model/channel-queue.ts';
import type { OncePost } from '#src/store/once.ts';
import { ATTACH_FILES, permissionList } from '../access/needed-permissions.ts';
import { pageText } from '../components/pager.ts';
import { messageUrl } from '../posting/message-channel.ts';
import { truncate } from '../text.ts';
import { channelProblem, problemText } from './channel-problem.ts';
import { column, type Labelled } from './columns.ts';
import type { ViewContext } from './context.ts';
import { listEmbed } from './list-embed.ts';
import { momentText } from './moment.ts';
import { alertName, ruleText } from './rule-words.ts';

const IN_FORCE = 0x2ecc71;
const PAUSED = 0x95a5a6;
const STOPPED = 0xe67e22;
/** Limit for a rule, so that a page of rules fits into one embed. The details show rules in full. */
const RULE_LENGTH = 300;

const seconds = (ms: number | null | undefined) =>
  ms === null || ms === undefined ? null : momentText(ms / 1_000);

/** States of the subscriptions' channels. */
export interface ChannelStates {
  readonly queues: ReadonlyMap<string, QueueStatus>;
  /** Returns why the bot cannot post in a channel now, in a few words; `null` if it can. */
  readonly missingSummaryIn: (channelId: string) => string | null;
  /** Returns the names of the permissions that the bot lacks there; `null` if unknown. */
  readonly missingIn: (channelId: string) => readonly string[] | null;
  readonly mayAttachFiles: (channelId: string) => boolean;
  /** Epoch ms. */
  readonly now: number;
  /** What became of the one alert of rules that post once, by delivery; absent deliveries were deleted. */
  readonly once?: ReadonlyMap<number, OncePost>;
}

/** Returns whether the end of a rule has passed. */
export const isEnded = (
  { extras }: Pick<Subscription, 'extras'>,
  { now }: Pick<ChannelStates, 'now'>,
): boolean => {
  const { endsAt } = extrasOf({ extras });
  return endsAt !== null && endsAt <= now;
};

/** Returns whether a rule that posts once has posted, or has its alert in a queue. */
export function isSpent(
  { extras, onceDeliveryId }: Pick<Subscription, 'extras' | 'onceDeliveryId'>,
  { once }: Pick<ChannelStates, 'once'>,
): boolean {
  if (extrasOf({ extras }).isOnce !== true || onceDeliveryId === undefined) return false;
  return once?.get(onceDeliveryId)?.isSpent !== false;
}

function spentText(
  { guildId, channelId, onceDeliveryId = 0 }: Subscription,
  { once }: ChannelStates,
  { messages: { alertList: words } }: ViewContext,
): string {
  const post = once?.get(onceDeliveryId);
  if (post === undefined) return words.postedOnce;
  return post.messageId === null
    ? words.queuedOnce
    : words.postedOnceAt(messageUrl(guildId, channelId, post.messageId));
}

/**
 * Describes a subscription's state: active, with or without its charts, paused by an admin, or stopped by Discord with
 * the remedy.
 */
function stateText(subscription: Subscription, states: ChannelStates, context: ViewContext): string {
  const { pausedAt, channelId, topics, extras } = subscription;
  const { queues, missingSummaryIn, missingIn, mayAttachFiles } = states;
  const { messages } = context;
  const queue = queues.get(channelId);
  const { alertList: words } = messages;
  if (pausedAt !== null) {
    const when = seconds(pausedAt);
    return when === null ? words.pausedByAdmin : words.pausedAt(when);
  }
  if (isSpent(subscription, states)) return spentText(subscription, states, context);
  if (isEnded(subscription, states)) return words.ended(seconds(extrasOf({ extras }).endsAt) ?? '');
  if (queue !== undefined && queue.state !== 'open') {
    return words.stopped(problemText(queue.problemCode, missingIn(channelId), messages));
  }
  const missing = missingSummaryIn(channelId);
  if (missing !== null) return `⚠ ${missing}`;
  return mayAttachFiles(channelId) || !topics.some(hasChart)
    ? words.active
    : words.activeWithoutCharts(permissionList([ATTACH_FILES.name], messages));
}

function waitingText(queue: QueueStatus | undefined, { messages }: ViewContext): string | null {
  return queue === undefined || queue.waiting === 0 ? null : messages.alertList.waiting(queue.waiting);
}

function postText(lastPostAt: number | null, { messages: { alertList: words } }: ViewContext): string {
  const at = seconds(lastPostAt);
  return at === null ? words.nothingPosted : words.lastPost(at);
}

/** Describes the channel's last problem, if it is over; `stateText` describes a current one. */
function pastProblem(queue: QueueStatus | undefined, { messages }: ViewContext): string | null {
  if (queue === undefined || queue.lastProblem === null || queue.state !== 'open') return null;
  const { why } = channelProblem(queue.lastProblem.code, null, messages);
  const when = seconds(queue.lastProblem.at);
  return when === null ? why : messages.alertList.problemAt(when, why);
}

function entry(subscription: Subscription, states: ChannelStates, context: ViewContext): string {
  const { channelId, lastMatchAt, lastPostAt } = subscription;
  const queue = states.queues.get(channelId);
  const { alertList: words } = context.messages;
  const match = seconds(lastMatchAt);
  const problem = pastProblem(queue, context);
  const facts = [
    stateText(subscription, states, context),
    postText(lastPostAt, context),
    match === null ? null : words.lastMatch(match),
    waitingText(queue, context),
    problem === null ? null : words.lastProblem(problem),
  ].filter((fact) => fact !== null);
  return `**${alertName(subscription)}** <#${channelId}> ${truncate(ruleText(subscription, context), RULE_LENGTH)}\n-# ${facts.join(' · ')}`;
}

/** Builds one page of a server's subscriptions, each with its number, channel, rule and state. */
export function subscriptionsEmbed(
  page: Page<Subscription>,
  pageSize: number,
  states: ChannelStates,
  context: ViewContext,
): APIEmbed {
  return listEmbed(
    {
      title: context.messages.alertList.title,
      entries: (view) => page.items.map((one) => entry(one, states, view)),
      empty: context.messages.alertList.none,
      footer: pageText(page, pageSize, context),
    },
    context,
  );
}

/** Builds the details of one subscription. */
export function subscriptionEmbed(
  subscription: Subscription,
  states: ChannelStates,
  context: ViewContext,
): APIEmbed {
  const { channelId, pausedAt, createdAt, createdBy, lastMatchAt, lastPostAt } = subscription;
  const queue = states.queues.get(channelId);
  const stopped = queue !== undefined && queue.state !== 'open';
  const { alertList: words } = context.messages;
  const [setUpAt, member] = [seconds(createdAt), `<@${createdBy}>`];
  const status: readonly Labelled[] = [
    [words.stateTitle, stateText(subscription, states, context)],
    [words.channelTitle, `<#${channelId}>`],
    [
      words.waitingTitle,
      queue === undefined || queue.waiting === 0 ? null : words.waitingAlerts(queue.waiting),
    ],
    [words.setUpTitle, setUpAt === null ? words.setUpBy(member) : words.setUpAtBy(setUpAt, member)],
  ];
  const activity: readonly Labelled[] = [
    [words.lastPostTitle, seconds(lastPostAt) ?? words.nothingYet],
    [words.lastMatchTitle, seconds(lastMatchAt) ?? words.nothingYet],
    [words.lastProblemTitle, pastProblem(queue, context) ?? (stopped ? null : words.noProblem)],
  ];
  return {
    color:
      pausedAt === null && !isEnded(subscription, states) && !isSpent(subscription, states)
        ? stopped || states.missingSummaryIn(channelId) !== null
          ? STOPPED
          : IN_FORCE
        : PAUSED,
    title: words.oneTitle(alertName(subscription)),
    description: ruleText(subscription, context),
    fields: [column(words.statusTitle, status, context), column(words.activityTitle, activity, context)],
  };
}
