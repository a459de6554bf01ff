import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StaleCard } from '../../../src/domain/topic.ts';
import type { Store } from '../../../src/store/store.ts';
import { begin, ruleFor } from '../samples.ts';
import type { StoreHarness } from './harness.ts';
import { createModel, type Model } from './model.ts';
import { CHANNELS, showAll, step, take } from './steps.ts';

/** The store shows what the model says, in every lane. */
async function expectSame(store: Store, model: Model): Promise<void> {
  const busy: string[] = [];
  for (const channel of CHANNELS) {
    const expected = model.lane(channel);
    const work = await store.laneWork(channel, 1_000);
    const { state, notBefore, unsettled, pending } = work;
    expect({ state, notBefore }).toEqual({ state: expected.state, notBefore: expected.notBefore });
    expect(pending.map(({ alert, alone, folded }) => [alert.key, alone, folded])).toEqual(
      expected.waiting.map((one) => [one.key, one.alone, model.isFolded(channel, one)]),
    );
    const { waiting, toFold } = await store.laneWork(channel, 1);
    expect([waiting, toFold]).toEqual([
      expected.waiting.length,
      expected.waiting.filter((one) => model.isFolded(channel, one)).length,
    ]);
    expect(
      unsettled && [
        unsettled.state,
        unsettled.form,
        unsettled.attempts,
        unsettled.alerts.map((alert) => alert.key),
      ],
    ).toEqual(
      expected.post && [
        expected.post.state,
        expected.post.form,
        expected.post.attempts,
        expected.post.deliveries.map((one) => one.key),
      ],
    );
    const stale = model.staleCards(channel);
    expectCards(work.staleCards, stale, model);
    const hasWork = expected.post !== null || expected.waiting.length > 0 || stale.length > 0;
    if (hasWork && expected.state === 'open') busy.push(channel);
  }
  expect([...(await store.lanesWithWork())].sort()).toEqual(busy.sort());
}

/** A look at a lane shows some of its stale messages, each once and with the latest state. */
function expectCards(
  shown: readonly StaleCard[],
  stale: readonly { readonly key: string; readonly topic: string }[],
  model: Model,
): void {
  const keys = stale.map(({ key }) => key);
  const shownKeys = shown.map(({ alertKey }) => alertKey);
  expect(new Set(shownKeys).size).toBe(shownKeys.length);
  expect(shownKeys.length > 0).toBe(keys.length > 0);
  expect(shownKeys.filter((key) => !keys.includes(key))).toEqual([]);
  if (keys.length <= 5) expect(shownKeys.toSorted()).toEqual(keys.toSorted());
  for (const { state } of shown) {
    expect(state.type === 'auction' && state.bidCount).toBe(model.said(state.topic ?? ''));
  }
}

/** Plays what is left to its end: opens every lane and sends all that the store still holds. Resolves to what was sent. */
async function drain(store: Store, channel: string): Promise<string[]> {
  const sent: string[] = [];
  await store.addSubscription(ruleFor(channel));
  for (;;) {
    const { unsettled, pending } = await store.laneWork(channel, 2);
    if (unsettled === null && pending.length === 0) return sent;
    const post = unsettled ?? (await begin(store, channel, 2));
    sent.push(...post.alerts.map((alert) => alert.key));
    await store.markSent(post.id, { messageId: '1', at: 1, publish: false });
  }
}

/** Random sequences of verbs. */
export function describeStories(harness: StoreHarness): void {
  describe('any story of verbs', () => {
    it('loses no delivery, has none in two posts, keeps the order of every lane and brings live messages up to date', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (story) => {
          await using place = await harness.createPlace();
          const model = createModel();
          let store = await place.open(() => 5_000_000);
          try {
            for (const next of story) {
              if (next.verb === 'reopen' && harness.durable) {
                await store[Symbol.asyncDispose]();
                store = await place.open(() => 5_000_000);
              }
              const answers = await take(next, store, model);
              expect(answers.store).toEqual(answers.model);
              await expectSame(store, model);
            }
            for (const channel of CHANNELS) {
              const { post, waiting } = model.lane(channel);
              const left = [...(post?.deliveries ?? []), ...waiting].map(({ key }) => key);
              expect(await drain(store, channel)).toEqual(left);
              await showAll(channel, store);
            }
            expect(await store.lanesWithWork()).toEqual([]);
          } finally {
            await store[Symbol.asyncDispose]();
          }
        }),
        { numRuns: harness.stories },
      );
    });
  });
}
