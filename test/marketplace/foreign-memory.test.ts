import { describe, expect, it } from 'vitest';
import { createDirectory } from '#src/marketplace/directory.ts';
import { createForeignMemory, type ForeignPart } from '#src/marketplace/foreign-memory.ts';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import { createActivityReader } from '#src/marketplace/resources/activity/reader.ts';
import { silentLog } from '../support/silent-log.ts';
import { json, NOW, startStub } from './stub-marketplace.ts';

const MEBIBYTE = 1_024 * 1_024;
const PARTS: readonly ForeignPart[] = ['directory', 'auctions', 'feed'];

describe('the bytes of foreign data', () => {
  it('are 56 MiB together, of which each part has some that the others cannot take', () => {
    const memory = createForeignMemory();
    for (const part of PARTS) memory.share(part).keep(memory.share(part).limit);
    const limits = PARTS.map((part) => memory.share(part).limit);
    expect(limits.reduce((sum, limit) => sum + limit, 0)).toBe(56 * MEBIBYTE);
    expect(Math.min(...limits)).toBe(8 * MEBIBYTE);
    memory.share('auctions').keep(0);
    memory.share('feed').keep(0);
    expect(memory.share('directory').limit).toBe(32 * MEBIBYTE);
  });

  it('that the auctions leave are what collections are read for, and the rest is left out', async () => {
    const collections = Array.from({ length: 500 }, (_unused, number) => ({
      address: `0x${number.toString(16).padStart(40, '0')}`,
      name: `Collection ${number}`,
    }));
    await using stub = await startStub((_request, response) => json(response, { collections }));
    let kept = 0;
    const directory = createDirectory({
      client: stub.client,
      log: silentLog,
      snapshot: { load: async () => [], save: async () => undefined },
      memory: { limit: 50_000, keep: (bytes) => void (kept = bytes) },
    });
    await directory.refresh();
    expect(directory.size).toBeGreaterThan(50);
    expect(directory.size).toBeLessThan(120);
    expect(directory.omitted).not.toBe(0);
    expect(kept).toBeGreaterThan(40_000);
    expect(kept).toBeLessThan(52_000);
  });

  it('of records of the feed are no more than their part', async () => {
    let kept = 0;
    const limit = 40_000;
    const read = createActivityReader(isCoinOf('S'), { limit, keep: (bytes) => void (kept = bytes) });
    const records = Array.from({ length: 100 }, (_unused, number) => ({
      ...{ id: `${number}`, type: 'sale', timestamp: 1_756_464_735 },
      note: 'x'.repeat(500),
    }));
    expect((await read(records, NOW)).items).toHaveLength(100);
    expect(kept).toBeGreaterThan(limit / 2);
    expect(kept).toBeLessThanOrEqual(limit);
  });
});
