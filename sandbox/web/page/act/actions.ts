import type { Api } from '../api.ts';
import type { Store } from '../store.ts';
import { type AccountActions, createAccountActions } from './account-actions.ts';
import { type Appearance, createAppearance } from './appearance.ts';
import { type BotActions, createBotActions } from './bot-actions.ts';
import { type ComposerActions, createComposerActions } from './composer-actions.ts';
import { createMessageMenuActions, type MessageMenuActions } from './message-menu-actions.ts';
import { createNavigation, type Navigation } from './navigation.ts';
import { createOutcomeDisplay, type OutcomeDisplay } from './outcome-display.ts';
import { createPanelActions, type PanelActions } from './panel-actions.ts';
import { createSelectActions, type SelectActions } from './select-actions.ts';

/** Every action of the page. */
export interface Actions {
  readonly navigation: Navigation;
  readonly composerActions: ComposerActions;
  readonly botActions: BotActions;
  readonly outcomeDisplay: OutcomeDisplay;
  readonly panelActions: PanelActions;
  readonly appearance: Appearance;
  readonly selectActions: SelectActions;
  readonly accountActions: AccountActions;
  readonly messageMenuActions: MessageMenuActions;
}

/** @param inView ids of the visible messages, oldest first */
export function createActions(store: Store, api: Api, inView: () => readonly string[]): Actions {
  const outcomeDisplay = createOutcomeDisplay(store);
  const botActions = createBotActions(store, api, outcomeDisplay);
  const navigation = createNavigation(store, api);
  return {
    navigation,
    composerActions: createComposerActions(store, api, botActions, outcomeDisplay),
    botActions,
    outcomeDisplay,
    panelActions: createPanelActions(store, api, inView),
    appearance: createAppearance(store),
    selectActions: createSelectActions(store),
    accountActions: createAccountActions(store, api, navigation, outcomeDisplay),
    messageMenuActions: createMessageMenuActions(store, botActions),
  };
}
