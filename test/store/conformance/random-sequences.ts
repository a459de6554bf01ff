import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StaleLiveMessage } from '#src/store/model/live-state.ts';
import type { Store } from '#src/store/open.ts';

import { begin, ruleFor } from '../samples.ts';
import type { StoreHarness } from './harness.ts';
import { createModel, type Model } from './model.ts';
import { CHANNELS, displayAll, runStep, step } from './steps.ts';

/** The store agrees with the model in every channel queue. */
async function expectSame(store: Store, model: Model): Promise<void> {
  const busy: string[] = [];
  for (const channel of CHANNELS) {
    const expected = model.queue(channel);
    const work = await store.channelWork(channel, 1_000);
    const { state, notBefore, unsettled, pending } = work;
    expect({ state, notBefore }).toEqual({ state: expected.state, notBefore: expected.notBefore });
    expect(pending.map(({ alert, alone, summarised }) => [alert.key, alone, summarised])).toEqual(
      expected.waiting.map((one) => [one.key, one.alone, model.isSummarised(channel, one)]),
    );
    const { waiting, toSummarise } = await store.channelWork(channel, 1);
    expect([waiting, toSummarise]).toEqual([
      expected.waiting.length,
      expected.waiting.filter((one) => model.isSummarised(channel, one)).length,
    ]);
    expect(
      unsettled && [
        unsettled.state,
        unsettled.layout,
        unsettled.attempts,
        unsettled.alerts.map((alert) => alert.key),
      ],
    ).toEqual(
      expected.post && [
        expected.post.state,
        expected.post.layout,
        expected.post.attempts,
        expected.post.deliveries.map((one) => one.key),
      ],
    );
    const stale = model.staleLiveMessages(channel);
    expectCards(work.staleLiveMessages, stale, model);
    const hasWork = expected.post !== null || expected.waiting.length > 0 || stale.length > 0;
    if (hasWork && expected.state === 'open') busy.push(channel);
  }
  expect([...(await store.channelsWithWork())].sort()).toEqual(busy.sort());
}

/** The work of a queue contains some of its stale messages, each once and with the latest state. */
function expectCards(
  shown: readonly StaleLiveMessage[],
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
    expect(state.kind === 'auction' && state.bidCount).toBe(model.latestContent(state.liveKey ?? ''));
  }
}

/** Opens every queue and sends everything that is pending. Resolves to what was sent. */
async function drain(store: Store, channel: string): Promise<string[]> {
  const sent: string[] = [];
  await store.addSubscription(ruleFor(channel));
  for (;;) {
    const { unsettled, pending } = await store.channelWork(channel, 2);
    if (unsettled === null && pending.length === 0) return sent;
    const post = unsettled ?? (await begin(store, channel, 2));
    sent.push(...post.alerts.map((alert) => alert.key));
    await store.markSent(post.id, { messageId: '1', at: 1, publish: false });
  }
}

/** Random sequences of calls. */
export function describeRandomSequences(harness: StoreHarness): void {
  describe('any sequence of calls', () => {
    it('loses no delivery, has none in two posts, keeps the order of every queue and updates live messages', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (history) => {
          await using place = await harness.createLocation();
          const model = createModel();
          let store = await place.open(() => 5_000_000);
          try {
            for (const next of history) {
              if (next.method === 'reopen' && harness.durable) {
                await store[Symbol.asyncDispose]();
                store = await place.open(() => 5_000_000);
              }
              const answers = await runStep(next, store, model);
              expect(answers.store).toEqual(answers.model);
              await expectSame(store, model);
            }
            for (const channel of CHANNELS) {
              const { post, waiting } = model.queue(channel);
              const left = [...(post?.deliveries ?? []), ...waiting].map(({ key }) => key);
              expect(await drain(store, channel)).toEqual(left);
              await displayAll(channel, store);
            }
            expect(await store.channelsWithWork()).toEqual([]);
          } finally {
            await store[Symbol.asyncDispose]();
          }
        }),
        { numRuns: harness.randomSequences },
      );
    });
  });
}
