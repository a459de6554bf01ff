import type { APIMessage } from 'discord-api-types/v10';
import type { Store } from '../store.ts';
import type { BotActions } from './bot-actions.ts';

/** The menu of a message, with the commands of applications. */
export interface MessageMenuActions {
  /** Opens the menu, or closes it where it is open. */
  toggle(messageId: string): void;
  /** Closes it; `andReturn` moves the focus back to its button. */
  close(andReturn: boolean): void;
  run(message: APIMessage, name: string): void;
}

export function createMessageMenuActions(store: Store, botActions: BotActions): MessageMenuActions {
  function focus(on: string) {
    return { focus: { on, turn: store.get().focus.turn + 1 } };
  }

  function close(andReturn: boolean): void {
    const { messageMenu } = store.get();
    if (messageMenu === null) return;
    store.change({ messageMenu: null, ...(andReturn ? focus(`menu-of-${messageMenu}`) : {}) });
  }

  return {
    toggle(messageId) {
      const { messageMenu, messageCommands } = store.get();
      if (messageMenu === messageId) close(true);
      else if (messageCommands.length > 0)
        store.change({ messageMenu: messageId, ...focus('in-message-menu') });
    },
    close,
    run(message, name) {
      close(true);
      void botActions.runOnMessage(message, name);
    },
  };
}
