import type { Alert } from '#src/alerts/alert.ts';
import type { HeldPost } from '#src/store/model/held.ts';
import { messageUrl } from '../posting/message-channel.ts';
import { describeAlert } from '../render/describe.ts';
import { drawSegments, type SegmentStyle } from '../render/segments.ts';
import { lowestIdAt } from '../snowflake.ts';
import type { ViewContext } from './context.ts';
import { momentText } from './moment.ts';

/** Maximum messages shown. Further ones are shown once these are answered. */
export const MAX_HELD_SHOWN = 5;
const NAME_ROOM = 30;

/**
 * Returns a link that opens the channel at that time. Discord's clients show the messages around any id, even an unused
 * one.
 */
export function messageUrlNear({ channelId, triedAt }: HeldPost, guildId: string): string {
  return messageUrl(guildId, channelId, lowestIdAt(triedAt).toString());
}

function whatText(alerts: readonly Alert[], context: ViewContext, style: Partial<SegmentStyle> = {}): string {
  const [first, ...others] = alerts;
  const { alertHealth: words } = context.messages;
  if (first === undefined) return words.heldMessage;
  const { headline } = describeAlert(first, context);
  const what = drawSegments(headline, context, {
    ...{ nameLength: NAME_ROOM, links: false, wallets: 'code' },
    ...style,
  });
  return others.length === 0 ? what : words.heldWithOthers(what, others.length);
}

/** Names a held message in a menu. */
export const heldLabel = (channel: string, { alerts }: HeldPost, context: ViewContext): string =>
  context.messages.alertHealth.heldChoice(
    channel,
    whatText(alerts, context, { wallets: 'text', plain: true }),
  );

/** Lists messages that the bot cannot verify as posted, and what to do; `null` if there are none. */
export function heldPostsText(held: readonly HeldPost[], context: ViewContext): string | null {
  if (held.length === 0) return null;
  const lines = held.slice(0, MAX_HELD_SHOWN).map((post) => {
    const when = momentText(post.triedAt / 1_000, 'f');
    return `<#${post.channelId}>: ${whatText(post.alerts, context)}${when === null ? '' : ` (${when})`}`;
  });
  const { alertHealth: words } = context.messages;
  const more = held.length - lines.length;
  return [...lines, ...(more === 0 ? [] : [words.heldMore(more)]), words.heldAdvice].join('\n');
}
