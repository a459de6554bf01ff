import { render } from 'lit-html';
import { createActions } from './act/actions.ts';
import { loadPreferences, savePreferences } from './act/preferences.ts';
import { createApi } from './api.ts';
import { app } from './app.ts';
import { entitiesOf, offeredBy } from './composer/entities.ts';
import { createEffects, messagesInView, refreshTimes } from './effects.ts';
import type { MarkdownContext } from './markdown/render.ts';
import { placeMessageMenu } from './message/menu-position.ts';
import type { MessageUse } from './message/message.ts';
import { placeSelectList } from './select/list-position.ts';
import { INITIAL } from './state.ts';
import { createStore } from './store.ts';

const NARROW = matchMedia('(width < 800px)');
const ROOMY = matchMedia('(width >= 1080px)');
const TOUCH = matchMedia('(pointer: coarse)');
const LOCALE = navigator.language;
const SECOND_MS = 1_000;

const root = document.querySelector<HTMLElement>('#app');
if (root === null) throw new Error('The page has no #app.');

const kept = loadPreferences(localStorage);
const effects = createEffects(root);
const api = createApi();
const store = createStore(
  { ...INITIAL, ...kept, narrow: NARROW.matches, panelShown: ROOMY.matches, touch: TOUCH.matches },
  (state) => {
    render(app(state, actions, context, use), root);
    effects.after(state);
    if (state.world !== null) savePreferences(localStorage, state);
  },
);
const actions = createActions(store, api, () => messagesInView(root));

function guild() {
  const { world, guildId } = store.get();
  return world?.guilds.find(({ id }) => id === guildId);
}

const context: MarkdownContext = {
  userName(id) {
    const { world, messages } = store.get();
    const mentioned = [...messages.values()]
      .flat()
      .flatMap(({ message }) => [...message.mentions, message.author])
      .find((user) => user.id === id);
    return world?.people.find((person) => person.id === id)?.name ?? mentioned?.username ?? null;
  },
  channelName: (id) => guild()?.channels.find((channel) => channel.id === id)?.name ?? null,
  roleName: (id) => guild()?.roles.find((role) => role.id === id)?.name ?? null,
  openChannel: (id) => actions.navigation.openChannel(id),
  openMessage: ({ channelId, messageId }) => actions.navigation.jumpTo(channelId, messageId),
  startCommand: (name) => actions.composerActions.start(name),
  now: Date.now,
  locale: LOCALE,
};

const use: MessageUse = {
  press: (message, customId) => void actions.botActions.press(message, customId),
  select: (message, customId, values) => void actions.botActions.select(message, customId, values),
  dismiss: (id) => actions.outcomeDisplay.dismiss(id),
  isWaiting: (messageId, customId) => store.get().waiting.has(`${messageId} ${customId}`),
  problem: (messageId) => store.get().componentProblems.get(messageId) ?? null,
  openSelect: () => store.get().openSelect,
  selected: (key) => store.get().selected.get(key),
  selectActions: actions.selectActions,
  menu: {
    commands: () => store.get().messageCommands,
    isOpen: (messageId) => store.get().messageMenu === messageId,
    actions: actions.messageMenuActions,
  },
  entities(select) {
    const { world, guildId } = store.get();
    const choices = offeredBy(select, entitiesOf(world, guildId));
    return choices.map(({ name, value }) => ({ value: String(value), label: name }));
  },
};

/** Whether a key is text for the message box, wherever the focus is: no shortcut, and not within another field. */
function isTyping({
  key,
  ctrlKey,
  altKey,
  metaKey,
  isComposing,
  defaultPrevented,
  target,
}: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey || isComposing || defaultPrevented) return false;
  const isText = key.length === 1 && key !== ' ';
  const inField =
    target instanceof Element && target.closest('input, textarea, select, [role="combobox"]') !== null;
  return isText && !inField;
}

NARROW.addEventListener('change', ({ matches }) => actions.appearance.setNarrow(matches));
ROOMY.addEventListener('change', ({ matches }) => actions.appearance.showPanel(matches));
document.addEventListener('keydown', (event) => {
  const { drawer, modal } = store.get();
  if (event.key === 'Escape' && drawer !== 'none') actions.appearance.openDrawer('none');
  if (modal === null && drawer === 'none' && isTyping(event)) actions.composerActions.focus();
});
document.addEventListener('pointerdown', ({ target }) => {
  const inside =
    target instanceof Element && target.closest('[data-select-list], [aria-expanded="true"][data-select]');
  if (!inside) actions.selectActions.close();
  if (!(target instanceof Element) || target.closest('.message-tools') === null)
    actions.messageMenuActions.close(false);
});
// The open lists are placed by coordinates of the window.
for (const change of ['scroll', 'resize'] as const)
  addEventListener(
    change,
    () => {
      placeSelectList(root);
      placeMessageMenu(root);
    },
    { capture: true, passive: true },
  );
setInterval(() => refreshTimes(root, Date.now(), LOCALE), SECOND_MS);

actions.navigation.signIn(kept.as);
