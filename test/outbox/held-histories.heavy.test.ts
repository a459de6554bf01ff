import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newSubscription, saleAlert } from '../support/build-alert.ts';
import type { Behaviour } from '../support/model-channel.ts';
import { cases } from '../support/thorough.ts';
import { CHANNEL, createScenario, type Scenario } from './scenario.ts';

const MINUTE = 60_000;

const fault = fc.constantFrom<Behaviour>(
  'accept',
  'lose the answer',
  'lose the answer',
  'fail before accepting',
  'fail before accepting',
  'rate limit',
  'no connection',
  'take permission away',
  'crash before the request',
  'crash after accepting',
);
const step = fc.oneof(
  fc.record({ type: fc.constant('sales' as const), count: fc.integer({ min: 1, max: 3 }) }),
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.constantFrom(5_000, 70_000) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('faults' as const),
      faults: fc.array(fault, { minLength: 1, maxLength: 8 }),
    }),
  },
  fc.record({
    type: fc.constant('reading' as const),
    reading: fc.constantFrom('readable' as const, 'unreadable' as const, 'crowded' as const),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('hold' as const),
      fault: fc.constantFrom<Behaviour>('lose the answer', 'fail before accepting', 'crash after accepting'),
      reading: fc.constantFrom('unreadable' as const, 'crowded' as const),
    }),
  },
  fc.record({ type: fc.constant('answer' as const) }),
  fc.record({ type: fc.constant('resume' as const) }),
  fc.record({ type: fc.constant('restart' as const) }),
);

/** It is said to be absent, posted anew, and its process cannot write down how that try ended. */
const MEANT_TO_BE_POSTED_AND_NOT_SEEN_TO_END: (typeof step extends fc.Arbitrary<infer Step>
  ? Step
  : never)[] = [
  {
    type: 'faults',
    faults: [
      'crash before the request',
      'take permission away',
      'crash after accepting',
      'take permission away',
      'accept',
    ],
  },
  { type: 'hold', fault: 'lose the answer', reading: 'unreadable' },
];

/** Says of the message that holds the channel what is so, where one does. */
async function answer({ store, channel, choose }: Scenario): Promise<void> {
  for (const { postId, alerts } of await store.heldPosts([CHANNEL])) {
    const isThere = channel.messages.some(({ keys }) => keys[0] === alerts[0]?.key);
    await store.resolveHeldPost(newSubscription(CHANNEL).guildId, postId, isThere ? 'posted' : 'absent');
  }
  await choose({});
}

/** On a busy machine; alone it takes some seconds. */
const TIMEOUT_MS = 120_000;

it(
  'whatever happens to processes, requests and the right to read: a message that holds its channel is overtaken by none, and every alert is posted once and in order when people say what is so',
  async () => {
    let held = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30, size: 'max' }), async (steps) => {
        await using scenario = await createScenario();
        const { channel, clock, store } = scenario;
        await scenario.reopen();
        const due: string[] = [];
        let overtaking = 0;
        for (const next of steps) {
          const before = await store.heldPosts([CHANNEL]);
          const requests = channel.requests.length;
          if (next.type === 'sales') {
            const sales = Array.from({ length: next.count }, (_, place) => saleAlert(due.length + place + 1));
            due.push(...sales.map(({ key }) => key));
            await scenario.enqueue(...sales);
          }
          if (next.type === 'wait') await clock.advance(next.ms);
          if (next.type === 'restart') await scenario.restart();
          if (next.type === 'hold') {
            channel.plan(next.fault, ...Array<Behaviour>(8).fill('fail before accepting'));
            channel.setReadBack(next.reading);
            const sale = saleAlert(due.length + 1);
            due.push(sale.key);
            await scenario.enqueue(sale);
            await clock.advance(2 * MINUTE);
          }
          if (before.length > 0) overtaking += channel.requests.length - requests;
          if (next.type === 'faults') channel.plan(...next.faults);
          if (next.type === 'reading') channel.setReadBack(next.reading);
          if (next.type === 'answer') await answer(scenario);
          if (next.type === 'resume') await scenario.reopen();
          held += before.length;
        }
        for (let permit = 0; permit < 30; permit += 1) {
          await answer(scenario);
          await scenario.reopen();
          await clock.advance(2 * MINUTE);
        }
        expect(overtaking).toBe(0);
        expect(channel.postedKeys()).toEqual(due);
        expect(await store.heldPosts([CHANNEL])).toEqual([]);
        expect(await store.channelsWithWork()).toEqual([]);
      }),
      { numRuns: cases(15, 60), examples: [[MEANT_TO_BE_POSTED_AND_NOT_SEEN_TO_END]] },
    );
    expect(held).toBeGreaterThan(20);
  },
  TIMEOUT_MS,
);
