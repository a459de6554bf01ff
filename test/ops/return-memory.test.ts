import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryReturn } from '#src/ops/return-memory.ts';
import { silentLog } from '../support/silent-log.ts';

const MIB = 2 ** 20;
const RETURNED = [{ type: 'major', execution: 'sync', flavor: 'last-resort' }];
const COLLECTED = [{ type: 'major', execution: 'sync' }];

/** A heap of which 50 MiB are used; its collector leaves as much. */
function createScene() {
  let mib = 60;
  const collect = vi.fn(async () => {
    mib = 50;
  });
  const heap = { collect, size: () => mib * MIB, used: () => 50 * MIB };
  return {
    memory: createMemoryReturn({ log: silentLog, heap }),
    collections: (): readonly unknown[] => collect.mock.calls,
    /** The heap grows by a MiB every 10 ms. */
    growFor(ms: number): void {
      for (let passed = 0; passed < ms; passed += 10) {
        mib += 1;
        vi.advanceTimersByTime(10);
      }
    },
  };
}

describe('returning memory after servers have arrived', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('collects once, a while after the last server', () => {
    const { memory, collections } = createScene();
    memory.start();
    for (let server = 0; server < 5; server += 1) {
      vi.advanceTimersByTime(10_000);
      memory.received();
    }
    vi.advanceTimersByTime(14_999);
    expect(collections()).toEqual([]);

    vi.advanceTimersByTime(60_000);
    expect(collections()).toEqual([RETURNED]);
  });

  it('collects before the heap is much larger than what is used, and no longer afterwards', () => {
    const { memory, collections, growFor } = createScene();
    memory.start();
    growFor(600);
    expect(collections()).toEqual([]);
    growFor(400);
    expect(collections()).toEqual([COLLECTED]);
    growFor(750);
    expect(collections()).toEqual([COLLECTED, COLLECTED]);

    vi.advanceTimersByTime(60_000);
    growFor(5_000);
    expect(collections().slice(2)).toEqual([RETURNED]);
  });

  it('collects again for a new connection, but not for a single server', () => {
    const { memory, collections } = createScene();
    memory.start();
    vi.advanceTimersByTime(60_000);
    memory.received();
    vi.advanceTimersByTime(60_000);
    expect(collections()).toHaveLength(1);
    memory.start();
    vi.advanceTimersByTime(60_000);
    expect(collections()).toHaveLength(2);
  });

  it('does nothing where Node was started without its collector', () => {
    const memory = createMemoryReturn({ log: silentLog });
    memory.start();
    memory.received();
    expect(vi.getTimerCount()).toBe(0);
  });
});
