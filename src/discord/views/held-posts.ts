import { SnowflakeUtil } from 'discord.js';
import type { Alert } from '../../domain/alert.ts';
import type { HeldPost } from '../../domain/held.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { headline } from './headline.ts';
import { isMarket } from './message-text.ts';
import { momentText } from './moment.ts';
import { numberText } from './numbers.ts';

/** As many as there are rows of buttons; those that come after them are asked for once these are answered. */
export const HELD_SHOWN = 5;
const NAME_ROOM = 30;

/** Where Discord's own programs show the channel as it was at that moment; every id leads to the messages around it. */
export function placeInTime({ channelId, triedAt }: HeldPost, guildId: string): string {
  const timestamp = Math.max(triedAt, Number(SnowflakeUtil.epoch));
  const id = SnowflakeUtil.generate({ timestamp, increment: 0n });
  return `https://discord.com/channels/${guildId}/${channelId}/${id}`;
}

function whatText(alerts: readonly Alert[], context: ViewContext): string {
  const [first, ...others] = alerts;
  if (first === undefined) return 'a message';
  const what = isMarket(first) ? headline(first, NAME_ROOM, context) : 'a note that a channel was stopped';
  return others.length === 0 ? what : `${what}, and ${counted(others.length, 'more alert', context)}`;
}

/** Messages of which nobody can say whether they were posted, and what to do; `null` where there is none. */
export function heldPostsText(held: readonly HeldPost[], context: ViewContext): string | null {
  if (held.length === 0) return null;
  const lines = held.slice(0, HELD_SHOWN).map((post) => {
    const when = momentText(post.triedAt / 1_000, 'f');
    return `<#${post.channelId}>: ${whatText(post.alerts, context)}${when === null ? '' : ` (${when})`}`;
  });
  const more = held.length - lines.length;
  return [
    ...lines,
    ...(more === 0 ? [] : [`and ${numberText(more, context)} more, once these are answered`]),
    'Please look there and press what is so; until then nothing else is posted there.',
  ].join('\n');
}
