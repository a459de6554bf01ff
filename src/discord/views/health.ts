import type { APIEmbed, APIEmbedField } from 'discord.js';
import type { LaneStatus, LateLane } from '../../domain/lane.ts';
import type { Subscription } from '../../domain/subscription.ts';
import type { GivenUp, NotDecided, ServerHealth, TooOld } from '../server-health.ts';
import { alertNumbers } from './alert-numbers.ts';
import { durationText } from './auction-words.ts';
import { channelProblem, problemText } from './channel-problem.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { heldPostsText } from './held-posts.ts';
import { missedEventsText } from './missed-events.ts';
import { momentText } from './moment.ts';
import { numberText } from './numbers.ts';
import { storeTroubleText } from './store-trouble.ts';
import { type ChannelStates, NO_ALERTS } from './subscriptions.ts';
import { unreadableText } from './unreadable-text.ts';

const WELL = 0x2ecc71;
const TROUBLED = 0xe67e22;
/** Discord: 1,024 characters a field, and 6,000 in all. */
const FIELD_ROOM = 800;
/** Discord: characters of a field's name. */
const NAME_ROOM = 256;

/** As many lines as fit into a field, and how many more there are. */
function fitting(lines: readonly string[], context: ViewContext): string {
  const kept: string[] = [];
  let room = FIELD_ROOM - 20;
  for (const line of lines) {
    room -= line.length + 1;
    if (room < 0) break;
    kept.push(line);
  }
  const more = lines.length - kept.length;
  return [...kept, ...(more === 0 ? [] : [`and ${numberText(more, context)} more`])].join('\n');
}

const moment = (ms: number | null) => (ms === null ? null : momentText(ms / 1_000));

interface ReadList {
  readonly readAt: number | null;
  readonly failures: number;
  readonly unreadableSince: number | null;
}

function readText({ readAt, failures, unreadableSince }: ReadList, context: ViewContext): string {
  const read = moment(readAt);
  const last = read === null ? 'not read yet' : `last read ${read}`;
  if (unreadableSince !== null) return `${last}\n${unreadableText(unreadableSince)}`;
  return failures === 0
    ? last
    : `${last}\n⚠ the marketplace failed ${counted(failures, 'time', context)} since; I keep trying`;
}

function backlogLine({ channelId, waiting }: LaneStatus, context: ViewContext): string {
  return `<#${channelId}>: ${counted(waiting, 'alert waits', context, 'alerts wait')}`;
}

function lateReason({ reason, form, tries, notBefore }: LateLane, context: ViewContext): string {
  switch (reason) {
    case 'unanswered': {
      const now = form === 'plain' ? ', now as plain text' : '';
      return `Discord does not take a message, or does not say so: ${counted(tries, 'try', context, 'tries')} of late${now}; I keep trying`;
    }
    case 'limited':
      return `Discord asks me to wait until ${momentText(notBefore / 1_000) ?? 'later'}`;
    case 'queue':
      return 'there is more to tell than Discord takes at once; I go on by myself';
  }
}

function lateLine(lane: LateLane, context: ViewContext): string {
  const { channelId, alerts, since } = lane;
  return `<#${channelId}>: ${counted(alerts, 'alert', context)} since ${momentText(since / 1_000) ?? 'earlier'} (${lateReason(lane, context)})`;
}

function givenUpLine({ channelId, count, lastAt, reason }: GivenUp, context: ViewContext): string {
  const why = reason === 'refused' ? 'Discord took them in no form' : 'nobody can say whether they arrived';
  return `<#${channelId}>: ${counted(count, 'alert', context)}, last ${moment(lastAt) ?? ''} (${why})`;
}

function tooOldLine(
  { channelId, count, lastAt }: TooOld,
  lane: LaneStatus | undefined,
  context: ViewContext,
) {
  const problem = lane?.lastProblem ?? null;
  const why =
    problem === null
      ? 'Discord or I could not be reached for so long'
      : `${moment(problem.at) ?? 'earlier'}: ${channelProblem(problem.code).why}`;
  return `<#${channelId}>: ${counted(count, 'alert', context)}, the last one of ${moment(lastAt) ?? ''} (${why})`;
}

function notDecidedLine({ channelId, count, lastAt }: NotDecided, context: ViewContext): string {
  return `<#${channelId}>: ${counted(count, 'event', context)}, last ${moment(lastAt) ?? ''}`;
}

function pausedLine(rules: readonly Subscription[], context: ViewContext): string | null {
  const paused = rules.filter(({ pausedAt }) => pausedAt !== null);
  return paused.length === 0 ? null : alertNumbers(paused, context);
}

/** Channels with a rule in force that Discord has refused nothing in yet, and would now. */
function lackingLines(
  rules: readonly Subscription[],
  stopped: readonly LaneStatus[],
  lackIn: (channelId: string) => string | null,
): readonly string[] {
  const inForce = new Set(
    rules.filter(({ pausedAt }) => pausedAt === null).map(({ channelId }) => channelId),
  );
  for (const { channelId } of stopped) inForce.delete(channelId);
  return [...inForce].flatMap((channelId) => {
    const lack = lackIn(channelId);
    return lack === null ? [] : [`<#${channelId}>: ${lack}`];
  });
}

