import type { ChannelSettings } from '../../domain/settings.ts';
import type { Rule } from '../../domain/subscription.ts';

/** A rule that a file asks for, in a channel of this server. */
export interface PlannedAlert {
  readonly channelId: string;
  readonly rule: Rule;
  readonly paused: boolean;
}

/** What an import is going to do, once it is confirmed. */
export interface ImportPlan {
  readonly guildId: string;
  /** Discord user id of the one who began it. */
  readonly asker: string;
  readonly alerts: readonly PlannedAlert[];
  /** Ids of the subscriptions that are removed, as they were shown; nothing is removed that was not. */
  readonly removals: readonly number[];
  readonly settings: readonly { readonly channelId: string; readonly settings: ChannelSettings }[];
}
