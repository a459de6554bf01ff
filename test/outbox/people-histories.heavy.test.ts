import fc from 'fast-check';
import { expect, it } from 'vitest';
import { personTarget } from '#src/alerts/target.ts';
import type { OpenOutcome } from '#src/outbox/posting.ts';
import { saleAlert } from '../support/build-alert.ts';
import type { Behaviour } from '../support/model-channel.ts';
import { cases } from '../support/thorough.ts';
import { createScenario } from './scenario.ts';

const MINUTE_MS = 60_000;
/** More than are opened in a minute. */
const PEOPLE = Array.from({ length: 14 }, (_, number) => `7000000000000${10_000 + number}`);

/** What Discord does with a request to open direct messages. */
const openingFault = fc.constantFrom<OpenOutcome | 'crash after opening'>(
  { type: 'later', retryAfterMs: null, detail: 'status 500' },
  { type: 'later', retryAfterMs: 90_000, detail: 'rate limit' },
  { type: 'stopped', state: 'paused', code: 50_278, detail: '403' },
  'crash after opening',
);
const messageFault = fc.constantFrom<Behaviour>(
  'lose the answer',
  'fail before accepting',
  'rate limit',
  'no connection',
  'take permission away',
  'crash before the request',
  'crash after accepting',
);
const person = fc.constantFrom(...PEOPLE.slice(0, 4));

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('sale' as const), to: person }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 90_000 }) }),
  },
  fc.record({ type: fc.constant('sale to all' as const) }),
  fc.record({ type: fc.constant('openings' as const), faults: fc.array(openingFault, { maxLength: 4 }) }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('messages' as const),
      to: person,
      faults: fc.array(messageFault, { minLength: 1, maxLength: 4 }),
    }),
  },
  fc.record({ type: fc.constant('resume' as const), to: person }),
  fc.record({ type: fc.constant('restart' as const) }),
);

it('whatever happens to processes, openings and messages: every person who resumes gets what they watch, each once and in order, and no more than ten are opened in a minute', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const openings: { readonly userId: string; readonly at: number }[] = [];
      const planned: (OpenOutcome | 'crash after opening')[] = [];
      await using scenario = await createScenario({
        async openDirectMessage(userId) {
          openings.push({ userId, at: scenario.clock.now() });
          const plan = planned.shift();
          // The process ends before it hears of it: nothing is noted.
          if (plan === 'crash after opening') throw new Error('The process was killed.');
          return plan ?? { type: 'opened', channelId: `9${userId}` };
        },
      });
      await scenario.watch(...PEOPLE);
      const due = new Map<string, string[]>(PEOPLE.map((userId) => [userId, []]));
      let count = 0;

      async function sell(to: readonly string[]): Promise<void> {
        const alert = saleAlert((count += 1));
        for (const userId of to) due.get(userId)?.push(alert.key);
        await scenario.takeIn({ alerts: [alert], to: to.map(personTarget) });
      }

      for (const next of steps) {
        if (next.type === 'wait') await scenario.clock.advance(next.ms);
        if (next.type === 'restart') await scenario.restart();
        if (next.type === 'sale') await sell([next.to]);
        if (next.type === 'sale to all') await sell(PEOPLE);
        if (next.type === 'openings') planned.push(...next.faults);
        if (next.type === 'messages') scenario.channelOf(personTarget(next.to)).plan(...next.faults);
        if (next.type === 'resume') await scenario.resume(next.to);
      }
      // What Discord still refuses is refused soon, and resumed.
      for (let minute = 0; minute < 60; minute += 1) {
        await scenario.clock.advance(MINUTE_MS);
        if (minute % 3 === 0) await scenario.restart();
        for (const userId of PEOPLE) await scenario.resume(userId);
      }

      for (const [userId, keys] of due)
        expect(scenario.channelOf(personTarget(userId)).postedKeys()).toEqual(keys);
      for (const { at } of openings) {
        const within = openings.filter((other) => other.at >= at && other.at < at + MINUTE_MS);
        expect(new Set(within.map(({ userId }) => userId)).size).toBeLessThanOrEqual(10);
      }
    }),
    { numRuns: cases(12, 60) },
  );
}, 240_000);