function fieldOf(name: string, value: string | null, inline = false): readonly APIEmbedField[] {
  return value === null || value === '' ? [] : [{ name, value: value.slice(0, FIELD_ROOM), inline }];
}

/**
 * How alerts fare in one server, with what helps.
 * @param now epoch ms
 */
export function healthEmbed(
  health: ServerHealth,
  rules: readonly Subscription[],
  { lackIn, missingIn }: Pick<ChannelStates, 'lackIn' | 'missingIn'>,
  now: number,
  context: ViewContext,
): APIEmbed {
  const { feed, auctions, storeTrouble, discord, lanes, late, held, givenUp, tooOld, notDecided } = health;
  const stopped = lanes.filter(({ state }) => state !== 'open');
  const waiting = lanes.filter((lane) => lane.waiting > 0).toSorted((a, b) => b.waiting - a.waiting);
  const lacking = lackingLines(rules, stopped, lackIn);
  const troubled =
    feed.failures > 0 ||
    feed.unreadableSince !== null ||
    auctions.unreadableSince !== null ||
    feed.readAt === null ||
    auctions.failures > 0 ||
    (auctions.leftOut ?? 0) > 0 ||
    feed.gaps.length > 0 ||
    !discord.connected ||
    storeTrouble !== null ||
    stopped.length > 0 ||
    held.length > 0 ||
    lacking.length > 0 ||
    late.length > 0 ||
    givenUp.length > 0 ||
    tooOld.length > 0 ||
    notDecided.length > 0;
  const latency =
    discord.latencyMs === null ? '' : `, answers in ${numberText(Math.round(discord.latencyMs), context)} ms`;
  const watched =
    auctions.watched === null ? '' : `\n${counted(auctions.watched, 'auction', context)} watched`;
  const leftOut =
    auctions.leftOut === undefined || auctions.leftOut === 0
      ? ''
      : `\n⚠ ${numberText(auctions.leftOut, context)} more are too many for me to watch: I tell nothing of those`;
  return {
    color: troubled ? TROUBLED : WELL,
    title: troubled ? 'Alerts need a look' : 'All is well with the alerts',
    ...(rules.length === 0 ? { description: NO_ALERTS } : {}),
    fields: [
      ...fieldOf(`${context.marketplaceName}’s feed`, readText(feed, context), true),
      ...fieldOf(
        'Feed lag',
        feed.newestEventAt === null
          ? 'no event told yet'
          : `${durationText((now - feed.newestEventAt) / 1_000, context)}\n-# newest event ${moment(feed.newestEventAt) ?? ''}`,
        true,
      ),
      ...fieldOf('Auctions', `${readText(auctions, context)}${watched}${leftOut}`, true),
      ...fieldOf('Discord', discord.connected ? `connected${latency}` : '⚠ not connected', true),
      ...fieldOf('Database', storeTroubleText(storeTrouble)),
      ...fieldOf('Missed events', missedEventsText(feed.gaps, context)),
      ...fieldOf(
        'Waiting to be posted',
        waiting.length === 0
          ? 'nothing'
          : fitting(
              waiting.map((lane) => backlogLine(lane, context)),
              context,
            ),
      ),
      ...fieldOf(
        'Late by more than a minute',
        late.length === 0
          ? null
          : fitting(
              late.map((lane) => lateLine(lane, context)),
              context,
            ),
      ),
      ...fieldOf(
        'Stopped channels',
        stopped.length === 0
          ? 'none'
          : fitting(
              stopped.map(
                ({ channelId, problemCode }) =>
                  `<#${channelId}>: ${problemText(problemCode, missingIn(channelId))}`,
              ),
              context,
            ),
      ),
      ...fieldOf('Did these messages arrive?', heldPostsText(held, context)),
      ...fieldOf(
        'Channels that would refuse the next alert',
        lacking.length === 0 ? null : fitting(lacking, context),
      ),
      ...fieldOf('Paused alerts', pausedLine(rules, context)),
      ...fieldOf(
        'Given up in the last 7 days',
        givenUp.length === 0
          ? 'nothing'
          : fitting(
              givenUp.map((one) => givenUpLine(one, context)),
              context,
            ),
      ),
      ...fieldOf(
        `Could not be decided: ${context.marketplaceName} did not tell in time what an alert asks about`.slice(
          0,
          NAME_ROOM,
        ),
        notDecided.length === 0
          ? null
          : fitting(
              notDecided.map((one) => notDecidedLine(one, context)),
              context,
            ),
      ),
      ...fieldOf(
        'Older than 6 hours when they could be posted',
        tooOld.length === 0
          ? null
          : fitting(
              tooOld.map((one) =>
                tooOldLine(
                  one,
                  lanes.find(({ channelId }) => channelId === one.channelId),
                  context,
                ),
              ),
              context,
            ),
      ),
    ],
  };
}
