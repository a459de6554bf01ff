import type { PageEvent, ShownMessage, World } from '../../contract.ts';
import { type Api, ApiError } from '../api.ts';
import { allChannels, locationOf } from '../channel-locations.ts';
import { EMPTY_DRAFT } from '../composer/draft.ts';
import { isSilent } from '../message/grouping.ts';
import type { State, Step } from '../state.ts';
import type { Store } from '../store.ts';
import { withoutUnread, withUnread } from '../unread.ts';
import { focusOnBox } from './focus-box.ts';
import { createHistory } from './history.ts';

/** Navigation: the user, the open channel, and incoming events. */
export interface Navigation {
  /** Signs in as the user of that name, or as the first one; retries until the demo responds. */
  signIn(name: string): void;
  /** Switches to a user. */
  switchUser(userId: string): void;
  openGuild(guildId: string): void;
  /** Opens direct messages, at the first unread one. */
  openDirectMessages(): void;
  /** The same once they are loaded again. */
  goToDirectMessages(): void;
  openChannel(channelId: string): void;
  /** Opens the channel of a message and scrolls to it. */
  jumpTo(channelId: string, messageId: string): void;
  /** The scroll position: pixels above and below the visible part. */
  scrolled(above: number, below: number): void;
  toEnd(): void;
  showEarlier(): void;
}

const RETRY_MS = 2_000;
/** The end counts as visible within this many pixels. */
const END_TOLERANCE_PX = 48;
/** The guide's steps by the command that completes them. */
const STEP_OF_COMMAND: ReadonlyMap<string, Step> = new Map([
  ['alerts add', 'subscribe'],
  ['watch add', 'watch'],
]);
/** Maximum number of rendered messages; a button shows earlier ones. */
const MAX_SHOWN = 120;

function firstLine({ message }: ShownMessage): string {
  const [embed] = message.embeds;
  return (embed?.title ?? message.content).slice(0, 160);
}

