import type { PageEvent, ShownMessage } from '../../contract.ts';
import { type Api, ApiError } from '../api.ts';
import { EMPTY_DRAFT } from '../composer/draft.ts';
import { allPlaces, placeOf } from '../places.ts';
import type { State } from '../state.ts';
import type { Store } from '../store.ts';
import { withoutUnread, withUnread } from '../unread.ts';
import { createHistory } from './history.ts';

/** Who one is, where one looks, and what comes in. */
export interface Reading {
  /** Begins as the person of that name, or as the first one; tries until the demo answers. */
  enter(name: string): void;
  /** Begins anew as a person. */
  be(userId: string): void;
  openGuild(guildId: string): void;
  /** The conversations with bots, the first unread one open. */
  openDirectMessages(): void;
  openChannel(channelId: string): void;
  /** Where the list stands: pixels above what is in sight, and below it. */
  scrolled(above: number, below: number): void;
  toEnd(): void;
  showEarlier(): void;
}

const AGAIN_MS = 2_000;
/** The end counts as in sight within so many pixels. */
const NEAR_END = 48;
/** Messages that are in the page at once; earlier ones come by a button. */
const SHOWN_AT_ONCE = 120;

function firstLine({ message }: ShownMessage): string {
  const [embed] = message.embeds;
  return (embed?.title ?? message.content).slice(0, 160);
}

export function createReading(store: Store, api: Api): Reading {
  let hangUp = () => {};
  let lastAbove = 0;
  const history = createHistory(store, api);

  function me(): string {
    return store.get().world?.me.id ?? '';
  }

  async function loadCommands(channelId: string): Promise<void> {
    const commands = await api.commands(me(), channelId);
    if (store.get().channelId === channelId) store.change({ commands });
  }

  function newFromOf(state: State, channelId: string): string | null {
    const count = state.unread.get(channelId) ?? 0;
    const messages = state.messages.get(channelId) ?? [];
    return count === 0 ? null : (messages.at(-count)?.message.id ?? null);
  }

  /** What cannot be loaded shows as a lost line; where the server said why, that is said. */
  function undertake(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (error instanceof ApiError) store.change({ announcement: error.message });
      else store.change({ connection: 'lost' });
    });
  }

  async function openChannel(channelId: string): Promise<void> {
    const state = store.get();
    const place = placeOf(state.world, channelId);
    if (place === null) return;
    lastAbove = 0;
    store.change({
      guildId: place.guildId,
      channelId,
      newFrom: newFromOf(state, channelId),
      unread: withoutUnread(state.unread, channelId),
      atEnd: true,
      unseen: 0,
      shownFrom: Math.max(0, (state.messages.get(channelId)?.length ?? 0) - SHOWN_AT_ONCE),
      commands: [],
      draft: EMPTY_DRAFT,
      drawer: 'none',
    });
    await Promise.all([history.load(channelId), loadCommands(channelId)]);
    const loaded = store.get();
    if (loaded.channelId !== channelId) return;
    const count = loaded.messages.get(channelId)?.length ?? 0;
    const fromUnread = loaded.newFrom ?? newFromOf({ ...loaded, unread: state.unread }, channelId);
    store.change({ newFrom: fromUnread, shownFrom: Math.max(0, count - SHOWN_AT_ONCE) });
  }

  function cameIn(event: Extract<PageEvent, { type: 'message' | 'deleted' }>): void {
    const state = store.get();
    const { channelId } = event;
    history.takeIn(event);
    if (event.type !== 'message' || event.change !== 'created') return;
    const here = channelId === state.channelId;
    const { author, interaction } = event.shown.message;
    if (!here) store.change({ unread: withUnread(state.unread, channelId) });
    else if (!state.atEnd) store.change({ unseen: state.unseen + 1 });
    if (here && interaction?.user.id === me())
      store.change({ notices: store.get().notices.filter(({ kind }) => kind !== 'sending') });
    const name = placeOf(state.world, channelId)?.channel.name;
    const place = here ? '' : ` in ${name ?? 'another channel'}`;
    store.change({ announcement: `${author.username}${place}: ${firstLine(event.shown)}` });
  }

  async function renew(): Promise<void> {
    const world = await api.world(me());
    store.change({ world });
    const { channelId } = store.get();
    const atHome = channelId === null && store.get().guildId === null;
    if (!atHome && placeOf(world, channelId) === null) {
      const [next] = allPlaces(world);
      if (next !== undefined) await openChannel(next.channel.id);
    } else if (channelId !== null) await Promise.all([history.load(channelId), loadCommands(channelId)]);
  }

  function hear(event: PageEvent): void {
    switch (event.type) {
      case 'message':
      case 'deleted':
        cameIn(event);
        break;
      case 'world':
        undertake(renew());
        break;
      case 'control':
        store.change({ control: event.control });
        break;
    }
  }

  function listen(as: string): void {
    hangUp();
    hangUp = api.listen(as, hear, (connection) => {
      store.change({ connection: connection === 'open' ? 'open' : 'lost' });
      // What happened while nobody listened, at the beginning or while the line was down, is asked for.
      if (connection === 'open') undertake(renew());
      if (connection === 'ended') setTimeout(() => enter(store.get().world?.me.name ?? ''), AGAIN_MS);
    });
  }

  function seeEnd(atEnd: boolean): void {
    const state = store.get();
    if (state.atEnd !== atEnd || (atEnd && state.unseen > 0))
      store.change({ atEnd, unseen: atEnd ? 0 : state.unseen });
  }

  async function be(userId: string): Promise<void> {
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
    });
    listen(world.me.id);
    const same = placeOf(world, before.channelId) ?? allPlaces(world)[0];
    if (same === undefined) store.change({ guildId: null, channelId: null, commands: [], drawer: 'none' });
    else await openChannel(same.channel.id);
  }

  function enter(name: string): void {
    const begin = async () => {
      const [{ me, people }, control] = await Promise.all([api.world(), api.control()]);
      store.change({ control, steered: control !== null });
      await be(people.find((person) => person.name === name)?.id ?? me.id);
    };
    begin().catch(() => {
      store.change({ connection: 'lost' });
      setTimeout(() => enter(name), AGAIN_MS);
    });
  }

  return {
    enter,
    be: (userId) => undertake(be(userId)),
    openChannel: (channelId) => undertake(openChannel(channelId)),
    openGuild(guildId) {
      const guild = store.get().world?.guilds.find(({ id }) => id === guildId);
      const { unread } = store.get();
      const channel = guild?.channels.find(({ id }) => unread.has(id)) ?? guild?.channels[0];
      if (channel === undefined) store.change({ guildId, channelId: null });
      else undertake(openChannel(channel.id));
    },
    openDirectMessages() {
      const { world, unread } = store.get();
      const channels = world?.directMessages ?? [];
      const channel = channels.find(({ id }) => unread.has(id)) ?? channels[0];
      if (channel === undefined)
        store.change({ guildId: null, channelId: null, commands: [], draft: EMPTY_DRAFT });
      else undertake(openChannel(channel.id));
    },
    scrolled(above, below) {
      // A list that grows below is still read at its end; only who scrolls up leaves it.
      const up = above < lastAbove;
      lastAbove = above;
      if (below < NEAR_END) seeEnd(true);
      else if (up) seeEnd(false);
    },
    toEnd: () => seeEnd(true),
    showEarlier() {
      const { shownFrom, channelId } = store.get();
      store.change({ shownFrom: Math.max(0, shownFrom - SHOWN_AT_ONCE), atEnd: false });
      if (shownFrom === 0 && channelId !== null) undertake(history.loadEarlier(channelId));
    },
  };
}
