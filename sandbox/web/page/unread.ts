import type { ShownChannel } from '../contract.ts';

/** What arrived in a channel since it was last open. */
export interface Unread {
  readonly messages: number;
  /** Messages that mention the user: only these have a number on a badge. */
  readonly mentions: number;
}

export type UnreadChannels = ReadonlyMap<string, Unread>;

const NOTHING: Unread = { messages: 0, mentions: 0 };

/** Unread counts after a message in a channel that is not open. */
export function withUnread(unread: UnreadChannels, channelId: string, isMention: boolean): UnreadChannels {
  const { messages, mentions } = unread.get(channelId) ?? NOTHING;
  return new Map(unread).set(channelId, {
    messages: messages + 1,
    mentions: mentions + (isMention ? 1 : 0),
  });
}

export function withoutUnread(unread: UnreadChannels, channelId: string): UnreadChannels {
  const rest = new Map(unread);
  rest.delete(channelId);
  return rest;
}

/** Total of several channels; every direct message counts as a mention. */
export function unreadAmong(
  unread: UnreadChannels,
  channels: readonly Pick<ShownChannel, 'id' | 'kind'>[],
): Unread {
  const all = channels.map(({ id, kind }) => {
    const { messages, mentions } = unread.get(id) ?? NOTHING;
    return { messages, mentions: kind === 'direct' ? messages : mentions };
  });
  return {
    messages: all.reduce((sum, { messages }) => sum + messages, 0),
    mentions: all.reduce((sum, { mentions }) => sum + mentions, 0),
  };
}

/** `99+` above 99, as in Discord's badges. */
export function badgeText(count: number): string {
  return count > 99 ? '99+' : String(count);
}

/** What screen readers hear after a name: `, 2 mentions`, `, unread`, or nothing. */
export function unreadWords({ messages, mentions }: Unread): string {
  if (mentions > 0) return `, ${mentions} ${mentions === 1 ? 'mention' : 'mentions'}`;
  return messages > 0 ? ', unread' : '';
}
