import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { ruleFor } from '../samples.ts';
import type { StoreHarness } from './harness.ts';
import { createModel, type Model } from './model.ts';
import { CHANNELS, step, take } from './steps.ts';

/** The store shows what the model says, in every lane. */
async function expectSame(store: Store, model: Model): Promise<void> {
  const busy: string[] = [];
  for (const channel of CHANNELS) {
    const expected = model.lane(channel);
    const { state, notBefore, unsettled, pending } = await store.laneWork(channel, 1_000);
    expect({ state, notBefore }).toEqual({ state: expected.state, notBefore: expected.notBefore });
    expect(pending.map(({ alert, alone }) => [alert.key, alone])).toEqual(
      expected.waiting.map(({ key, alone }) => [key, alone]),
    );
    expect(
      unsettled && [unsettled.state, unsettled.attempts, unsettled.alerts.map((alert) => alert.key)],
    ).toEqual(
      expected.post && [
        expected.post.state,
        expected.post.attempts,
        expected.post.deliveries.map((one) => one.key),
      ],
    );
    const hasWork = expected.post !== null || expected.waiting.length > 0;
    if (hasWork && expected.state === 'open') busy.push(channel);
  }
  expect([...(await store.lanesWithWork())].sort()).toEqual(busy.sort());
}

/** Plays what is left to its end: opens every lane and sends all that the store still holds. Resolves to what was sent. */
async function drain(store: Store, channel: string): Promise<string[]> {
  const sent: string[] = [];
  await store.addSubscription(ruleFor(channel));
  for (;;) {
    const { unsettled, pending } = await store.laneWork(channel, 2);
    if (unsettled === null && pending.length === 0) return sent;
    const deliveryIds = pending.map(({ id }) => id);
    const post = unsettled ?? (await store.beginPost({ channelId: channel, deliveryIds, nonce: 'n', at: 1 }));
    sent.push(...post.alerts.map((alert) => alert.key));
    await store.markSent(post.id, { messageId: '1', at: 1 });
  }
}

/** Random sequences of verbs. */
export function describeStories(harness: StoreHarness): void {
  describe('any story of verbs', () => {
    it('loses no delivery, has none in two posts and keeps the order of every lane', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (story) => {
          await using place = await harness.createPlace();
          const model = createModel();
          let store = await place.open();
          try {
            for (const next of story) {
              if (next.verb === 'reopen' && harness.durable) {
                await store[Symbol.asyncDispose]();
                store = await place.open();
              }
              const answers = await take(next, store, model);
              expect(answers.store).toEqual(answers.model);
              await expectSame(store, model);
            }
            for (const channel of CHANNELS) {
              const { post, waiting } = model.lane(channel);
              const left = [...(post?.deliveries ?? []), ...waiting].map(({ key }) => key);
              expect(await drain(store, channel)).toEqual(left);
            }
          } finally {
            await store[Symbol.asyncDispose]();
          }
        }),
        { numRuns: harness.stories },
      );
    });
  });
}
