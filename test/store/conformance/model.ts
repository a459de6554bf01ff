import type { AddressedAlert } from '../../../src/domain/intake.ts';
import type { LaneState } from '../../../src/domain/lane.ts';

interface ModelDelivery {
  readonly key: string;
  readonly occurredAt: number;
  /** The place in the lane. */
  readonly turn: number;
  alone: boolean;
}

interface ModelLane {
  state: LaneState;
  notBefore: number;
  hasRule: boolean;
  abandoned: boolean;
  waiting: ModelDelivery[];
  post: {
    readonly deliveries: readonly ModelDelivery[];
    attempts: number;
    state: 'sending' | 'ambiguous';
  } | null;
  /** Keys with how they ended, in the order of ending. */
  readonly ended: (readonly [key: string, end: 'sent' | 'dead' | 'expired' | 'dropped'])[];
}

/** The store's contract in plain memory, as short as it can be told. It takes only calls that the store must take. */
export interface Model {
  readonly lanes: ReadonlyMap<string, ModelLane>;
  lane(channelId: string): ModelLane;
  intake(alerts: readonly AddressedAlert[]): readonly string[];
  begin(channelId: string, count: number): void;
  retry(channelId: string, newWindow: boolean): void;
  settle(channelId: string, end: 'sent' | 'dead'): void;
  markAmbiguous(channelId: string): void;
  release(channelId: string, release: { readonly notBefore: number; readonly alone: boolean }): void;
  expire(channelId: string, occurredBefore: number): number;
  stop(channelId: string, state: 'paused' | 'closed'): void;
  addRule(channelId: string): void;
  removeRule(channelId: string): void;
  recover(): void;
}

export function createModel(): Model {
  const lanes = new Map<string, ModelLane>();
  const known = new Set<string>();
  let turns = 0;

  function lane(channelId: string): ModelLane {
    const found = lanes.get(channelId);
    if (found !== undefined) return found;
    const fresh: ModelLane = {
      state: 'open',
      notBefore: 0,
      hasRule: false,
      abandoned: false,
      waiting: [],
      post: null,
      ended: [],
    };
    lanes.set(channelId, fresh);
    return fresh;
  }

  function takePost(of: ModelLane): readonly ModelDelivery[] {
    const deliveries = of.post?.deliveries ?? [];
    of.post = null;
    return deliveries;
  }

  function drop(from: ModelLane): void {
    from.ended.push(...from.waiting.map(({ key }) => [key, 'dropped'] as const));
    from.waiting = [];
  }

  return {
    lanes,
    lane,
    intake(alerts) {
      const news = new Set<string>();
      for (const { alert, channelIds } of alerts) {
        if (known.has(alert.key)) continue;
        known.add(alert.key);
        for (const channelId of new Set(channelIds)) {
          const to = lane(channelId);
          turns += 1;
          to.waiting.push({ key: alert.key, occurredAt: alert.occurredAt, turn: turns, alone: false });
          if (to.abandoned) drop(to);
          else news.add(channelId);
        }
      }
      return [...news];
    },
    begin(channelId, count) {
      const of = lane(channelId);
      of.post = { deliveries: of.waiting.splice(0, count), attempts: 1, state: 'sending' };
    },
    retry(channelId, newWindow) {
      const { post } = lane(channelId);
      if (post === null) return;
      post.attempts = newWindow ? 1 : post.attempts + 1;
      post.state = 'sending';
    },
    settle(channelId, end) {
      const of = lane(channelId);
      of.ended.push(...takePost(of).map(({ key }) => [key, end] as const));
    },
    markAmbiguous(channelId) {
      const { post } = lane(channelId);
      if (post !== null) post.state = 'ambiguous';
    },
    release(channelId, { notBefore, alone }) {
      const of = lane(channelId);
      const back = takePost(of).map((one) => ({ ...one, alone: one.alone || alone }));
      of.waiting = [...of.waiting, ...back].sort((one, other) => one.turn - other.turn);
      of.notBefore = notBefore;
      if (of.abandoned) drop(of);
    },
    expire(channelId, occurredBefore) {
      const of = lane(channelId);
      const old = of.waiting.filter((one) => one.occurredAt < occurredBefore);
      of.waiting = of.waiting.filter((one) => one.occurredAt >= occurredBefore);
      of.ended.push(...old.map(({ key }) => [key, 'expired'] as const));
      return old.length;
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
      drop(of);
    },
    recover() {
      for (const { post } of lanes.values()) if (post !== null) post.state = 'ambiguous';
    },
  };
}
