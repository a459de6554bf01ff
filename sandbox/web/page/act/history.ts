import type { PageEvent } from '../../contract.ts';
import type { Api } from '../api.ts';
import { afterEvent } from '../message/timeline.ts';
import type { Store } from '../store.ts';

type Happening = Extract<PageEvent, { type: 'message' | 'deleted' }>;

/** The messages of the channels that were opened. */
interface History {
  /** The last messages of a channel, with what happens to them meanwhile. */
  load(channelId: string): Promise<void>;
  /** Those before the first that is there. */
  loadEarlier(channelId: string): Promise<void>;
  takeIn(event: Happening): void;
}

/** As many as the server gives at once; where it gives fewer, there are no earlier ones. */
const A_PAGE = 100;

function withAll(ids: ReadonlySet<string>, id: string, all: boolean): ReadonlySet<string> {
  const others = [...ids].filter((other) => other !== id);
  return new Set(all ? [...others, id] : others);
}

export function createHistory(store: Store, api: Api): History {
  /** What happened in channels while their messages were on the way, for each time they were asked for. */
  const underWay = new Set<{ readonly channelId: string; readonly events: Happening[] }>();

  function me(): string {
    return store.get().world?.me.id ?? '';
  }

  return {
    async load(channelId) {
      const as = me();
      const asking = { channelId, events: [] };
      underWay.add(asking);
      const fetched = await api.messages(as, channelId).finally(() => underWay.delete(asking));
      if (as !== me()) return;
      let messages = fetched;
      for (const event of asking.events) messages = afterEvent(messages, event);
      const { messages: others, complete } = store.get();
      store.change({
        messages: new Map(others).set(channelId, messages),
        complete: withAll(complete, channelId, fetched.length < A_PAGE),
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
        complete: withAll(complete, channelId, earlier.length < A_PAGE),
      });
    },
    takeIn(event) {
      const { channelId } = event;
      for (const asking of underWay) if (asking.channelId === channelId) asking.events.push(event);
      const { messages } = store.get();
      const known = messages.get(channelId);
      if (known !== undefined)
        store.change({ messages: new Map(messages).set(channelId, afterEvent(known, event)) });
    },
  };
}