export function createNavigation(store: Store, api: Api): Navigation {
  let stopListening = () => {};
  let lastAbove = 0;
  const history = createHistory(store, api);

  function me(): string {
    return store.get().world?.me.id ?? '';
  }

  async function loadCommands(channelId: string): Promise<void> {
    const [commands, messageCommands] = await Promise.all([
      api.commands(me(), channelId),
      api.messageCommands(me(), channelId),
    ]);
    if (store.get().channelId === channelId) store.change({ commands, messageCommands });
  }

  function newFromOf(state: State, channelId: string): string | null {
    const count = state.unread.get(channelId)?.messages ?? 0;
    const messages = state.messages.get(channelId) ?? [];
    return count === 0 ? null : (messages.at(-count)?.message.id ?? null);
  }

  /** A failed request shows as a lost connection, or as the server's error message where it sent one. */
  function run(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (error instanceof ApiError) store.change({ announcement: error.message });
      else store.change({ connection: 'lost' });
    });
  }

  async function openChannel(channelId: string): Promise<void> {
    const state = store.get();
    const place = locationOf(state.world, channelId);
    if (place === null) return;
    lastAbove = 0;
    store.change({
      guildId: place.guildId,
      channelId,
      newFrom: newFromOf(state, channelId),
      unread: withoutUnread(state.unread, channelId),
      atEnd: true,
      unseen: 0,
      shownFrom: Math.max(0, (state.messages.get(channelId)?.length ?? 0) - MAX_SHOWN),
      commands: [],
      messageCommands: [],
      messageMenu: null,
      draft: EMPTY_DRAFT,
      drawer: 'none',
      openSelect: null,
      target: null,
    });
    await Promise.all([history.load(channelId), loadCommands(channelId)]);
    const loaded = store.get();
    if (loaded.channelId !== channelId) return;
    const count = loaded.messages.get(channelId)?.length ?? 0;
    const fromUnread = loaded.newFrom ?? newFromOf({ ...loaded, unread: state.unread }, channelId);
    store.change({ newFrom: fromUnread, shownFrom: Math.max(0, count - MAX_SHOWN) });
  }

  /** When the bot edits a message, its select menus show what the bot says. */
  function forgetChoices(event: Extract<PageEvent, { type: 'message' | 'deleted' }>): void {
    const { selected } = store.get();
    const id = event.type === 'deleted' ? event.messageId : event.shown.message.id;
    const others = [...selected].filter(([key]) => !key.startsWith(`${id} `));
    if (others.length < selected.size) store.change({ selected: new Map(others) });
  }

  /** The guide's steps that a successful command completes. */
  function completeStep({ message: { content, interaction } }: ShownMessage): void {
    const isOwn = interaction?.user.id === me() && /^(?:✅|👁)/u.test(content);
    const step = isOwn ? STEP_OF_COMMAND.get(interaction.name) : undefined;
    const { stepsDone } = store.get();
    if (step !== undefined && !stepsDone.has(step))
      store.change({ stepsDone: new Set([...stepsDone, step]) });
  }

  function onEvent(event: Extract<PageEvent, { type: 'message' | 'deleted' }>): void {
    const state = store.get();
    const { channelId } = event;
    history.applyEvent(event);
    forgetChoices(event);
    if (event.type === 'message') completeStep(event.shown);
    if (event.type !== 'message' || event.change !== 'created') return;
    const here = channelId === state.channelId;
    const { author, interaction } = event.shown.message;
    const isNotified = here || !isSilent(event.shown.message);
    const location = locationOf(state.world, channelId);
    if (!here) store.change({ unread: withUnread(state.unread, channelId, event.shown.pinged) });
    else if (!state.atEnd) store.change({ unseen: state.unseen + 1 });
    if (here && interaction?.user.id === me())
      store.change({ notices: store.get().notices.filter(({ kind }) => kind !== 'sending') });
    const place = here ? '' : ` in ${location?.channel.name ?? 'another channel'}`;
    // A silent message marks its channel without a notification, as on Discord.
    if (isNotified) store.change({ announcement: `${author.username}${place}: ${firstLine(event.shown)}` });
  }

  /** The channel to open where none is given. */
  function landingOf(world: World): string | null {
    return world.landingChannelId ?? allChannels(world)[0]?.channel.id ?? null;
  }

  async function refresh(): Promise<void> {
    const world = await api.world(me());
    store.change({ world });
    const { channelId } = store.get();
    const atHome = channelId === null && store.get().guildId === null;
    if (!atHome && locationOf(world, channelId) === null) {
      const server = world.guilds.find(({ id }) => id === store.get().guildId);
      const next = server?.channels[0]?.id ?? landingOf(world);
      if (next !== null) await openChannel(next);
    } else if (channelId !== null) await Promise.all([history.load(channelId), loadCommands(channelId)]);
  }

  function onPresence(botOnline: boolean): void {
    const { world } = store.get();
    if (world === null || world.botOnline === botOnline) return;
    store.change({
      world: { ...world, botOnline },
      announcement: botOnline ? 'The bot is online' : 'The bot is offline',
    });
  }

  function hear(event: PageEvent): void {
    switch (event.type) {
      case 'message':
      case 'deleted':
        onEvent(event);
        break;
      case 'world':
        run(refresh());
        break;
      case 'control':
        store.change({ control: event.control });
        break;
      case 'presence':
        onPresence(event.botOnline);
        break;
    }
  }

  function listen(as: string): void {
    stopListening();
    stopListening = api.listen(as, hear, (connection) => {
      store.change({ connection: connection === 'open' ? 'open' : 'lost' });
      // Events that were missed, at the beginning or during a disconnection, are loaded.
      if (connection === 'open') run(refresh());
      if (connection === 'ended') setTimeout(() => signIn(store.get().world?.me.name ?? ''), RETRY_MS);
    });
  }

  function seeEnd(atEnd: boolean): void {
    const state = store.get();
    if (state.atEnd !== atEnd || (atEnd && state.unseen > 0))
      store.change({ atEnd, unseen: atEnd ? 0 : state.unseen });
  }

  async function switchUser(userId: string): Promise<void> {
    const world = await api.world(userId);
    const before = store.get();
    store.change({
      world,
      messages: new Map(),
      unread: new Map(),
      notices: [],
      componentProblems: new Map(),
      waiting: new Set(),
      modal: null,
      selected: new Map(),
    });
    listen(world.me.id);
    const next = locationOf(world, before.channelId)?.channel.id ?? landingOf(world);
    if (next === null) store.change({ guildId: null, channelId: null, commands: [], drawer: 'none' });
    else await openChannel(next);
  }

  function signIn(name: string): void {
    const begin = async () => {
      const [{ me, people }, control] = await Promise.all([api.world(), api.control()]);
      store.change({ control, steered: control !== null });
      await switchUser(people.find((person) => person.name === name)?.id ?? me.id);
    };
    begin().catch(() => {
      store.change({ connection: 'lost' });
      setTimeout(() => signIn(name), RETRY_MS);
    });
  }

  function chooseChannel(channelId: string): void {
    run(openChannel(channelId));
    store.change(focusOnBox(store.get()));
  }

  function openDirectMessages(): void {
    const { world, unread } = store.get();
    const channels = world?.directMessages ?? [];
    const channel = channels.find(({ id }) => unread.has(id)) ?? channels[0];
    if (channel === undefined)
      store.change({ guildId: null, channelId: null, commands: [], messageCommands: [], draft: EMPTY_DRAFT });
    else chooseChannel(channel.id);
  }

  return {
    signIn,
    switchUser: (userId) => run(switchUser(userId)),
    openChannel: chooseChannel,
    jumpTo(channelId, messageId) {
      const turn = (store.get().target?.turn ?? 0) + 1;
      if (store.get().channelId !== channelId) run(openChannel(channelId));
      store.change({ target: { messageId, turn }, atEnd: false });
    },
    openGuild(guildId) {
      const guild = store.get().world?.guilds.find(({ id }) => id === guildId);
      const { unread } = store.get();
      const channel = guild?.channels.find(({ id }) => unread.has(id)) ?? guild?.channels[0];
      if (channel === undefined) store.change({ guildId, channelId: null });
      else chooseChannel(channel.id);
    },
    openDirectMessages,
    goToDirectMessages: () => run(refresh().then(openDirectMessages)),
    scrolled(above, below) {
      // When the list grows, it stays scrolled to its end; only scrolling up leaves it.
      const up = above < lastAbove;
      lastAbove = above;
      if (below < END_TOLERANCE_PX) seeEnd(true);
      else if (up) seeEnd(false);
    },
    toEnd: () => seeEnd(true),
    showEarlier() {
      const { shownFrom, channelId } = store.get();
      store.change({ shownFrom: Math.max(0, shownFrom - MAX_SHOWN), atEnd: false });
      if (shownFrom === 0 && channelId !== null) run(history.loadEarlier(channelId));
    },
  };
}
