import type { Post } from '../../src/domain/delivery.ts';
import type { ReadBack, SendOutcome } from '../../src/domain/posting.ts';
import type { Clock, Notifier } from '../../src/pipeline/ports.ts';

/** What Discord does with one request, as far as a channel can tell. */
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

/** The process died: nothing after this line ran. */
class Crash extends Error {}

interface ModelMessage {
  readonly nonce: string;
  readonly at: number;
  readonly keys: readonly string[];
  readonly form: Post['form'];
}

/** Discord forgets nonces after "the past few minutes"; the model is as strict as the promise we rely on. */
const NONCE_MEMORY_MS = 60_000;

/** One channel of a Discord that behaves as told, request by request; without orders it accepts. */
export function createModelChannel(clock: Clock) {
  const messages: ModelMessage[] = [];
  const orders: Behaviour[] = [];
  let readable = true;

  function accept(post: Post): SendOutcome {
    const repeated = messages.some(
      (message) => message.nonce === post.nonce && clock.now() - message.at < NONCE_MEMORY_MS,
    );
    if (!repeated) {
      const keys = post.alerts.map((alert) => alert.key);
      messages.push({ nonce: post.nonce, at: clock.now(), keys, form: post.form });
    }
    return { type: 'sent', messageId: String(messages.length) };
  }

  const notifier: Notifier = {
    capacity: (_channelId, alerts) => Math.max(1, Math.min(10, alerts.length)),
    async send(post) {
      const behaviour = orders.shift() ?? 'accept';
      switch (behaviour) {
        case 'accept':
          return accept(post);
        case 'lose the answer':
          accept(post);
          return { type: 'ambiguous', detail: 'ECONNRESET' };
        case 'fail before accepting':
          return { type: 'ambiguous', detail: 'status 500' };
        case 'rate limit':
          return { type: 'refused', retryAfterMs: 1_500, detail: '429' };
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
      if (!readable) return { type: 'unreadable' };
      const [first] = post.alerts;
      const found = messages.findIndex((message) => message.keys[0] === first?.key);
      return found === -1 ? { type: 'absent' } : { type: 'found', messageId: String(found + 1) };
    },
  };

  return {
    notifier,
    messages: messages as readonly ModelMessage[],
    /** What Discord does with the next requests, in order. */
    order: (...behaviours: readonly Behaviour[]) => orders.push(...behaviours),
    forbidReading: () => {
      readable = false;
    },
    /** The alerts told in the channel, in order, each as often as it was told. */
    told: () => messages.flatMap((message) => message.keys),
  };
}
