import type { QueueState } from '#src/store/model/channel-queue.ts';
import { HELD_CODES, type HeldReason, type HeldVerdict } from '#src/store/model/held.ts';
import type { Dump } from '../database/dump.ts';

interface ModelDelivery {
  readonly key: string;
  readonly position: number;
}

interface ModelQueue {
  state: QueueState;
  code: number | null;
  isAbandoned: boolean;
  /** Sales that wait, in the order in which they are to be posted. */
  waiting: readonly ModelDelivery[];
  /** Those of the message whose outcome is unknown. */
  posting: readonly ModelDelivery[] | null;
}

/** What the model says of a channel. */
export interface ModelView {
  readonly state: QueueState;
  readonly code: number | null;
  readonly waiting: readonly string[];
  readonly posting: readonly string[] | null;
  readonly rules: number;
}

/** An alert and the channels that it is for. */
export interface ModelAlert {
  readonly key: string;
  readonly channels: readonly string[];
}

/** The key of an alert. */
export function keyOf(dump: Dump, alertId: unknown): string {
  return String(dump['alerts']?.find(({ id }) => id === alertId)?.['key']);
}

/**
 * A store in a few lines: marks of what was read, rules, and the queues with the sales in them. Auctions and notices, whose place
 * depends on more, are left out; so is what a channel shows.
 */
export class Model {
  readonly seen = new Set<string>();
  /** The channel of each rule, by its number. */
  readonly rules = new Map<number, string>();
  readonly #queues = new Map<string, ModelQueue>();
  /** The channels that ever got a sale, by its key. */
  readonly #alerts = new Map<string, Set<string>>();
  #lastPosition = 0;

