import type { APIEmbed } from 'discord.js';
import type { LaneStatus } from '../../domain/lane.ts';
import type { Page } from '../../domain/page.ts';
import type { Subscription } from '../../domain/subscription.ts';
import { pageText } from '../components/pager.ts';
import { cut } from '../text.ts';
import { problemText } from './channel-problem.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { listEmbed } from './list-embed.ts';
import { momentText } from './moment.ts';
import { ruleText } from './rule-words.ts';

const IN_FORCE = 0x2ecc71;
const PAUSED = 0x95a5a6;
const STOPPED = 0xe67e22;
/** A page of these fits into one embed; the details have the rule in full. */
const RULE_LENGTH = 300;

const seconds = (ms: number | null | undefined) =>
  ms === null || ms === undefined ? null : momentText(ms / 1_000);

/** What is said where a server has none. */
export const NO_ALERTS = 'No channel follows anything yet. Begin with `/alerts add`.';

/** What is known of the channels that subscriptions are for. */
export interface ChannelStates {
  readonly lanes: ReadonlyMap<string, LaneStatus>;
  /** What keeps the bot from posting in a channel as it is now, in a few words; `null` for nothing. */
  readonly lackIn: (channelId: string) => string | null;
  /** Names of the permissions that the bot lacks there; `null` where that is not known. */
  readonly missingIn: (channelId: string) => readonly string[] | null;
}

/** How a subscription is: in force, paused by an admin, or stopped by Discord with what helps. */
function stateText(
  { pausedAt, channelId }: Subscription,
  { lanes, lackIn, missingIn }: ChannelStates,
): string {
  const lane = lanes.get(channelId);
  if (pausedAt !== null) return `⏸ paused ${seconds(pausedAt) ?? 'by an admin'}`;
  if (lane !== undefined && lane.state !== 'open')
    return `⚠ stopped: ${problemText(lane.problemCode, missingIn(channelId))}`;
  const lack = lackIn(channelId);
  return lack === null ? '▶ active' : `⚠ ${lack}`;
}

function waitingText(lane: LaneStatus | undefined, context: ViewContext): string | null {
  if (lane === undefined || lane.waiting === 0) return null;
  return counted(lane.waiting, 'alert waits', context, 'alerts wait');
}

function postText(lane: LaneStatus | undefined): string {
  const at = seconds(lane?.lastPostAt);
  return at === null ? 'nothing posted yet' : `last post ${at}`;
}

/** The channel's last problem, where it is over; while it lasts, the state tells of it. */
function pastProblem(lane: LaneStatus | undefined): string | null {
  if (lane === undefined || lane.lastProblem === null || lane.state !== 'open') return null;
  return `${seconds(lane.lastProblem.at) ?? 'once'}: ${problemText(lane.lastProblem.code).split(';')[0]}`;
}

function entry(subscription: Subscription, states: ChannelStates, context: ViewContext): string {
  const { id, channelId, lastMatchAt } = subscription;
  const lane = states.lanes.get(channelId);
  const match = seconds(lastMatchAt);
  const problem = pastProblem(lane);
  const facts = [
    stateText(subscription, states),
    postText(lane),
    match === null ? null : `last match ${match}`,
    waitingText(lane, context),
    problem === null ? null : `last problem ${problem}`,
  ].filter((fact) => fact !== null);
  return `**#${id}** <#${channelId}> ${cut(ruleText(subscription, context), RULE_LENGTH)}\n-# ${facts.join(' · ')}`;
}

/** One page of a server's subscriptions, each with its number, its channel, its rule and how it is. */
export function subscriptionsEmbed(
  page: Page<Subscription>,
  pageSize: number,
  states: ChannelStates,
  context: ViewContext,
): APIEmbed {
  return listEmbed(
    {
      title: 'Alerts of this server',
      entries: (view) => page.items.map((one) => entry(one, states, view)),
      empty: NO_ALERTS,
      footer: pageText(page, pageSize, context),
    },
    context,
  );
}

/** One subscription with everything that is known of it. */
export function subscriptionEmbed(
  subscription: Subscription,
  states: ChannelStates,
  context: ViewContext,
): APIEmbed {
  const { id, channelId, pausedAt, createdAt, createdBy, lastMatchAt } = subscription;
  const lane = states.lanes.get(channelId);
  const rule = ruleText(subscription, context);
  const stopped = lane !== undefined && lane.state !== 'open';
  const facts: readonly (readonly [string, string | null])[] = [
    ['Channel', `<#${channelId}>`],
    ['State', stateText(subscription, states)],
    ['Last post in the channel', seconds(lane?.lastPostAt) ?? 'nothing yet'],
    ['Last match', seconds(lastMatchAt) ?? 'nothing yet'],
    ['Last problem', pastProblem(lane) ?? (stopped ? null : 'none')],
    ['Waiting in the channel', waitingText(lane, context)],
    ['Set up', `${seconds(createdAt) ?? ''} by <@${createdBy}>`.trim()],
  ];
  return {
    color: pausedAt === null ? (stopped || states.lackIn(channelId) !== null ? STOPPED : IN_FORCE) : PAUSED,
    title: `Alert #${id}`,
    description: `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`,
    fields: facts.flatMap(([name, value]) => (value === null ? [] : [{ name, value, inline: true }])),
  };
}
