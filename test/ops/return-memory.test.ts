import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryReturn } from '../../src/ops/return-memory.ts';
import { silentLog } from '../support/silent-log.ts';

describe('returning memory after servers have arrived', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('collects once, a while after the last connection began to receive them', () => {
    const collect = vi.fn();
    const serversArrive = createMemoryReturn({ log: silentLog, collect });
    serversArrive();
    vi.advanceTimersByTime(10_000);
    serversArrive();
    vi.advanceTimersByTime(14_999);
    expect(collect).not.toHaveBeenCalled();

    vi.advanceTimersByTime(60_000);
    expect(collect.mock.calls).toEqual([[{ type: 'major', execution: 'sync', flavor: 'last-resort' }]]);
  });

  it('collects again when a connection begins anew', () => {
    const collect = vi.fn();
    const serversArrive = createMemoryReturn({ log: silentLog, collect });
    serversArrive();
    vi.advanceTimersByTime(60_000);
    serversArrive();
    vi.advanceTimersByTime(60_000);
    expect(collect).toHaveBeenCalledTimes(2);
  });

  it('does nothing where Node was started without its collector', () => {
    createMemoryReturn({ log: silentLog })();
    expect(vi.getTimerCount()).toBe(0);
  });
});
