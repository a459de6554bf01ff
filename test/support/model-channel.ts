import type { Alert } from '#src/alerts/alert.ts';
import type { Clock } from '#src/chain/clock.ts';
import type { Notifier } from '#src/outbox/notifier.ts';
import type { EditOutcome, ReadBack, SendOutcome } from '#src/outbox/posting.ts';
import type { Post } from '#src/store/model/delivery.ts';
import type { HeldReason } from '#src/store/model/held.ts';
import { WITHOUT_CHARTS } from './no-charts.ts';
import { OPEN_TO_ALL } from './open-direct-messages.ts';

/** How the model responds to one create message request. */
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

/** How it responds to one edit or crosspost request. */
export type EditBehaviour =
  | 'do'
  | 'do and lose the answer'
  | 'rate limit'
  | 'fail'
  | 'say that the message is gone'
  | 'take permission away'
  | 'crash before the request'
  | 'crash after doing it';

/** Stands for a killed process: no code after it runs. */
class Crash extends Error {}

/** The bid count of an auction, which identifies its state; `null` for alerts that never change. */
const displayedBidCount = (alert: Alert): number | null => (alert.kind === 'auction' ? alert.bidCount : null);

interface ModelMessage {
  readonly nonce: string;
  readonly at: number;
  readonly keys: readonly string[];
  readonly layout: Post['layout'];
  readonly pingRoleIds: readonly string[];
  readonly isSilent: boolean;
  /** State of the topic shown, when the message has one alert; edits change it. */
  displayed: number | null;
  /** The message that it follows; `null` if it is the first live message of its topic. */
  readonly cardMessageId: string | null;
  /** The topic that a live message follows; `null` for a bid or a coming end posted beside a live message. */
  readonly topic: string | null;
  /** When it was edited, epoch ms. */
  readonly edits: number[];
  published: boolean;
  gone: boolean;
}

/** Discord documents the nonce window as "the past few minutes"; the bot relies on 60 s, so the model keeps no more. */
const NONCE_WINDOW_MS = 60_000;
const RATE_LIMIT_MS = 1_500;
const SERVER_ERROR: SendOutcome = { type: 'ambiguous', detail: 'status 500', serverError: true };

/** What becomes of a search; `no list`: only the list of messages fails. */
type ModelReading = 'readable' | 'no list' | 'no answer' | HeldReason;

/**
 * A model of one Discord channel with planned responses; without a plan it accepts every request.
 * @param nonceKeptMs how long it recognises a nonce
 */
export function createModelChannel(clock: Pick<Clock, 'now'>, nonceKeptMs = NONCE_WINDOW_MS) {
  const messages: ModelMessage[] = [];
  const planned: Behaviour[] = [];
  const plannedEdits: EditBehaviour[] = [];
  const requests: string[] = [];
  const poison = new Map<string, SendOutcome>();
  let refusal: SendOutcome | null = null;
  const fixed = new Set<string>();
  let readBackResult: ModelReading = 'readable';

  function accept(post: Post): SendOutcome {
    const known = messages.findIndex(
      (message) => message.nonce === post.nonce && clock.now() - message.at < nonceKeptMs,
    );
    if (known !== -1) return { type: 'sent', messageId: String(known + 1) };
    const [only, ...others] = post.alerts;
    const live = post.layout === 'card' && only !== undefined && others.length === 0 ? only : null;
    const topic = live?.liveKey ?? null;
    const isSeparateMessage =
      (live?.topic === 'auction_bid' || live?.topic === 'auction_ending') &&
      messages.some((message) => message.topic === topic && !message.gone);
    messages.push({
      nonce: post.nonce,
      at: clock.now(),
      keys: post.alerts.map((alert) => alert.key),
      layout: post.layout,
      cardMessageId: post.cardMessageId ?? null,
      pingRoleIds: post.pingRoleIds,
      isSilent: post.isSilent === true,
      displayed: live === null ? null : displayedBidCount(live),
      topic: isSeparateMessage ? null : topic,
      edits: [],
      published: false,
      gone: false,
    });
    return { type: 'sent', messageId: String(messages.length) };
  }

  function applyEdit(messageId: string, change: (message: ModelMessage) => void): EditOutcome {
    const message = messages[Number(messageId) - 1];
    if (message === undefined) throw new Error(`There is no message ${messageId}.`);
    const behaviour = fixed.has(messageId) ? 'fail' : (plannedEdits.shift() ?? 'do');
    if (message.gone) return { type: 'impossible', detail: '404 10008' };
    switch (behaviour) {
      case 'do':
        change(message);
        return { type: 'done' };
      case 'do and lose the answer':
        change(message);
        return { type: 'later', retryAfterMs: null, detail: 'ECONNRESET', serverError: false };
      case 'rate limit':
        return { type: 'later', retryAfterMs: RATE_LIMIT_MS, detail: '429', serverError: false };
      case 'fail':
        return { type: 'later', retryAfterMs: null, detail: 'status 500', serverError: true };
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
    ...WITHOUT_CHARTS,
    ...OPEN_TO_ALL,
    clockOffsetMs: () => 0,
    async send(post) {
      requests.push('send');
      if (refusal !== null) return refusal;
      const poisoned = post.alerts.flatMap(({ key }) => poison.get(key) ?? []);
      if (poisoned[0] !== undefined) return poisoned[0];
      const behaviour = planned.shift() ?? 'accept';
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
      if (readBackResult === 'no list' || readBackResult === 'no answer')
        return { type: 'unavailable', detail: 'status 500', isListOnly: readBackResult === 'no list' };
      if (readBackResult !== 'readable') return { type: readBackResult };
      const [first] = post.alerts;
      const found = messages.findIndex((message) => message.keys[0] === first?.key);
      return found === -1 ? { type: 'absent' } : { type: 'found', messageId: String(found + 1) };
    },
    async edit({ messageId, isLive, alerts: [state] }) {
      requests.push('edit');
      return applyEdit(messageId, (message) => {
        if (isLive && state !== undefined) message.displayed = displayedBidCount(state);
        message.edits.push(clock.now());
      });
    },
    async publish(_channelId, messageId) {
      requests.push('publish');
      return applyEdit(messageId, (message) => {
        message.published = true;
      });
    },
  };

  return {
    notifier,
    messages: messages as readonly Readonly<ModelMessage>[],
    /** The requests so far, in order. */
    requests: requests as readonly string[],
    /** Plans the responses to the next create message requests, in order. */
    plan: (...behaviours: readonly Behaviour[]) => planned.push(...behaviours),
    /** Plans the responses to the next edit or crosspost requests, in order. */
    planEdits: (...behaviours: readonly EditBehaviour[]) => plannedEdits.push(...behaviours),
    /** Responds to every message that contains this alert in this way, permanently. */
    poison: (key: string, outcome: SendOutcome = SERVER_ERROR) => void poison.set(key, outcome),
    /** No alert is responded to permanently any more. */
    heal: () => poison.clear(),
    /** Responds in this way to every message from now on; `null`: as planned. */
    refuseAll(outcome: SendOutcome | null): void {
      refusal = outcome;
    },
    /** Responds with 500 to every edit of this message, permanently. */
    failEditsOf: (messageId: string) => fixed.add(messageId),
    /** Sets the result of reading the channel back. */
    setReadBack: (wanted: ModelReading) => {
      readBackResult = wanted;
    },
    /** Keys of the alerts posted in the channel, in order, including duplicates. */
    postedKeys: () => messages.flatMap((message) => message.keys),
  };
}
