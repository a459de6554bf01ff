import type { QueueState } from '#src/store/model/channel-queue.ts';
import type { AddressedAlert } from '#src/store/model/ingest-batch.ts';
import type { Recipient } from '#src/store/model/recipient.ts';

interface ModelDelivery {
  readonly key: string;
  readonly occurredAt: number;
  readonly topic: string | null;
  /** The revision of its topic that it shows. */
  readonly showsOrWillShow: number;
  /** The position in the queue. */
  readonly position: number;
  readonly isBid: boolean;
  urgent: boolean;
  alone: boolean;
}

interface ModelLiveMessage {
  readonly key: string;
  readonly topic: string;
  showsOrWillShow: number;
}

interface ModelQueue {
  state: QueueState;
  notBefore: number;
  hasRule: boolean;
  abandoned: boolean;
  summarisedUpTo: number;
  waiting: ModelDelivery[];
  post: {
    readonly deliveries: readonly ModelDelivery[];
    attempts: number;
    state: 'sending' | 'ambiguous';
    layout: 'card' | 'text' | 'summary';
  } | null;
  liveMessages: ModelLiveMessage[];
}

/** An alert with its content as a number: messages with equal numbers look the same. */
export interface ModelAlert extends AddressedAlert {
  readonly content: number;
}

/** A minimal in-memory model of the store. It supports only calls that the store must accept. */
export interface Model {
  queue(channelId: string): ModelQueue;
  isSummarised(channelId: string, delivery: ModelDelivery): boolean;
  staleLiveMessages(channelId: string): readonly ModelLiveMessage[];
  /** The latest content of a topic. */
  latestContent(topic: string): number | undefined;
  ingest(alerts: readonly ModelAlert[], topics: ReadonlyMap<string, number>): readonly string[];
  begin(channelId: string, count: number, layout: 'card' | 'summary'): void;
  retry(channelId: string, newWindow: boolean, layout: 'card' | 'text'): void;
  sent(channelId: string, hasId: boolean): void;
  dead(channelId: string): void;
  markAmbiguous(channelId: string): void;
  release(channelId: string, release: { readonly notBefore: number; readonly alone: boolean }): void;
  expire(channelId: string, occurredBefore: number): number;
  summarise(channelId: string): void;
  displayAll(channelId: string): void;
  /** Abandons the stale messages. */
  abandonStale(channelId: string): void;
  stop(channelId: string, state: 'paused' | 'closed'): void;
  addRule(channelId: string): void;
  removeRule(channelId: string): void;
  recover(): void;
}

function inOrder(deliveries: readonly ModelDelivery[]): ModelDelivery[] {
  return deliveries.toSorted((one, other) =>
    one.urgent === other.urgent ? one.position - other.position : Number(other.urgent) - Number(one.urgent),
  );
}

