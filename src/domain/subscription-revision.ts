import type { ChannelSettings } from './settings.ts';
import type { NewSubscription, Subscription } from './subscription.ts';

/** So many alerts a channel, and a server, can have. What was set up before there were caps stays, and only more is refused. */
export const CAPS = { channel: 25, server: 500 } as const;

/** Rules of one server that are changed together. Ids that it does not have are passed over. */
export interface Revision {
  /** With when it was paused, epoch ms, where it is to be paused from the start. */
  readonly add?: readonly (NewSubscription & { readonly pausedAt?: number | null })[];
  readonly pause?: readonly number[];
  readonly resume?: readonly number[];
  readonly remove?: readonly number[];
  readonly settings?: readonly { readonly channelId: string; readonly settings: ChannelSettings }[];
}

/** A cap that is in the way: what it counts, and how many there would be. */
export type OverCap =
  | { readonly type: 'over'; readonly of: 'channel'; readonly channelId: string; readonly count: number }
  | { readonly type: 'over'; readonly of: 'server'; readonly count: number };

/** What a revision came to. */
export interface Revised {
  readonly type: 'revised';
  /** In the order of `add`; `created` is false where the channel had the same rule already, which is then the one here. */
  readonly added: readonly { readonly subscription: Subscription; readonly created: boolean }[];
  readonly paused: readonly number[];
  readonly resumed: readonly Subscription[];
  readonly removed: readonly number[];
}

/** Alerts that come to channels and go from them, by channel. */
export interface Moves {
  readonly present: ReadonlyMap<string, number>;
  readonly coming: ReadonlyMap<string, number>;
  readonly going: ReadonlyMap<string, number>;
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((all, count) => all + count, 0);

/** The cap that is in the way, or `null`. A channel or server that does not get more than it has is never over. */
export function overCap({ present, coming, going }: Moves): OverCap | null {
  for (const [channelId, more] of coming) {
    const less = going.get(channelId) ?? 0;
    const count = (present.get(channelId) ?? 0) + more - less;
    if (more > less && count > CAPS.channel) return { type: 'over', of: 'channel', channelId, count };
  }
  const [more, less] = [sum(coming), sum(going)];
  const count = sum(present) + more - less;
  return more > less && count > CAPS.server ? { type: 'over', of: 'server', count } : null;
}

/** How many of these each channel has. */
export function countByChannel(all: Iterable<{ readonly channelId: string }>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { channelId } of all) counts.set(channelId, (counts.get(channelId) ?? 0) + 1);
  return counts;
}
