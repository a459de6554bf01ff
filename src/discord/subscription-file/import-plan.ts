import type { ChannelSettings } from '../../alerts/settings.ts';
import type { Rule } from '../../alerts/subscription.ts';
import type { AlertsFile } from './file-format.ts';

/** A rule that a file asks for, in a channel of this server. */
export interface PlannedAlert {
  readonly channelId: string;
  readonly rule: Rule;
  readonly paused: boolean;
}

/** What an import was made of, so that it can be planned again with other channels. */
export interface ImportSource {
  readonly file: AlertsFile;
  readonly mode: 'add' | 'replace';
  /** Ids of the channels that were chosen, by position in the file. */
  readonly chosen: ReadonlyMap<number, string>;
}

/** What an import is going to do, once it is confirmed. */
export interface ImportPlan {
  readonly guildId: string;
  /** Discord user id of the one who began it. */
  readonly requester: string;
  readonly alerts: readonly PlannedAlert[];
  /** Ids of the subscriptions that are removed, as they were shown; nothing is removed that was not. */
  readonly removals: readonly number[];
  readonly settings: readonly { readonly channelId: string; readonly settings: ChannelSettings }[];
}

/** An import that waits for its confirmation. */
export interface PendingImport extends ImportPlan {
  readonly source: ImportSource;
}
