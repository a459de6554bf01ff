import type { ChannelSettings } from './settings.ts';
import type { NewSubscription, Subscription } from './subscription.ts';
import { isPerson } from './target.ts';
import type { SavedTemplate, TopicTemplate } from './templates/alert-template.ts';

/**
 * Maximum rules of a channel, of a server and of a user. Rules from before these limits remain; only additions are
 * refused.
 */
export const RULE_LIMITS = { channel: 25, server: 500, person: 50 } as const;

/** Changes to rules of one server in one transaction. Unknown ids are ignored. */
export interface RuleChanges {
  /** `pausedAt` (epoch ms) adds a rule that is paused from the start. `templates` of a present rule replace its own. */
  readonly add?: readonly (NewSubscription & {
    readonly pausedAt?: number | null;
    readonly templates?: readonly TopicTemplate[];
  })[];
  readonly pause?: readonly number[];
  readonly resume?: readonly number[];
  readonly remove?: readonly number[];
  readonly settings?: readonly { readonly channelId: string; readonly settings: ChannelSettings }[];
  /** Templates of the server and its channels. */
  readonly templates?: readonly Omit<SavedTemplate, 'guildId'>[];
}

/** A limit that would be exceeded, and the resulting count. */
export type LimitExceeded =
  | { readonly type: 'over'; readonly of: 'channel'; readonly channelId: string; readonly count: number }
  | { readonly type: 'over'; readonly of: 'server'; readonly count: number };

/** Result of `RuleChanges`. */
export interface RuleChangesResult {
  readonly type: 'revised';
  /** In the order of `add`; `created` is false if the channel already had the same rule, which is returned then. */
  readonly added: readonly { readonly subscription: Subscription; readonly created: boolean }[];
  readonly paused: readonly number[];
  readonly resumed: readonly Subscription[];
  readonly removed: readonly number[];
  /** Number of templates for which the server has no room. */
  readonly templatesLeftOut: number;
}

/** Numbers of rules by channel: present, added and removed. */
export interface RuleCounts {
  readonly present: ReadonlyMap<string, number>;
  readonly coming: ReadonlyMap<string, number>;
  readonly going: ReadonlyMap<string, number>;
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((all, count) => all + count, 0);

/** Returns the exceeded limit, or `null`. A channel or server whose count does not grow never exceeds it. */
export function exceededLimit({ present, coming, going }: RuleCounts): LimitExceeded | null {
  for (const [channelId, more] of coming) {
    const less = going.get(channelId) ?? 0;
    const count = (present.get(channelId) ?? 0) + more - less;
    const limit = isPerson(channelId) ? RULE_LIMITS.person : RULE_LIMITS.channel;
    if (more > less && count > limit) return { type: 'over', of: 'channel', channelId, count };
  }
  const [more, less] = [sum(coming), sum(going)];
  const count = sum(present) + more - less;
  return more > less && count > RULE_LIMITS.server ? { type: 'over', of: 'server', count } : null;
}

/** Counts items by channel. */
export function countByChannel(all: Iterable<{ readonly channelId: string }>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { channelId } of all) counts.set(channelId, (counts.get(channelId) ?? 0) + 1);
  return counts;
}
