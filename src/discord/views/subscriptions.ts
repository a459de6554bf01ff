import type { APIEmbed } from 'discord.js';
import type { LaneStatus } from '../../domain/lane.ts';
import type { Subscription } from '../../domain/subscription.ts';
import { escapedLine } from '../text.ts';
import type { ViewContext } from './context.ts';

const LIST_COLOUR = 0x95a5a6;
/** Discord: 4,096 characters a description. */
const LIST_ROOM = 4_000;

const PROBLEMS: Readonly<Record<number, string>> = {
  10003: 'the channel was deleted',
  10004: 'I am not in the server any more',
  50001: 'I may not see the channel; give me “View Channel” there and add the subscription again',
  50013: 'I may not post there; give me “Send Messages” and “Embed Links” and add the subscription again',
  50083: 'the thread is archived; open it and add the subscription again',
  160005: 'the thread is locked; unlock it and add the subscription again',
};

/** What a rule follows, in plain words: `sales of CryptoPunks`. */
export function subscriptionText(
  subscription: Pick<Subscription, 'collection'>,
  context: ViewContext,
): string {
  if (subscription.collection === null) return 'sales of every collection';
  const name = context.collectionName(subscription.collection) ?? subscription.collection;
  return `sales of ${escapedLine(name, 100)}`;
}

function stateText(status: LaneStatus | undefined): string {
  if (status === undefined) return 'nothing posted yet';
  if (status.state !== 'open') {
    const problem =
      PROBLEMS[status.problemCode ?? 0] ?? `Discord refuses my messages (code ${status.problemCode})`;
    return `⚠ stopped: ${problem}${status.waiting === 0 ? '' : ` · ${status.waiting} waiting`}`;
  }
  const last =
    status.lastPostAt === null
      ? 'nothing posted yet'
      : `last post <t:${Math.floor(status.lastPostAt / 1_000)}:R>`;
  return status.waiting === 0 ? last : `${last} · ${status.waiting} waiting`;
}

/** Every subscription of a server with its number, its channel and how it is. */
export function subscriptionsEmbed(
  subscriptions: readonly Subscription[],
  statuses: ReadonlyMap<string, LaneStatus>,
  context: ViewContext,
): APIEmbed {
  const lines: string[] = [];
  let room = LIST_ROOM;
  for (const subscription of subscriptions) {
    const what = subscriptionText(subscription, context);
    const line = `**#${subscription.id}** <#${subscription.channelId}> ${what}\n-# ${stateText(statuses.get(subscription.channelId))}`;
    if (line.length > room) break;
    room -= line.length + 1;
    lines.push(line);
  }
  const more = subscriptions.length - lines.length;
  if (more > 0) lines.push(`and ${more} more`);
  return { color: LIST_COLOUR, title: 'Alerts of this server', description: lines.join('\n') };
}
