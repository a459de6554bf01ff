import type { AddressedAlert, Addressee } from '../../../src/domain/intake.ts';
import type { LaneState } from '../../../src/domain/lane.ts';

interface ModelDelivery {
  readonly key: string;
  readonly occurredAt: number;
  readonly topic: string | null;
  /** The revision of its topic that it shows. */
  readonly shows: number;
  /** The place in the lane. */
  readonly turn: number;
  readonly isBid: boolean;
  urgent: boolean;
  alone: boolean;
}

interface ModelCard {
  readonly key: string;
  readonly topic: string;
  shows: number;
}

interface ModelLane {
  state: LaneState;
  notBefore: number;
  hasRule: boolean;
  abandoned: boolean;
  foldMark: number;
  waiting: ModelDelivery[];
  post: {
    readonly deliveries: readonly ModelDelivery[];
    attempts: number;
    state: 'sending' | 'ambiguous';
    form: 'rich' | 'plain' | 'digest';
  } | null;
  cards: ModelCard[];
}

/** An alert with what it says of its topic, as a number: equal numbers look the same. */
export interface ModelAlert extends AddressedAlert {
  readonly says: number;
}

/** The store's contract in plain memory, as short as it can be told. It takes only calls that the store must take. */
export interface Model {
  lane(channelId: string): ModelLane;
  isFolded(channelId: string, delivery: ModelDelivery): boolean;
  staleCards(channelId: string): readonly ModelCard[];
  /** What a topic says now. */
  said(topic: string): number | undefined;
  intake(alerts: readonly ModelAlert[], topics: ReadonlyMap<string, number>): readonly string[];
  begin(channelId: string, count: number, form: 'rich' | 'digest'): void;
  retry(channelId: string, newWindow: boolean, form: 'rich' | 'plain'): void;
  sent(channelId: string, hasId: boolean): void;
  dead(channelId: string): void;
  markAmbiguous(channelId: string): void;
  release(channelId: string, release: { readonly notBefore: number; readonly alone: boolean }): void;
  expire(channelId: string, occurredBefore: number): number;
  fold(channelId: string): void;
  showAll(channelId: string): void;
  /** Lets the stale messages be. */
  letBe(channelId: string): void;
  stop(channelId: string, state: 'paused' | 'closed'): void;
  addRule(channelId: string): void;
  removeRule(channelId: string): void;
  recover(): void;
}

function inOrder(deliveries: readonly ModelDelivery[]): ModelDelivery[] {
  return deliveries.toSorted((one, other) =>
    one.urgent === other.urgent ? one.turn - other.turn : Number(other.urgent) - Number(one.urgent),
  );
}