export function createModel(): Model {
  const queues = new Map<string, ModelQueue>();
  const known = new Set<string>();
  const topics = new Map<string, { readonly content: number; readonly revision: number }>();
  let lastPosition = 0;

  function queue(channelId: string): ModelQueue {
    const found = queues.get(channelId);
    if (found !== undefined) return found;
    const fresh: ModelQueue = {
      state: 'open',
      notBefore: 0,
      hasRule: false,
      abandoned: false,
      summarisedUpTo: 0,
      waiting: [],
      post: null,
      liveMessages: [],
    };
    queues.set(channelId, fresh);
    return fresh;
  }

  function removePost(of: ModelQueue): readonly ModelDelivery[] {
    const deliveries = of.post?.deliveries ?? [];
    of.post = null;
    return deliveries;
  }

  function waits(channelId: string, topic: string | null, inFlight: (layout: string) => boolean): boolean {
    const { waiting, post } = queue(channelId);
    const posting = post !== null && inFlight(post.layout) ? post.deliveries : [];
    return topic !== null && [...waiting, ...posting].some((one) => one.topic === topic);
  }

  function isDisplayed({ channelId, skipIfLive }: Recipient, topic: string | null): boolean {
    if (!skipIfLive || topic === null) return false;
    const pending = waits(channelId, topic, (layout) => layout === 'card');
    return pending || queue(channelId).liveMessages.some((liveMessage) => liveMessage.topic === topic);
  }

  const revisionOf = (topic: string) => topics.get(topic)?.revision ?? 0;

  const isSummarised = (channelId: string, { urgent, position }: ModelDelivery) =>
    !urgent && position <= queue(channelId).summarisedUpTo;

  return {
    queue,
    isSummarised,
    staleLiveMessages: (channelId) =>
      queue(channelId).liveMessages.filter(
        ({ topic, showsOrWillShow }) => showsOrWillShow < revisionOf(topic),
      ),
    latestContent: (topic) => topics.get(topic)?.content,
    ingest(alerts, states) {
      const changed = [...states].filter(([topic, content]) => topics.get(topic)?.content !== content);
      for (const [topic, content] of changed) topics.set(topic, { content, revision: revisionOf(topic) + 1 });
      const news = new Set<string>();
      for (const { alert, channels, content } of alerts) {
        if (known.has(alert.key)) continue;
        known.add(alert.key);
        const { key, occurredAt, liveKey: topic } = alert;
        const latest = topic === null ? undefined : topics.get(topic);
        const showsOrWillShow =
          latest === undefined ? 0 : latest.revision - (latest.content === content ? 0 : 1);
        const addedTo = new Set<string>();
        for (const addressee of channels) {
          const { channelId } = addressee;
          if (isDisplayed(addressee, topic) || addedTo.has(channelId)) continue;
          addedTo.add(channelId);
          lastPosition += 1;
          const to = queue(channelId);
          if (to.abandoned) continue;
          const urgent = alert.topic === 'auction_ending' && !waits(channelId, topic, () => true);
          const isBid = alert.topic === 'auction_bid';
          to.waiting.push({
            ...{ key, occurredAt, topic, showsOrWillShow, position: lastPosition },
            ...{ isBid, urgent, alone: topic !== null },
          });
          to.waiting = inOrder(to.waiting);
          news.add(channelId);
        }
      }
      for (const [topic] of changed) {
        for (const [channelId, { liveMessages }] of queues) {
          if (liveMessages.some((liveMessage) => liveMessage.topic === topic)) news.add(channelId);
        }
      }
      return [...news];
    },
    begin(channelId, count, layout) {
      const of = queue(channelId);
      of.post = { deliveries: of.waiting.splice(0, count), attempts: 1, state: 'sending', layout };
    },
    retry(channelId, newWindow, layout) {
      const { post } = queue(channelId);
      if (post === null) return;
      post.attempts = newWindow ? 1 : post.attempts + 1;
      post.state = 'sending';
      post.layout = layout;
    },
    sent(channelId, hasId) {
      const of = queue(channelId);
      const layout = of.post?.layout;
      const [first, ...others] = removePost(of);
      if (first === undefined || first.topic === null || others.length > 0) return;
      if (first.isBid && of.liveMessages.some(({ topic }) => topic === first.topic)) return;
      if (hasId && layout === 'card')
        of.liveMessages.push({ key: first.key, topic: first.topic, showsOrWillShow: first.showsOrWillShow });
    },
    dead(channelId) {
      removePost(queue(channelId));
    },
    markAmbiguous(channelId) {
      const { post } = queue(channelId);
      if (post !== null) post.state = 'ambiguous';
    },
    release(channelId, { notBefore, alone }) {
      const of = queue(channelId);
      const back = removePost(of).map((one) => ({ ...one, alone: one.alone || alone }));
      of.waiting = of.abandoned ? [] : inOrder([...of.waiting, ...back]);
      of.notBefore = notBefore;
    },
    expire(channelId, occurredBefore) {
      const of = queue(channelId);
      const kept = of.waiting.filter(
        (one) => one.occurredAt >= occurredBefore || isSummarised(channelId, one),
      );
      const expired = of.waiting.length - kept.length;
      of.waiting = kept;
      return expired;
    },
    summarise(channelId) {
      const of = queue(channelId);
      for (const delivery of of.waiting) delivery.urgent = false;
      of.waiting = inOrder(of.waiting);
      of.summarisedUpTo = Math.max(of.summarisedUpTo, ...of.waiting.map(({ position }) => position));
    },
    displayAll(channelId) {
      for (const liveMessage of queue(channelId).liveMessages)
        liveMessage.showsOrWillShow = revisionOf(liveMessage.topic);
    },
    abandonStale(channelId) {
      const of = queue(channelId);
      of.liveMessages = of.liveMessages.filter(
        ({ topic, showsOrWillShow }) => showsOrWillShow >= revisionOf(topic),
      );
    },
    stop(channelId, state) {
      queue(channelId).state = state;
    },
    addRule(channelId) {
      Object.assign(queue(channelId), { state: 'open', hasRule: true, abandoned: false });
    },
    removeRule(channelId) {
      const of = queue(channelId);
      if (!of.hasRule) return;
      of.hasRule = false;
      of.abandoned = true;
      of.waiting = [];
    },
    recover() {
      for (const { post } of queues.values()) if (post !== null) post.state = 'ambiguous';
    },
  };
}