  #queue(channelId: string): ModelQueue {
    const found = this.#queues.get(channelId);
    if (found !== undefined) return found;
    const added: ModelQueue = { state: 'open', code: null, isAbandoned: false, waiting: [], posting: null };
    this.#queues.set(channelId, added);
    return added;
  }

  view(channelId: string): ModelView {
    const { state, code, waiting, posting } = this.#queue(channelId);
    return {
      state,
      code,
      waiting: waiting.map(({ key }) => key),
      posting: posting?.map(({ key }) => key) ?? null,
      rules: [...this.rules.values()].filter((one) => one === channelId).length,
    };
  }

  /** Adds the alert to those of its channels that never had it. */
  #deliver(key: string, channels: readonly string[]): void {
    const known = this.#alerts.get(key) ?? new Set();
    this.#alerts.set(key, known);
    for (const channelId of channels) {
      if (known.has(channelId)) continue;
      known.add(channelId);
      this.#lastPosition += 1;
      const queue = this.#queue(channelId);
      if (!queue.isAbandoned) queue.waiting = [...queue.waiting, { key, position: this.#lastPosition }];
    }
  }

  ingest(seen: readonly string[], alerts: readonly ModelAlert[]): void {
    for (const key of seen) this.seen.add(key);
    for (const { key, channels } of alerts) if (!this.#alerts.has(key)) this.#deliver(key, channels);
  }

  rebuild(key: string, channels: readonly string[], undecided: 'still' | 'decided'): void {
    if (!this.#alerts.has(key) && channels.length === 0 && undecided === 'decided') return;
    this.#deliver(key, channels);
    if (undecided === 'decided') this.forgetUnused(key);
  }

  /** An alert that no channel gets is deleted when it is decided. */
  forgetUnused(key: string): void {
    if (this.#alerts.get(key)?.size === 0) this.#alerts.delete(key);
  }

  begin(channelId: string, keys: readonly string[]): void {
    const queue = this.#queue(channelId);
    queue.posting = queue.waiting.filter(({ key }) => keys.includes(key));
    queue.waiting = queue.waiting.filter(({ key }) => !keys.includes(key));
  }

  settle(channelId: string): void {
    this.#queue(channelId).posting = null;
  }

  release(channelId: string): void {
    const queue = this.#queue(channelId);
    const back = queue.isAbandoned ? [] : [...queue.waiting, ...(queue.posting ?? [])];
    queue.waiting = back.toSorted((one, other) => one.position - other.position);
    queue.posting = null;
  }

  expire(channelId: string, keys: readonly string[]): void {
    const queue = this.#queue(channelId);
    queue.waiting = queue.waiting.filter(({ key }) => !keys.includes(key));
  }

  stop(channelId: string, state: 'paused' | 'closed', code: number): void {
    Object.assign(this.#queue(channelId), { state, code });
  }

  open(channelId: string): void {
    Object.assign(this.#queue(channelId), { state: 'open', code: null, isAbandoned: false });
  }

  retry(channelId: string): void {
    Object.assign(this.#queue(channelId), { state: 'open', code: null });
  }

  hold(channelId: string, reason: HeldReason): boolean {
    if (this.view(channelId).rules === 0) {
      this.settle(channelId);
      return false;
    }
    this.stop(channelId, 'paused', HELD_CODES[reason]);
    return true;
  }

  resolve(channelId: string, verdict: HeldVerdict): void {
    if (verdict === 'posted') this.settle(channelId);
    this.open(channelId);
  }

  isHeld(channelId: string): boolean {
    const { state, code } = this.#queue(channelId);
    return state === 'paused' && code !== null && Object.values(HELD_CODES).includes(code);
  }

  addRule(rule: number, channelId: string): void {
    this.rules.set(rule, channelId);
    this.open(channelId);
  }

  removeRules(removed: readonly number[]): void {
    const channels = new Set<string>();
    for (const rule of removed) {
      const channelId = this.rules.get(rule);
      if (channelId !== undefined) channels.add(channelId);
      this.rules.delete(rule);
    }
    for (const channelId of channels) if (this.view(channelId).rules === 0) this.abandon(channelId);
  }

  /** Nothing waits in the channel any more, and nobody decides about a message that holds it. */
  empty(channelId: string): void {
    const queue = this.#queue(channelId);
    if (this.isHeld(channelId)) queue.posting = null;
    queue.waiting = [];
  }

  /** It has no rules left. */
  abandon(channelId: string): void {
    for (const [rule, one] of this.rules) if (one === channelId) this.rules.delete(rule);
    this.empty(channelId);
    this.#queue(channelId).isAbandoned = true;
  }

  /** Nothing more is written for it. */
  refuse(channelId: string): void {
    this.#queue(channelId).isAbandoned = true;
  }

  /** Takes over what depends on notices or on the age of rows: the states of queues, and what is still stored. */
  adopt(dump: Dump): void {
    const stored = new Set((dump['alerts'] ?? []).map(({ key }) => key));
    for (const key of [...this.#alerts.keys()]) if (!stored.has(key)) this.#alerts.delete(key);
    for (const { channelId, state, problemCode } of dump['channelQueues'] ?? [])
      if (state === 'open' || state === 'paused' || state === 'closed')
        Object.assign(this.#queue(String(channelId)), { state, code: problemCode });
    const pending = new Set(
      (dump['deliveries'] ?? [])
        .filter(({ state }) => state === 'pending')
        .map(({ channelId, alertId }) => `${String(channelId)} ${keyOf(dump, alertId)}`),
    );
    for (const [channelId, queue] of this.#queues) {
      // What waited in a channel that was stopped for long has gone; elsewhere nothing may go.
      if (queue.state !== 'open')
        queue.waiting = queue.waiting.filter(({ key }) => pending.has(`${channelId} ${key}`));
    }
  }

  /** `adopt`, and the alerts of one channel that were stored for long: it may get them anew. */
  prune(dump: Dump): void {
    this.adopt(dump);
    const stored = new Set(
      (dump['deliveries'] ?? []).map(
        ({ channelId, alertId }) => `${String(channelId)} ${keyOf(dump, alertId)}`,
      ),
    );
    for (const [key, channels] of this.#alerts)
      for (const channelId of channels) if (!stored.has(`${channelId} ${key}`)) channels.delete(channelId);
  }
}
