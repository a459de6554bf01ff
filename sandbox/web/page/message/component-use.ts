import type { APIMessage } from 'discord-api-types/v10';
import type { SelectActions } from '../act/select-actions.ts';
import type { AutoSelect } from '../composer/entities.ts';
import type { OpenSelect } from '../select/open-select.ts';

/** Actions on a message's components, and their state. */
export interface ComponentUse {
  readonly press: (message: APIMessage, customId: string) => void;
  readonly select: (message: APIMessage, customId: string, values: readonly string[]) => void;
  readonly isWaiting: (messageId: string, customId: string) => boolean;
  readonly problem: (messageId: string) => string | null;
  /** The choices of channel, role and user selects. */
  readonly entities: (select: AutoSelect) => readonly { readonly value: string; readonly label: string }[];
  readonly openSelect: () => OpenSelect | null;
  /** What the user chose in a select menu, by its key; `undefined` while that is the bot's default. */
  readonly selected: (key: string) => readonly string[] | undefined;
  readonly selectActions: SelectActions;
}
