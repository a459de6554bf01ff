import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { startMarketplace } from '../../../sandbox/marketplace/marketplace.ts';
import { START_MS, start } from './support/start.ts';

describe('history', () => {
  it('is before the start, at speed 1, and fills the first pages', async () => {
    await using plain = await start({ startPaused: true });
    await using fast = await start({ startPaused: true, speed: 3600 });
    const records = plain.ledger.records();
    expect(records.length).toBeGreaterThan(400);
    expect(records.every((record) => record.history && record.timestamp * 1000 <= START_MS)).toBe(true);
    expect(records.every((record) => record.shownAtMs === START_MS)).toBe(true);
    expect(records[0]?.timestamp).toBeLessThan(START_MS / 1000 - 12 * 3600);
    expect(fast.ledger.records()).toEqual(records);
  });
});

describe('the clock', () => {
  it('gives events their wall time at any speed', async () => {
    await using marketplace = await start({ speed: 60 });
    for (let second = 0; second < 20; second += 1) {
      marketplace.passTime(1000);
      marketplace.ledger.records();
    }
    const records = marketplace.ledger.records().filter((record) => !record.history);
    expect(records.length).toBeGreaterThan(800);
    for (const { timestamp, shownAtMs } of records) {
      expect(timestamp * 1000).toBeGreaterThan(shownAtMs - 2000);
      expect(timestamp * 1000).toBeLessThanOrEqual(shownAtMs);
    }
  });

  it('shows nothing new while it is paused', async () => {
    await using marketplace = await start();
    marketplace.passTime(30_000);
    marketplace.clock.pause();
    const before = await marketplace.text('/api/activities?limit=100');
    const count = marketplace.ledger.records().length;
    marketplace.passTime(600_000);
    expect(await marketplace.text('/api/activities?limit=100')).toBe(before);
    expect(marketplace.ledger.records()).toHaveLength(count);
    expect(marketplace.clock.paused).toBe(true);
  });

  it('shows events up to the pause, and continues there', async () => {
    // Auctions end at their announced times, so a pause changes their course.
    await using paused = await start({ auctionsPerMinute: 0 });
    await using through = await start({ auctionsPerMinute: 0 });
    paused.passTime(30_000);
    paused.clock.pause();
    paused.passTime(600_000);
    paused.clock.resume();
    paused.passTime(30_000);
    through.passTime(60_000);
    const [left, right] = [paused.ledger.records(), through.ledger.records()];
    expect(left.map(({ activityId }) => activityId)).toEqual(right.map(({ activityId }) => activityId));
    const last = left.at(-1);
    expect(last?.timestamp).toBeGreaterThan((START_MS + 630_000) / 1000);
  });

  it('continues at another speed from the moment of the change', async () => {
    await using marketplace = await start({ startPaused: true });
    const { clock } = marketplace;
    clock.setSpeed(10);
    expect(clock).toMatchObject({ speed: 10, paused: true });
    clock.resume();
    marketplace.passTime(6_000);
    expect(clock.worldMs()).toBe(60_000);
    clock.setSpeed(2);
    const shown = marketplace.ledger.records().length;
    marketplace.passTime(6_000);
    expect(clock.worldMs()).toBe(72_000);
    const later = marketplace.ledger.records().slice(shown);
    expect(later.length).toBeGreaterThan(0);
    expect(later.every(({ timestamp }) => timestamp * 1_000 >= START_MS + 6_000)).toBe(true);
    expect(() => clock.setSpeed(0)).toThrow(RangeError);
    expect(clock.speed).toBe(2);
  });

  it('can start paused', async () => {
    await using marketplace = await start({ startPaused: true });
    marketplace.passTime(60_000);
    expect(marketplace.ledger.records().every((record) => record.history)).toBe(true);
    marketplace.clock.resume();
    marketplace.passTime(60_000);
    expect(marketplace.ledger.records().some((record) => !record.history)).toBe(true);
  });

  it('shows records within 100 ms of their time, without requests', async () => {
    await using marketplace = await startMarketplace({ speed: 50 });
    const heard: { readonly lagMs: number }[] = [];
    marketplace.onActivity((record) => heard.push({ lagMs: record.shownAtMs - record.timestamp * 1000 }));
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(20), { timeout: 5000, interval: 20 });
    // The timestamp is truncated to whole seconds, which adds up to one second.
    expect(heard.every(({ lagMs }) => lagMs >= 0 && lagMs < 1000 + 500)).toBe(true);
  });
});

describe('listeners', () => {
  it('receive each record once, as in the ledger, until they unsubscribe', async () => {
    await using marketplace = await start();
    const heard: unknown[] = [];
    const stop = marketplace.onActivity((record) => heard.push(record));
    marketplace.passTime(60_000);
    expect(marketplace.ledger.records().filter((record) => !record.history)).toEqual(heard);
    stop();
    const count = heard.length;
    marketplace.passTime(60_000);
    expect(marketplace.ledger.records().length).toBeGreaterThan(count);
    expect(heard).toHaveLength(count);
  });

  it('may read the ledger while they are called', async () => {
    await using marketplace = await start();
    const sizes: number[] = [];
    marketplace.onActivity(() => sizes.push(marketplace.ledger.records().length));
    marketplace.passTime(10_000);
    const total = marketplace.ledger.records().length;
    expect(sizes).toEqual(
      Array.from({ length: sizes.length }, (_, index) => total - sizes.length + index + 1),
    );
  });
});

describe('starting', () => {
  it.each([0, Number.NaN])('refuses a speed of %d', async (speed) => {
    await expect(startMarketplace({ speed })).rejects.toThrow('The speed must be a positive number');
  });

  it('refuses a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    try {
      await expect(startMarketplace({ port: port ?? 1 })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    } finally {
      other.close();
    }
  });
});
