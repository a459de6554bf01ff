import { describe, expect, it } from 'vitest';
import { createOpenings } from '#src/outbox/openings.ts';
import type { OpenOutcome } from '#src/outbox/posting.ts';
import type { PeopleStore } from '#src/store/people.ts';

import { createManualClock } from '../support/manual-clock.ts';

type Claim = Awaited<ReturnType<PeopleStore['claimOpening']>>;

/** People whose direct messages are opened, with permits that a test grants, and planned claims. */
function createDoor() {
  const clock = createManualClock();
  const stopping = new AbortController();
  const opened: string[] = [];
  const claims: Claim[] = [];
  const permits: (() => void)[] = [];
  const failing = new Set<string>();
  const open = createOpenings({
    people: { claimOpening: async () => claims.shift() ?? { type: 'granted' } },
    notifier: {
      async openDirectMessage(userId): Promise<OpenOutcome> {
        if (failing.has(userId)) throw new Error('no memory');
        opened.push(userId);
        return { type: 'opened', channelId: `9${userId}` };
      },
    },
    permits() {
      const { promise, resolve } = Promise.withResolvers<void>();
      permits.push(resolve);
      return { granted: promise, isGranted: () => false, prioritise: () => undefined };
    },
    clock,
    signal: stopping.signal,
  });
  return {
    clock,
    stopping,
    open: (userId: string) => open(userId).outcome,
    start: open,
    opened: opened as readonly string[],
    claims,
    failing,
    /** How many permits were asked for. */
    asked: () => permits.length,
    /** Grants those that were asked for until now. */
    async grant() {
      for (const grant of permits) grant();
      await clock.advance(0);
    },
  };
}

describe('opening direct messages', () => {
  it('is done one after the other, so that only one waits for its turn', async () => {
    const door = createDoor();
    const both = Promise.all([door.open('1'), door.open('2')]);
    await door.clock.advance(0);
    expect(door.asked()).toBe(1);
    await door.grant();
    await door.grant();
    expect(await both).toEqual([
      { type: 'opened', channelId: '91' },
      { type: 'opened', channelId: '92' },
    ]);
  });

  it('goes before the others when a message waits for it, also after it was asked for', async () => {
    const door = createDoor();
    const [first, second, third] = [door.start('1'), door.start('2'), door.start('3')];
    third.prioritise();
    await door.clock.advance(0);
    for (let grants = 0; grants < 3; grants += 1) await door.grant();
    await Promise.all([first, second, third].map(({ outcome }) => outcome));
    expect(door.opened).toEqual(['3', '1', '2']);
  });

  it('waits for its turn, and asks for another permit then', async () => {
    const door = createDoor();
    door.claims.push({ type: 'later', at: door.clock.now() + 5_000 });
    const outcome = door.open('1');
    await door.clock.advance(0);
    await door.grant();
    await door.clock.advance(4_999);
    expect(door.asked()).toBe(1);
    await door.clock.advance(1);
    expect(door.asked()).toBe(2);
    await door.grant();
    expect(await outcome).toMatchObject({ type: 'opened' });
  });

  it('does not ask without a pause where the clocks of store and queue disagree', async () => {
    const door = createDoor();
    door.claims.push({ type: 'later', at: door.clock.now() - 5_000 });
    void door.open('1');
    await door.clock.advance(0);
    await door.grant();
    await door.clock.advance(99);
    expect(door.asked()).toBe(1);
    await door.clock.advance(1);
    expect(door.asked()).toBe(2);
  });

  it('is left out for somebody who was forgotten meanwhile', async () => {
    const door = createDoor();
    door.claims.push({ type: 'unknown' });
    const outcome = door.open('1');
    await door.clock.advance(0);
    await door.grant();
    expect(await outcome).toBeNull();
    expect(door.opened).toEqual([]);
  });

  it('goes on with the next after one that failed', async () => {
    const door = createDoor();
    door.failing.add('1');
    const opened = Promise.allSettled([door.open('1')]);
    const next = door.open('2');
    await door.clock.advance(0);
    await door.grant();
    expect(await opened).toMatchObject([{ reason: { message: expect.stringContaining('no memory') } }]);
    await door.grant();
    expect(await next).toEqual({ type: 'opened', channelId: '92' });
  });

  it('ends on shutdown without a request', async () => {
    const door = createDoor();
    const outcomes = Promise.all([door.open('1'), door.open('2')]);
    await door.clock.advance(0);
    door.stopping.abort();
    await door.grant();
    expect(await outcomes).toEqual([null, null]);
    expect(door.opened).toEqual([]);
    expect(door.asked()).toBe(1);
  });
});
