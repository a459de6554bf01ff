import * as fc from 'fast-check';
import type { AuctionAlert, MarketAlert } from '#src/alerts/alert.ts';
import type { Store } from '#src/store/open.ts';

import { auctionAlert } from '../../support/build-alert.ts';
import { GENERAL, ingestionOf, QUIET, ruleFor, SALES, sale, to } from '../samples.ts';
import type { Model, ModelAlert } from './model.ts';

/** The channels of the random sequences. */
export const CHANNELS = [GENERAL, SALES, QUIET];

const TOPICS = ['auction:A', 'auction:B'];

const channelId = fc.constantFrom(...CHANNELS);
const flag = fc.boolean();
/** The content of an auction: its number of bids. */
const content = fc.integer({ min: 0, max: 2 });

/** One random call. */
export const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      method: fc.constant('intake' as const),
      alerts: fc.array(
        fc.record({
          key: fc.integer({ min: 0, max: 30 }),
          occurredAt: fc.integer({ min: 0, max: 20 }),
          channels: fc.array(fc.record({ channelId, skipIfLive: flag }), { maxLength: 4 }),
          topic: fc.option(fc.constantFrom(...TOPICS)),
          ending: flag,
          content,
        }),
        { maxLength: 5 },
      ),
      states: fc.array(fc.tuple(fc.constantFrom(...TOPICS), content), { maxLength: 2 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      method: fc.constant('begin' as const),
      channelId,
      count: fc.integer({ min: 1, max: 4 }),
      layout: fc.constantFrom('card' as const, 'card' as const, 'summary' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      method: fc.constant('retry' as const),
      channelId,
      newWindow: flag,
      layout: fc.constantFrom('card' as const, 'card' as const, 'text' as const),
    }),
  },
  { weight: 6, arbitrary: fc.record({ method: fc.constant('sent' as const), channelId, hasId: flag }) },
  { weight: 1, arbitrary: fc.record({ method: fc.constant('dead' as const), channelId }) },
  {
    weight: 2,
    arbitrary: fc.record({
      method: fc.constantFrom('fold' as const, 'show' as const, 'letBe' as const),
      channelId,
    }),
  },
  { weight: 2, arbitrary: fc.record({ method: fc.constant('ambiguous' as const), channelId }) },
  {
    weight: 3,
    arbitrary: fc.record({
      method: fc.constant('release' as const),
      channelId,
      notBefore: fc.nat(99),
      alone: flag,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ method: fc.constant('expire' as const), channelId, before: fc.nat(20) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constant('stop' as const),
      channelId,
      state: fc.constantFrom('paused' as const, 'closed' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ method: fc.constantFrom('addRule' as const, 'removeRule' as const), channelId }),
  },
  { weight: 1, arbitrary: fc.record({ method: fc.constantFrom('recover' as const, 'reopen' as const) }) },
);

/** An auction with this number of bids; nothing else of it changes. */
function auctionWithBids(topic: string, bidCount: number): AuctionAlert {
  return auctionAlert({ liveKey: topic, bidCount, key: `state of ${topic}` });
}

function alertOf(given: {
  readonly key: number;
  readonly occurredAt: number;
  readonly channels: readonly { readonly channelId: string; readonly skipIfLive: boolean }[];
  readonly topic: string | null;
  readonly ending: boolean;
  readonly content: number;
}): ModelAlert {
  const { occurredAt, topic, content } = given;
  const key = `k${given.key}`;
  const kind = given.ending ? 'auction_ending' : 'auction_bid';
  const alert: MarketAlert =
    topic === null
      ? sale(key, { occurredAt })
      : { ...auctionWithBids(topic, content), key, topic: kind, occurredAt };
  return { alert, channels: given.channels.map((one) => to(one.channelId, one)), content };
}

/** Edits every stale message, as the delivery does. */
export async function displayAll(channelId: string, store: Store): Promise<void> {
  for (;;) {
    const { staleLiveMessages } = await store.channelWork(channelId, 1);
    if (staleLiveMessages.length === 0) return;
    for (const { deliveryId, revision } of staleLiveMessages) await store.markDisplayed(deliveryId, revision);
  }
}

