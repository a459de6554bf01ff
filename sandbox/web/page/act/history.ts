import type { PageEvent } from '../../contract.ts';
import type { Api } from '../api.ts';
import { afterEvent } from '../message/timeline.ts';
import type { Store } from '../store.ts';

type ChannelEvent = Extract<PageEvent, { type: 'message' | 'deleted' }>;

/** The messages of channels that were opened. */
interface History {
  /** Loads the last messages of a channel, and applies events that arrive meanwhile. */
  load(channelId: string): Promise<void>;
  /** Loads the messages before the first loaded one. */
  loadEarlier(channelId: string): Promise<void>;
  applyEvent(event: ChannelEvent): void;
}

/** The server's page size; a shorter page has nothing before it. */
const PAGE_SIZE = 100;

function withAll(ids: ReadonlySet<string>, id: string, all: boolean): ReadonlySet<string> {
  const others = [...ids].filter((other) => other !== id);
  return new Set(all ? [...others, id] : others);
}

export function createHistory(store: Store, api: Api): History {
  /** Events of channels whose messages are being loaded, for each request. */
  const pending = new Set<{ readonly channelId: string; readonly events: ChannelEvent[] }>();

  function me(): string {
    return store.get().world?.me.id ?? '';
  }

  return {
    async load(channelId) {
      const as = me();
      const asking = { channelId, events: [] };
      pending.add(asking);
      const fetched = await api.messages(as, channelId).finally(() => pending.delete(asking));
      if (as !== me()) return;
      let messages = fetched;
      for (const event of asking.events) messages = afterEvent(messages, event);
      const { messages: others, complete } = store.get();
      store.change({
        messages: new Map(others).set(channelId, messages),
        complete: withAll(complete, channelId, fetched.length < PAGE_SIZE),
      });
    },
    async loadEarlier(channelId) {
      const known = store.get().messages.get(channelId) ?? [];
      const [first] = known;
      if (first === undefined) return;
      const earlier = await api.messages(me(), channelId, first.message.id);
      const { messages, complete } = store.get();
      const now = messages.get(channelId) ?? [];
      if (now[0]?.message.id !== first.message.id) return;
      store.change({
        messages: new Map(messages).set(channelId, [...earlier, ...now]),
        complete: withAll(complete, channelId, earlier.length < PAGE_SIZE),
      });
    },
    applyEvent(event) {
      const { channelId } = event;
      for (const asking of pending) if (asking.channelId === channelId) asking.events.push(event);
      const { messages } = store.get();
      const known = messages.get(channelId);
      if (known !== undefined)
        store.change({ messages: new Map(messages).set(channelId, afterEvent(known, event)) });
    },
  };
}
