import * as fc from 'fast-check';
import type { AuctionAlert, MarketAlert } from '../../../src/domain/alert.ts';
import type { Store } from '../../../src/store/store.ts';
import { auctionAlert } from '../../support/build-alert.ts';
import { GENERAL, intakeOf, QUIET, ruleFor, SALES, sale, to } from '../samples.ts';
import type { Model, ModelAlert } from './model.ts';

/** The channels that stories play in. */
export const CHANNELS = [GENERAL, SALES, QUIET];

const TOPICS = ['auction:A', 'auction:B'];

const channelId = fc.constantFrom(...CHANNELS);
const flag = fc.boolean();
/** What an auction can say of itself: its number of bids. */
const says = fc.integer({ min: 0, max: 2 });

/** One call of a verb, chosen at random. */
export const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      verb: fc.constant('intake' as const),
      alerts: fc.array(
        fc.record({
          key: fc.integer({ min: 0, max: 30 }),
          occurredAt: fc.integer({ min: 0, max: 20 }),
          channels: fc.array(fc.record({ channelId, unlessShown: flag }), { maxLength: 4 }),
          topic: fc.option(fc.constantFrom(...TOPICS)),
          ending: flag,
          says,
        }),
        { maxLength: 5 },
      ),
      states: fc.array(fc.tuple(fc.constantFrom(...TOPICS), says), { maxLength: 2 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      verb: fc.constant('begin' as const),
      channelId,
      count: fc.integer({ min: 1, max: 4 }),
      form: fc.constantFrom('rich' as const, 'rich' as const, 'digest' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      verb: fc.constant('retry' as const),
      channelId,
      newWindow: flag,
      form: fc.constantFrom('rich' as const, 'rich' as const, 'plain' as const),
    }),
  },
  { weight: 6, arbitrary: fc.record({ verb: fc.constant('sent' as const), channelId, hasId: flag }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('dead' as const), channelId }) },
  {
    weight: 2,
    arbitrary: fc.record({
      verb: fc.constantFrom('fold' as const, 'show' as const, 'letBe' as const),
      channelId,
    }),
  },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('ambiguous' as const), channelId }) },
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constant('release' as const),
      channelId,
      notBefore: fc.nat(99),
      alone: flag,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ verb: fc.constant('expire' as const), channelId, before: fc.nat(20) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      verb: fc.constant('stop' as const),
      channelId,
      state: fc.constantFrom('paused' as const, 'closed' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ verb: fc.constantFrom('addRule' as const, 'removeRule' as const), channelId }),
  },
  { weight: 1, arbitrary: fc.record({ verb: fc.constantFrom('recover' as const, 'reopen' as const) }) },
);

/** An auction that says so much of itself; nothing else of it ever changes. */
function auctionSaying(topic: string, bidCount: number): AuctionAlert {
  return auctionAlert({ topic, bidCount, key: `state of ${topic}` });
}

function alertOf(given: {
  readonly key: number;
  readonly occurredAt: number;
  readonly channels: readonly { readonly channelId: string; readonly unlessShown: boolean }[];
  readonly topic: string | null;
  readonly ending: boolean;
  readonly says: number;
}): ModelAlert {
  const { occurredAt, topic, says } = given;
  const key = `k${given.key}`;
  const kind = given.ending ? 'auction_ending' : 'auction_bid';
  const alert: MarketAlert =
    topic === null ? sale(key, { occurredAt }) : { ...auctionSaying(topic, says), key, kind, occurredAt };
  return { alert, channels: given.channels.map((one) => to(one.channelId, one)), says };
}

/** Edits every message that is stale, as the lane does. */
export async function showAll(channelId: string, store: Store): Promise<void> {
  for (;;) {
    const { staleCards } = await store.laneWork(channelId, 1);
    if (staleCards.length === 0) return;
    for (const { deliveryId, revision } of staleCards) await store.markShown(deliveryId, revision);
  }
}

/** Lets every message be that is stale: the others cannot be found by what the store shows. */
async function letBe(channelId: string, store: Store, model: Model): Promise<void> {
  for (;;) {
    const { staleCards } = await store.laneWork(channelId, 1);
    if (staleCards.length === 0) break;
    for (const { deliveryId } of staleCards) await store.letCardBe(deliveryId);
  }
  model.letBe(channelId);
}

export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function postIdOf(store: Store, channel: string): Promise<number | null> {
  return (await store.laneWork(channel, 1)).unsettled?.id ?? null;
}

/** What the two worlds answered to the same step; `null` for verbs without an answer. */
export interface Answers {
  readonly store: unknown;
  readonly model: unknown;
}

const NO_ANSWER: Answers = { store: null, model: null };

/** Takes one step in both worlds. Steps that no caller may take here are passed over. */
export async function take(next: Step, store: Store, model: Model): Promise<Answers> {
  switch (next.verb) {
    case 'intake': {
      const alerts = next.alerts.map(alertOf);
      const states = new Map(next.states);
      const topics = [...states].map(([key, bids]) => ({ key, state: auctionSaying(key, bids) }));
      const news = await store.intake(intakeOf(alerts, { topics }));
      return { store: [...news].sort(), model: [...model.intake(alerts, states)].sort() };
    }
    case 'begin': {
      const { state, post } = model.lane(next.channelId);
      const { pending } = await store.laneWork(next.channelId, next.count);
      if (state !== 'open' || post !== null || pending.length === 0) return NO_ANSWER;
      const { channelId, form } = next;
      const deliveryIds = pending.map(({ id }) => id);
      await store.beginPost({ channelId, deliveryIds, nonce: 'n', at: 1, form, pingRoleId: null });
      model.begin(channelId, next.count, form);
      return NO_ANSWER;
    }
    case 'fold':
      await store.foldWaiting(next.channelId, { urgentToo: true });
      model.fold(next.channelId);
      return NO_ANSWER;
    case 'show':
      await showAll(next.channelId, store);
      model.showAll(next.channelId);
      return NO_ANSWER;
    case 'letBe':
      await letBe(next.channelId, store, model);
      return NO_ANSWER;
    case 'expire':
      return {
        store: await store.expire(next.channelId, next.before),
        model: model.expire(next.channelId, next.before),
      };
    case 'stop':
      await store.stopLane(next.channelId, { state: next.state, code: 50_001 });
      model.stop(next.channelId, next.state);
      return NO_ANSWER;
    case 'addRule':
      await store.addSubscription(ruleFor(next.channelId));
      model.addRule(next.channelId);
      return NO_ANSWER;
    case 'removeRule': {
      const rules = await store.allSubscriptions();
      const rule = rules.find((one) => one.channelId === next.channelId);
      if (rule !== undefined) await store.removeSubscription(rule.guildId, rule.id);
      model.removeRule(next.channelId);
      return NO_ANSWER;
    }
    case 'recover':
    case 'reopen':
      await store.recover();
      model.recover();
      return NO_ANSWER;
    default: {
      const postId = await postIdOf(store, next.channelId);
      if (postId !== null) await takeWithPost(next, postId, store, model);
      return NO_ANSWER;
    }
  }
}

type PostStep = Extract<Step, { verb: 'retry' | 'sent' | 'dead' | 'ambiguous' | 'release' }>;

async function takeWithPost(next: PostStep, postId: number, store: Store, model: Model): Promise<void> {
  switch (next.verb) {
    case 'retry': {
      const { form, newWindow } = next;
      await store.retryPost(postId, { at: 2, newWindow, form });
      return model.retry(next.channelId, newWindow, form);
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
