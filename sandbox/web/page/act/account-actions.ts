import type { Account, AccountAction } from '../../contract.ts';
import type { Api } from '../api.ts';
import type { Store } from '../store.ts';
import type { Navigation } from './navigation.ts';
import type { OutcomeDisplay } from './outcome-display.ts';

/** What the user decides about themselves. */
export interface AccountActions {
  acceptDirectMessages(on: boolean): Promise<void>;
  haveApplication(on: boolean): Promise<void>;
  /** Opens the direct messages with the bot. */
  writeToBot(): Promise<void>;
}

export function createAccountActions(
  store: Store,
  api: Api,
  navigation: Navigation,
  { say }: OutcomeDisplay,
): AccountActions {
  const as = (): string => store.get().world?.me.id ?? '';

  /** Resolves to whether the server did it. */
  async function change(action: AccountAction): Promise<boolean> {
    let account: Account;
    try {
      account = await api.account(action);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
      return false;
    }
    const { world } = store.get();
    // The page may act as somebody else by now.
    if (world?.me.id === action.as) store.change({ world: { ...world, account } });
    return true;
  }

  return {
    async acceptDirectMessages(on) {
      await change({ do: 'accept-direct-messages', as: as(), on });
    },
    async haveApplication(on) {
      await change({ do: 'have-application', as: as(), on });
    },
    async writeToBot() {
      if (await change({ do: 'write-to-bot', as: as() })) navigation.goToDirectMessages();
    },
  };
}
