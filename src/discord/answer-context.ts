import type { MemberAccess } from './access/member-access.ts';
import type { Rights } from './access/rights.ts';
import type { CollectionTab } from './components/link.ts';
import type { CommandServices } from './services.ts';

/** The user of an interaction, their location and their permissions. */
export interface AnswerContext extends Rights {
  /** Discord user id of the requester. Only their button presses change the message. */
  readonly requester: string;
  /**
   * The server id. If the bot is not in the server, and in direct messages, it is the requester as the target of their
   * own rules (`alerts/target.ts`), without any permissions.
   */
  readonly guildId: string;
  readonly channelId: string;
  /** Id of the alert's message under which a lookup was opened; `null` for any other answer. */
  readonly alertMessageId: string | null;
  /**
   * The user's access to the server's channels. The bot does nothing for them in a channel that they may not do there
   * themselves.
   */
  readonly memberAccess: MemberAccess;
  /** Buttons that connect the screens of a collection. */
  readonly collectionTabs: readonly CollectionTab[];
  /** Limited to alerts in channels that the user may see. */
  readonly services: CommandServices;
}
