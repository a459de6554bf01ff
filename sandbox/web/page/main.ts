import { render } from 'lit-html';
import { createActions } from './act/actions.ts';
import { recall, remember } from './act/memory.ts';
import { createApi } from './api.ts';
import { app } from './app.ts';
import { entitiesOf, offeredBy } from './composer/entities.ts';
import { createEffects, refreshTimes } from './effects.ts';
import type { Reading } from './markdown/show.ts';
import type { MessageUse } from './message/message.ts';
import { INITIAL } from './state.ts';
import { createStore } from './store.ts';

const NARROW = matchMedia('(width < 800px)');
const ROOMY = matchMedia('(width >= 1080px)');
const LOCALE = navigator.language;
const SECOND_MS = 1_000;

const root = document.querySelector<HTMLElement>('#app');
if (root === null) throw new Error('The page has no #app.');

const kept = recall(localStorage);
const effects = createEffects(root);
const api = createApi();
const store = createStore(
  { ...INITIAL, ...kept, narrow: NARROW.matches, panelShown: ROOMY.matches },
  (state) => {
    render(app(state, actions, reading, use), root);
    effects.after(state);
    if (state.world !== null) remember(localStorage, state);
  },
);
const actions = createActions(store, api);

function guild() {
  const { world, guildId } = store.get();
  return world?.guilds.find(({ id }) => id === guildId);
}

const reading: Reading = {
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
  openChannel: (id) => actions.reading.openChannel(id),
  startCommand: (name) => actions.composing.start(name),
  now: Date.now,
  locale: LOCALE,
};

const use: MessageUse = {
  press: (message, customId) => void actions.acting.press(message, customId),
  select: (message, customId, values) => void actions.acting.select(message, customId, values),
  dismiss: (id) => actions.answering.dismiss(id),
  isWaiting: (messageId, customId) => store.get().waiting.has(`${messageId} ${customId}`),
  problem: (messageId) => store.get().componentProblems.get(messageId) ?? null,
  entities(select) {
    const { world, guildId } = store.get();
    const choices = offeredBy(select, entitiesOf(world, guildId));
    return choices.map(({ name, value }) => ({ value: String(value), label: name }));
  },
};

NARROW.addEventListener('change', ({ matches }) => actions.appearing.setNarrow(matches));
ROOMY.addEventListener('change', ({ matches }) => actions.appearing.showPanel(matches));
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && store.get().drawer !== 'none') actions.appearing.openDrawer('none');
});
setInterval(() => refreshTimes(root, Date.now(), LOCALE), SECOND_MS);

actions.reading.enter(kept.as);
