import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createServerClock } from '#src/marketplace/server-clock.ts';
import { saleRecord } from './activity-samples.ts';
import { json, startStub } from './stub-marketplace.ts';

const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

/** Answers of a server that is `ahead` ms ahead, each `took` ms under way; its `Date` has whole seconds. */
function startClocks() {
  /** `set` is by how much the wall clock was set since. */
  const ours = { now: START, set: 0 };
  const clock = createServerClock({ now: () => ours.now + ours.set, monotonic: () => ours.now });
  const answer = (ahead: number, took = 40, headers: Record<string, string> = {}) => {
    const askedAt = ours.now;
    const date = new Date(askedAt + Math.floor(took / 2) + ahead).toUTCString();
    ours.now += took;
    clock.learn({ headers: { date, ...headers }, askedAt, answeredAt: ours.now });
  };
  /** From the true time. */
  const apart = () => clock.now() - ours.now;
  return { ours, clock, answer, apart };
}

describe('the marketplace’s clock', () => {
  it('is the local clock until an answer has another time', () => {
    const { apart, answer, clock, ours } = startClocks();
    expect(apart()).toBe(0);
    clock.learn({ headers: {}, askedAt: ours.now, answeredAt: ours.now });
    answer(0, 40, { date: 'yesterday' });
    expect(apart()).toBe(0);
  });

  it('is the local clock when the answers agree with it', () => {
    const { apart, answer, ours } = startClocks();
    for (let number = 0; number < 20; number += 1) {
      ours.now += 15_137;
      answer(0, 10 + number);
    }
    expect(apart()).toBe(0);
  });

  it('is right to a second and the duration of a request, however far apart they are', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -5 * HOUR, max: 5 * HOUR }),
        fc.array(
          fc.record({ pause: fc.integer({ min: 1, max: 60_000 }), took: fc.integer({ min: 0, max: 900 }) }),
          {
            minLength: 1,
            maxLength: 10,
          },
        ),
        (ahead, answers) => {
          const { apart, answer, ours } = startClocks();
          for (const { pause, took } of answers) {
            ours.now += pause;
            answer(ahead, took);
            expect(Math.abs(apart() - ahead)).toBeLessThanOrEqual(1_000 + took);
          }
        },
      ),
    );
  });

  it('is estimated again when a clock was changed', () => {
    const { apart, answer, ours } = startClocks();
    answer(0);
    ours.now += 7 * HOUR;
    answer(-5 * HOUR);
    expect(Math.abs(apart() + 5 * HOUR)).toBeLessThanOrEqual(1_040);
    answer(0);
    expect(apart()).toBe(0);
  });

  it.each([8 * HOUR, -8 * HOUR, 60_000])('stays right when the local clock is set by %s ms', (ms) => {
    const { apart, answer, ours } = startClocks();
    answer(0);
    ours.set = ms;
    expect(Math.abs(apart())).toBeLessThanOrEqual(1_040);
    ours.now += 10_000;
    answer(0);
    expect(Math.abs(apart())).toBeLessThanOrEqual(1_040);
    ours.set = 0;
    expect(apart()).toBe(0);
  });

  it('adds the age of a cached answer', () => {
    const { apart, answer } = startClocks();
    answer(-300_000, 40, { age: '300' });
    expect(apart()).toBe(0);
  });

  it('is ignored when it is off by more than six hours', () => {
    const { apart, answer } = startClocks();
    answer(-56 * 365 * 24 * HOUR);
    answer(40 * HOUR);
    expect(apart()).toBe(0);
  });

  it('is read from every answer, also from an error', async () => {
    await using stub = await startStub(
      (_request, response) => {
        json(response, {}, 503, { date: new Date(START + HOUR).toUTCString() });
      },
      { now: () => START },
    );
    await stub.client.collection('foxes').catch(() => undefined);
    expect(stub.client.marketNow() - START).toBe(HOUR);
  });

  it.each([
    ['the bot’s', 0, HOUR],
    ['the marketplace’s', HOUR, 0],
  ])(
    'decides with the other clock which times are in the future when %s is behind',
    async (_whose, ours, theirs) => {
      const at = (START + HOUR) / 1_000;
      await using stub = await startStub(
        (_request, response) => {
          const records = [saleRecord({ timestamp: at })];
          json(response, { activities: records }, 200, { date: new Date(START + theirs).toUTCString() });
        },
        { now: () => START + ours },
      );
      const { items } = await stub.client.activities({ limit: 10 });
      expect(items.map(({ timestamp }) => timestamp)).toEqual([at]);
    },
  );
});
