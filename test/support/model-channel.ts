import type { Alert } from '../../src/domain/alert.ts';
import type { Post } from '../../src/domain/delivery.ts';
import type { HeldReason } from '../../src/domain/held.ts';
import type { ReadBack, SendOutcome, TouchUpOutcome } from '../../src/domain/posting.ts';
import type { Clock, Notifier } from '../../src/pipeline/ports.ts';

/** What Discord does with one request to post, as far as a channel can tell. */
export type Behaviour =
  | 'accept'
  | 'lose the answer'
  | 'fail before accepting'
  | 'rate limit'
  | 'no connection'
  | 'refuse as invalid'
  | 'take permission away'
  | 'refuse the token'
  | 'crash before the request'
  | 'crash after accepting';

/** What it does with one request to edit or to publish. */
export type TouchUpBehaviour =
  | 'do'
  | 'do and lose the answer'
  | 'rate limit'
  | 'fail'
  | 'say that the message is gone'
  | 'take permission away'
  | 'crash before the request'
  | 'crash after doing it';

/** The process died: nothing after this line ran. */
class Crash extends Error {}

/** What is shown of an auction, to tell its states apart; `null` for what does not change. */
const shownOf = (alert: Alert): number | null => (alert.type === 'auction' ? alert.bidCount : null);

interface ModelMessage {
  readonly nonce: string;
  readonly at: number;
  readonly keys: readonly string[];
  readonly form: Post['form'];
  readonly pingRoleId: string | null;
  /** Of the topic that it shows, when it is alone in the message; changes with edits. */
  shows: number | null;
  /** That it is to go on showing; `null` for a bid beside a message that does. */
  readonly topic: string | null;
  /** When it was edited, epoch ms. */
  readonly edits: number[];
  published: boolean;
  gone: boolean;
}

/** Discord forgets nonces after "the past few minutes"; the model is as strict as the promise we rely on. */
const NONCE_MEMORY_MS = 60_000;
const RATE_LIMIT_MS = 1_500;

/** One channel of a Discord that behaves as told, request by request; without orders it accepts. */
export function createModelChannel(clock: Clock) {
  const messages: ModelMessage[] = [];
  const orders: Behaviour[] = [];
  const touchUpOrders: TouchUpBehaviour[] = [];
  const requests: string[] = [];
  const poison = new Set<string>();
  let reading: 'readable' | HeldReason = 'readable';

  function accept(post: Post): SendOutcome {
    const known = messages.findIndex(
      (message) => message.nonce === post.nonce && clock.now() - message.at < NONCE_MEMORY_MS,
    );
    if (known !== -1) return { type: 'sent', messageId: String(known + 1) };
    const [only, ...others] = post.alerts;
    const live = post.form === 'rich' && only !== undefined && others.length === 0 ? only : null;
    const topic = live?.topic ?? null;
    const isBeside =
      live?.kind === 'auction_bid' && messages.some((message) => message.topic === topic && !message.gone);
    messages.push({
      nonce: post.nonce,
      at: clock.now(),
      keys: post.alerts.map((alert) => alert.key),
      form: post.form,
      pingRoleId: post.pingRoleId,
      shows: live === null ? null : shownOf(live),
      topic: isBeside ? null : topic,
      edits: [],
      published: false,
      gone: false,
    });
    return { type: 'sent', messageId: String(messages.length) };
  }

  function touchUp(messageId: string, change: (message: ModelMessage) => void): TouchUpOutcome {
    const message = messages[Number(messageId) - 1];
    if (message === undefined) throw new Error(`There is no message ${messageId}.`);
    const behaviour = touchUpOrders.shift() ?? 'do';
    if (message.gone) return { type: 'impossible', detail: '404 10008' };
    switch (behaviour) {
      case 'do':
        change(message);
        return { type: 'done' };
      case 'do and lose the answer':
        change(message);
        return { type: 'later', retryAfterMs: null, detail: 'ECONNRESET' };
      case 'rate limit':
        return { type: 'later', retryAfterMs: RATE_LIMIT_MS, detail: '429' };
      case 'fail':
        return { type: 'later', retryAfterMs: null, detail: 'status 500' };
      case 'say that the message is gone':
        message.gone = true;
        return { type: 'impossible', detail: '404 10008' };
      case 'take permission away':
        return { type: 'stopped', state: 'paused', code: 50001, detail: '403 50001' };
      case 'crash before the request':
        throw new Crash();
      case 'crash after doing it':
        change(message);
        throw new Crash();
    }
  }

  const notifier: Notifier = {
    capacity: (_channelId, alerts) => Math.max(1, Math.min(10, alerts.length)),
    aheadMs: () => 0,
    async send(post) {
      requests.push('send');
      if (post.alerts.some(({ key }) => poison.has(key)))
        return { type: 'ambiguous', detail: 'status 500', serverError: true };
      const behaviour = orders.shift() ?? 'accept';
      switch (behaviour) {
        case 'accept':
          return accept(post);
        case 'lose the answer':
          accept(post);
          return { type: 'ambiguous', detail: 'ECONNRESET', serverError: false };
        case 'fail before accepting':
          return { type: 'ambiguous', detail: 'status 500', serverError: true };
        case 'rate limit':
          return { type: 'refused', retryAfterMs: RATE_LIMIT_MS, detail: '429' };
        case 'no connection':
          return { type: 'refused', retryAfterMs: null, detail: 'ECONNREFUSED' };
        case 'refuse as invalid':
          return { type: 'invalid', detail: '400 50035' };
        case 'take permission away':
          return { type: 'stopped', state: 'paused', code: 50013, detail: '403 50013' };
        case 'refuse the token':
          return { type: 'unauthorized' };
        case 'crash before the request':
          throw new Crash();
        case 'crash after accepting':
          accept(post);
          throw new Crash();
      }
    },
    async readBack(post): Promise<ReadBack> {
      if (reading !== 'readable') return { type: reading };
      const [first] = post.alerts;
      const found = messages.findIndex((message) => message.keys[0] === first?.key);
      return found === -1 ? { type: 'absent' } : { type: 'found', messageId: String(found + 1) };
    },
    async edit(_channelId, card) {
      requests.push('edit');
      return touchUp(card.messageId, (message) => {
        message.shows = shownOf(card.state);
        message.edits.push(clock.now());
      });
    },
    async redraw(post) {
      requests.push('edit');
      return touchUp(post.messageId, (message) => {
        message.edits.push(clock.now());
      });
    },
    async publish(_channelId, messageId) {
      requests.push('publish');
      return touchUp(messageId, (message) => {
        message.published = true;
      });
    },
  };

  return {
    notifier,
    messages: messages as readonly Readonly<ModelMessage>[],
    /** What was asked of Discord, in order. */
    requests: requests as readonly string[],
    /** What Discord does with the next requests to post, in order. */
    order: (...behaviours: readonly Behaviour[]) => orders.push(...behaviours),
    /** What it does with the next requests to edit or publish, in order. */
    orderTouchUps: (...behaviours: readonly TouchUpBehaviour[]) => touchUpOrders.push(...behaviours),
    /** Answers 500 to every message that tells of this alert, for ever. */
    poison: (key: string) => poison.add(key),
    /** What a look into the channel comes to from now on. */
    setReading: (wanted: 'readable' | HeldReason) => {
      reading = wanted;
    },
    /** The alerts told in the channel, in order, each as often as it was told. */
    told: () => messages.flatMap((message) => message.keys),
  };
}