/** Abandons every stale message: the store does not list the others. */
async function abandonStale(channelId: string, store: Store, model: Model): Promise<void> {
  for (;;) {
    const { staleLiveMessages } = await store.channelWork(channelId, 1);
    if (staleLiveMessages.length === 0) break;
    for (const { deliveryId } of staleLiveMessages) await store.abandonLiveMessage(deliveryId);
  }
  model.abandonStale(channelId);
}

export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function postIdOf(store: Store, channel: string): Promise<number | null> {
  return (await store.channelWork(channel, 1)).unsettled?.id ?? null;
}

/** The results of the same step in the store and in the model; `null` for calls without a result. */
export interface StepResult {
  readonly store: unknown;
  readonly model: unknown;
}

const NO_RESULT: StepResult = { store: null, model: null };

/** Runs one step in the store and in the model. Steps that are not allowed in the current state are skipped. */
export async function runStep(next: Step, store: Store, model: Model): Promise<StepResult> {
  switch (next.method) {
    case 'intake': {
      const alerts = next.alerts.map(alertOf);
      const states = new Map(next.states);
      const topics = [...states].map(([key, bids]) => ({ key, state: auctionWithBids(key, bids) }));
      const news = await store.ingest(ingestionOf(alerts, { topics }));
      return { store: [...news].sort(), model: [...model.ingest(alerts, states)].sort() };
    }
    case 'begin': {
      const { state, post } = model.queue(next.channelId);
      const { pending } = await store.channelWork(next.channelId, next.count);
      if (state !== 'open' || post !== null || pending.length === 0) return NO_RESULT;
      const { channelId, layout } = next;
      const deliveryIds = pending.map(({ id }) => id);
      await store.startPost({ channelId, deliveryIds, nonce: 'n', at: 1, layout, pingRoleIds: [] });
      model.begin(channelId, next.count, layout);
      return NO_RESULT;
    }
    case 'fold':
      await store.summariseWaiting(next.channelId, { includeUrgent: true });
      model.summarise(next.channelId);
      return NO_RESULT;
    case 'show':
      await displayAll(next.channelId, store);
      model.displayAll(next.channelId);
      return NO_RESULT;
    case 'letBe':
      await abandonStale(next.channelId, store, model);
      return NO_RESULT;
    case 'expire':
      return {
        store: await store.expire(next.channelId, next.before),
        model: model.expire(next.channelId, next.before),
      };
    case 'stop':
      await store.stopQueue(next.channelId, { state: next.state, code: 50_001 });
      model.stop(next.channelId, next.state);
      return NO_RESULT;
    case 'addRule':
      await store.addSubscription(ruleFor(next.channelId));
      model.addRule(next.channelId);
      return NO_RESULT;
    case 'removeRule': {
      const rules = await store.allSubscriptions();
      const rule = rules.find((one) => one.channelId === next.channelId);
      if (rule !== undefined) await store.removeSubscription(rule.guildId, rule.id);
      model.removeRule(next.channelId);
      return NO_RESULT;
    }
    case 'recover':
    case 'reopen':
      await store.recover();
      model.recover();
      return NO_RESULT;
    default: {
      const postId = await postIdOf(store, next.channelId);
      if (postId !== null) await runPostStep(next, postId, store, model);
      return NO_RESULT;
    }
  }
}

type PostStep = Extract<Step, { method: 'retry' | 'sent' | 'dead' | 'ambiguous' | 'release' }>;

async function runPostStep(next: PostStep, postId: number, store: Store, model: Model): Promise<void> {
  switch (next.method) {
    case 'retry': {
      const { layout, newWindow } = next;
      await store.retryPost(postId, { at: 2, newWindow, layout });
      return model.retry(next.channelId, newWindow, layout);
    }
    case 'sent':
      await store.markSent(postId, { messageId: next.hasId ? '1' : null, at: 3, publish: false });
      return model.sent(next.channelId, next.hasId);
    case 'dead':
      await store.markDead(postId, 'refused');
      return model.dead(next.channelId);
    case 'ambiguous':
      await store.markAmbiguous(postId);
      return model.markAmbiguous(next.channelId);
    case 'release':
      await store.release(postId, next);
      return model.release(next.channelId, next);
  }
}
