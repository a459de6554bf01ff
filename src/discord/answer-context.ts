import type { MemberAccess } from './access/member-access.ts';
import type { Rights } from './access/rights.ts';
import type { CollectionTab } from './components/link.ts';
import type { CommandServices } from './services.ts';

/** Who asked, where, and with which permissions. */
export interface AnswerContext extends Rights {
  /** Discord user id of the person who asked. Only their button presses change the message. */
  readonly requester: string;
  /**
   * The server. Where the bot is in none, such as in direct messages: the requester as the target of their own rules
   * (`alerts/target.ts`), who may do nothing that members need a permission for.
   */
  readonly guildId: string;
  readonly channelId: string;
  /**
   * Their access to the server's channels. The bot does nothing for them in a channel that they may not do there
   * themselves.
   */
  readonly memberAccess: MemberAccess;
  /** How the screens of a collection lead to each other. */
  readonly collectionTabs: readonly CollectionTab[];
  /** Limited to the alerts in channels that the person may see. */
  readonly services: CommandServices;
}
