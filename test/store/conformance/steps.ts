import * as fc from 'fast-check';
import type { Store } from '../../../src/store/store.ts';
import { GENERAL, intakeOf, QUIET, ruleFor, SALES, sale } from '../samples.ts';
import type { Model } from './model.ts';

/** The channels that stories play in. */
export const CHANNELS = [GENERAL, SALES, QUIET];

const channelId = fc.constantFrom(...CHANNELS);
const flag = fc.boolean();

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
          channelIds: fc.array(channelId, { maxLength: 4 }),
        }),
        { maxLength: 5 },
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      verb: fc.constant('begin' as const),
      channelId,
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('retry' as const), channelId, newWindow: flag }) },
  { weight: 5, arbitrary: fc.record({ verb: fc.constantFrom('sent' as const, 'dead' as const), channelId }) },
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
      const alerts = next.alerts.map(({ key, occurredAt, channelIds }) => ({
        alert: sale(`k${key}`, { occurredAt }),
        channelIds,
      }));
      return { store: await store.intake(intakeOf(alerts)), model: model.intake(alerts) };
    }
    case 'begin': {
      const { state, post } = model.lane(next.channelId);
      const { pending } = await store.laneWork(next.channelId, next.count);
      if (state !== 'open' || post !== null || pending.length === 0) return NO_ANSWER;
      const deliveryIds = pending.map(({ id }) => id);
      await store.beginPost({ channelId: next.channelId, deliveryIds, nonce: 'n', at: 1 });
      model.begin(next.channelId, next.count);
      return NO_ANSWER;
    }
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
    case 'retry':
      await store.retryPost(postId, { at: 2, newWindow: next.newWindow, form: 'rich' });
      return model.retry(next.channelId, next.newWindow);
    case 'sent':
      await store.markSent(postId, { messageId: '1', at: 3 });
      return model.settle(next.channelId, 'sent');
    case 'dead':
      await store.markDead(postId, 'refused');
      return model.settle(next.channelId, 'dead');
    case 'ambiguous':
      await store.markAmbiguous(postId);
      return model.markAmbiguous(next.channelId);
    case 'release':
      await store.release(postId, next);
      return model.release(next.channelId, next);
  }
}
