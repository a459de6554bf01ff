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
  /** Whether what the file does not name is removed. */
  readonly mode: 'add' | 'replace';
  readonly alerts: readonly PlannedAlert[];
  readonly settings: readonly { readonly channelId: string; readonly settings: ChannelSettings }[];
}
