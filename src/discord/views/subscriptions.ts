import type { APIEmbed } from 'discord.js';
import { shortAddress } from '../../domain/address.ts';
import type { LaneStatus } from '../../domain/lane.ts';
import type { Subscription } from '../../domain/subscription.ts';
import { escapedLine, plainLine } from '../text.ts';
import { problemText } from './channel-problem.ts';
import type { ViewContext } from './context.ts';

const LIST_COLOUR = 0x95a5a6;
/** Discord: 4,096 characters a description. */
const LIST_ROOM = 4_000;
const NAME_LENGTH = 100;

type Followed = Pick<Subscription, 'collection'>;

function followed(subscription: Followed, context: ViewContext, write: typeof plainLine): string {
  const { collection } = subscription;
  if (collection === null) return 'sales of every collection';
  const name = write(context.collectionName(collection) ?? '', NAME_LENGTH);
  return `sales of ${name === '' ? shortAddress(collection) : name}`;
}

/** What a rule follows, for a place where Discord reads markdown: `sales of CryptoPunks`. */
export function subscriptionText(subscription: Followed, context: ViewContext): string {
  return followed(subscription, context, escapedLine);
}

/** What a rule follows, for a place where Discord reads no markdown, as in the choices of an option. */
export function subscriptionLabel(subscription: Followed, context: ViewContext): string {
  return followed(subscription, context, plainLine);
}

function stateText(status: LaneStatus | undefined): string {
  if (status === undefined) return 'nothing posted yet';
  const waiting =
    status.waiting === 0
      ? ''
      : ` · ${status.waiting.toLocaleString('en-US')} ${status.waiting === 1 ? 'alert waits' : 'alerts wait'}`;
  if (status.state !== 'open') return `⚠ stopped: ${problemText(status.problemCode)}${waiting}`;
  const last =
    status.lastPostAt === null
      ? 'nothing posted yet'
      : `last post <t:${Math.floor(status.lastPostAt / 1_000)}:R>`;
  return `${last}${waiting}`;
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
  if (more > 0) lines.push(`and ${more.toLocaleString('en-US')} more`);
  return { color: LIST_COLOUR, title: 'Alerts of this server', description: lines.join('\n') };
}
