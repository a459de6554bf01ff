import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../../sandbox/discord/gateway/session.ts';
import { createLimiter } from '../../../sandbox/discord/rate-limits/limiter.ts';
import { rateLimitsWith } from '../../../sandbox/discord/rate-limits/settings.ts';

const REQUEST = { routeKey: 'POST /x', major: '1', caller: 'bot', countsGlobally: false };

const limits = fc.record({
  limit: fc.integer({ min: 1, max: 6 }),
  windowMs: fc.integer({ min: 1, max: 5_000 }),
});
const pauses = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 60 });

/** The times at which requests pass a limiter of one route, given the pauses before each. */
function passing(limit: { limit: number; windowMs: number }, pausesMs: readonly number[], waits: boolean) {
  let at = 0;
  const limiter = createLimiter(() => at, rateLimitsWith({ otherwise: limit }));
  const passed: number[] = [];
  let refused = 0;
  for (const pause of pausesMs) {
    at += pause;
    let verdict = limiter.checkLimit(REQUEST);
    if (verdict.refused !== null && waits) {
      at += verdict.refused.retryAfterMs;
      verdict = limiter.checkLimit(REQUEST);
    }
    if (verdict.refused === null) {
      passed.push(at);
    } else {
      refused += 1;
    }
  }
  return { passed, refused };
}

describe('a rate limit', () => {
  it('allows at most twice its limit in any interval as long as its window', () => {
    fc.assert(
      fc.property(limits, pauses, (limit, pausesMs) => {
        const { passed } = passing(limit, pausesMs, false);
        const most = passed.map(
          (start) => passed.filter((at) => at >= start && at < start + limit.windowMs).length,
        );

        expect(Math.max(...most)).toBeLessThanOrEqual(2 * limit.limit);
      }),
    );
  });

  it('allows every request that waited for its retry_after', () => {
    fc.assert(
      fc.property(limits, pauses, (limit, pausesMs) => {
        expect(passing(limit, pausesMs, true).refused).toBe(0);
      }),
    );
  });
});

describe('a session', () => {
  it('delivers every event once and in order over any number of drops and resumes', () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.constant('event') },
      { weight: 1, arbitrary: fc.constant('drop') },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const session = createSession({ id: 's', applicationId: 'a', intents: 1, shard: null });
        const received: number[] = [];
        const listen = (): void => {
          for (const { s } of session.since(received.at(-1) ?? 0) ?? []) {
            received.push(s);
          }
          session.send = ({ s }) => received.push(s);
        };
        for (const [index, what] of steps.entries()) {
          if (what === 'event') {
            session.deliver('EVENT', index);
          } else if (session.send === null) {
            listen();
          } else {
            session.send = null;
          }
        }
        listen();

        expect(received).toEqual(
          Array.from({ length: steps.filter((what) => what === 'event').length }, (_, i) => i + 1),
        );
      }),
    );
  });

  it('keeps its last 2,000 events for a resume', () => {
    const session = createSession({ id: 's', applicationId: 'a', intents: 1, shard: null });
    for (let index = 0; index < 2_001; index += 1) {
      session.deliver('EVENT', index);
    }

    expect(session.since(0)).toBeNull();
    expect(session.since(1)).toHaveLength(2_000);
  });
});