export function createModel(): Model {
  const lanes = new Map<string, ModelLane>();
  const known = new Set<string>();
  const topics = new Map<string, { readonly says: number; readonly revision: number }>();
  let turns = 0;

  function lane(channelId: string): ModelLane {
    const found = lanes.get(channelId);
    if (found !== undefined) return found;
    const fresh: ModelLane = {
      state: 'open',
      notBefore: 0,
      hasRule: false,
      abandoned: false,
      foldMark: 0,
      waiting: [],
      post: null,
      cards: [],
    };
    lanes.set(channelId, fresh);
    return fresh;
  }

  function takePost(of: ModelLane): readonly ModelDelivery[] {
    const deliveries = of.post?.deliveries ?? [];
    of.post = null;
    return deliveries;
  }

  function waits(channelId: string, topic: string | null, underWay: (form: string) => boolean): boolean {
    const { waiting, post } = lane(channelId);
    const posting = post !== null && underWay(post.form) ? post.deliveries : [];
    return topic !== null && [...waiting, ...posting].some((one) => one.topic === topic);
  }

  function isShown({ channelId, unlessShown }: Addressee, topic: string | null): boolean {
    if (!unlessShown || topic === null) return false;
    const coming = waits(channelId, topic, (form) => form === 'rich');
    return coming || lane(channelId).cards.some((card) => card.topic === topic);
  }

  const revisionOf = (topic: string) => topics.get(topic)?.revision ?? 0;

  const isFolded = (channelId: string, { urgent, turn }: ModelDelivery) =>
    !urgent && turn <= lane(channelId).foldMark;

  return {
    lane,
    isFolded,
    staleCards: (channelId) => lane(channelId).cards.filter(({ topic, shows }) => shows < revisionOf(topic)),
    said: (topic) => topics.get(topic)?.says,
    intake(alerts, states) {
      const changed = [...states].filter(([topic, says]) => topics.get(topic)?.says !== says);
      for (const [topic, says] of changed) topics.set(topic, { says, revision: revisionOf(topic) + 1 });
      const news = new Set<string>();
      for (const { alert, channels, says } of alerts) {
        if (known.has(alert.key)) continue;
        known.add(alert.key);
        const { key, occurredAt, topic } = alert;
        const latest = topic === null ? undefined : topics.get(topic);
        const shows = latest === undefined ? 0 : latest.revision - (latest.says === says ? 0 : 1);
        const mine = new Set<string>();
        for (const addressee of channels) {
          const { channelId } = addressee;
          if (isShown(addressee, topic) || mine.has(channelId)) continue;
          mine.add(channelId);
          turns += 1;
          const to = lane(channelId);
          if (to.abandoned) continue;
          const urgent = alert.kind === 'auction_ending' && !waits(channelId, topic, () => true);
          const isBid = alert.kind === 'auction_bid';
          to.waiting.push({
            ...{ key, occurredAt, topic, shows, turn: turns },
            ...{ isBid, urgent, alone: topic !== null },
          });
          to.waiting = inOrder(to.waiting);
          news.add(channelId);
        }
      }
      for (const [topic] of changed) {
        for (const [channelId, { cards }] of lanes) {
          if (cards.some((card) => card.topic === topic)) news.add(channelId);
        }
      }
      return [...news];
    },
    begin(channelId, count, form) {
      const of = lane(channelId);
      of.post = { deliveries: of.waiting.splice(0, count), attempts: 1, state: 'sending', form };
    },
    retry(channelId, newWindow, form) {
      const { post } = lane(channelId);
      if (post === null) return;
      post.attempts = newWindow ? 1 : post.attempts + 1;
      post.state = 'sending';
      post.form = form;
    },
    sent(channelId, hasId) {
      const of = lane(channelId);
      const form = of.post?.form;
      const [first, ...others] = takePost(of);
      if (first === undefined || first.topic === null || others.length > 0) return;
      if (first.isBid && of.cards.some(({ topic }) => topic === first.topic)) return;
      if (hasId && form === 'rich') of.cards.push({ key: first.key, topic: first.topic, shows: first.shows });
    },
    dead(channelId) {
      takePost(lane(channelId));
    },
    markAmbiguous(channelId) {
      const { post } = lane(channelId);
      if (post !== null) post.state = 'ambiguous';
    },
    release(channelId, { notBefore, alone }) {
      const of = lane(channelId);
      const back = takePost(of).map((one) => ({ ...one, alone: one.alone || alone }));
      of.waiting = of.abandoned ? [] : inOrder([...of.waiting, ...back]);
      of.notBefore = notBefore;
    },
    expire(channelId, occurredBefore) {
      const of = lane(channelId);
      const kept = of.waiting.filter((one) => one.occurredAt >= occurredBefore || isFolded(channelId, one));
      const expired = of.waiting.length - kept.length;
      of.waiting = kept;
      return expired;
    },
    fold(channelId) {
      const of = lane(channelId);
      for (const delivery of of.waiting) delivery.urgent = false;
      of.waiting = inOrder(of.waiting);
      of.foldMark = Math.max(of.foldMark, ...of.waiting.map(({ turn }) => turn));
    },
    showAll(channelId) {
      for (const card of lane(channelId).cards) card.shows = revisionOf(card.topic);
    },
    letBe(channelId) {
      const of = lane(channelId);
      of.cards = of.cards.filter(({ topic, shows }) => shows >= revisionOf(topic));
    },
    stop(channelId, state) {
      lane(channelId).state = state;
    },
    addRule(channelId) {
      Object.assign(lane(channelId), { state: 'open', hasRule: true, abandoned: false });
    },
    removeRule(channelId) {
      const of = lane(channelId);
      if (!of.hasRule) return;
      of.hasRule = false;
      of.abandoned = true;
      of.waiting = [];
    },
    recover() {
      for (const { post } of lanes.values()) if (post !== null) post.state = 'ambiguous';
    },
  };
}
