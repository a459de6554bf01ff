import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drawnLatency } from '../../../sandbox/marketplace/faults/latency.ts';
import { createRandom } from '../../../sandbox/marketplace/random/random.ts';
import { START_MS, start, type TestMarketplace } from './support/start.ts';

const FEED = '/api/activities?limit=3';

let marketplace: TestMarketplace;
beforeAll(async () => {
  marketplace = await start({ salesPerMinute: 0 });
});
afterEach(() => marketplace.faults.clear());
afterAll(() => marketplace[Symbol.asyncDispose]());

const ask = (path = FEED): Promise<Response> => fetch(`${marketplace.url}${path}`);

describe('latency', () => {
  const draws = (latency: Parameters<typeof drawnLatency>[0], seed = 'a'): readonly number[] => {
    const random = createRandom(seed);
    return Array.from({ length: 2000 }, () => drawnLatency(latency, random)).sort(
      (left, right) => left - right,
    );
  };

  it('is fixed', () => {
    expect(new Set(draws(120))).toEqual(new Set([120]));
  });

  it('is spread evenly', () => {
    const all = draws({ uniform: { from: 100, to: 300 } });
    expect(all[0]).toBeGreaterThanOrEqual(100);
    expect(all.at(-1)).toBeLessThan(300);
    expect(all[1000]).toBeGreaterThan(190);
    expect(all[1000]).toBeLessThan(210);
  });

  it('is mostly short and now and then very long, up to a limit', () => {
    const all = draws({ logNormal: { median: 100, sigma: 1 } });
    expect(all[1000]).toBeGreaterThan(90);
    expect(all[1000]).toBeLessThan(110);
    expect(all.at(-1)).toBeGreaterThan(1000);
    expect(draws({ logNormal: { median: 100, sigma: 1, most: 500 } }).at(-1)).toBe(500);
  });

  it('depends on the seed', () => {
    const latency = { uniform: { from: 0, to: 1 } };
    expect(draws(latency)).toEqual(draws(latency));
    expect(draws(latency, 'b')).not.toEqual(draws(latency));
  });

  it('is waited for', async () => {
    marketplace.faults.set({ latencyMs: { uniform: { from: 60, to: 80 } } });
    const before = performance.now();
    await (await ask()).text();
    expect(performance.now() - before).toBeGreaterThan(55);
  });
});

describe('a body that comes slowly', () => {
  it('comes in pieces, and is whole in the end', async () => {
    const whole = await (await ask()).text();
    const bytes = Math.ceil(Buffer.byteLength(whole) / 4);
    marketplace.faults.set({ drip: { bytes, everyMs: 15 } });
    const before = performance.now();
    const response = await ask();
    expect(await response.text()).toBe(whole);
    expect(performance.now() - before).toBeGreaterThan(40);
  });

  it('may break off as well', async () => {
    marketplace.faults.set({ drip: { bytes: 100, everyMs: 1 }, truncate: 'abort' });
    await expect(ask().then((response) => response.text())).rejects.toThrow(/terminated|failed/);
  });

  it('causes no error when its reader disconnects', async () => {
    marketplace.faults.set({ drip: { bytes: 10, everyMs: 5 } });
    const response = await ask();
    await response.body?.cancel();
    marketplace.faults.clear();
    expect((await ask()).status).toBe(200);
  });
});

describe('a refusal for too many requests', () => {
  it('has headers, or only a body', async () => {
    const body = { error: 'Too Many Requests', message: expect.any(String), retryAfter: 17 };
    marketplace.faults.set({ tooMany: { retryAfter: 17, headers: true } });
    const announced = await ask();
    expect(announced.status).toBe(429);
    expect(announced.headers.get('retry-after')).toBe('17');
    expect(announced.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(announced.headers.get('x-ratelimit-reset')).toBe(String(START_MS / 1000 + 17));
    expect(await announced.json()).toEqual(body);
    marketplace.faults.set({ tooMany: { retryAfter: 17, headers: false } });
    const silent = await ask();
    expect([silent.status, silent.headers.get('retry-after')]).toEqual([429, null]);
    expect(await silent.json()).toEqual(body);
  });
});

describe('an error', () => {
  it.each([
    ['error only', /^\{"error":"The sandbox[^{}]*"\}$/],
    ['message only', /^\{"message":"The sandbox[^{}]*"\}$/],
    ['nested', /^\{"error":\{"code":404,"message":"[^{}]*"\}\}$/],
    ['express html', /<pre>Cannot GET \/api\/activities<\/pre>/],
    ['cdn html', /<h1>Error 404<\/h1>/],
  ] as const)('has a body of the kind %s', async (body, text) => {
    marketplace.faults.set({ status: 404, body });
    const response = await ask();
    expect(response.status).toBe(404);
    expect(await response.text()).toMatch(text);
    expect(response.headers.get('content-type')).toContain(body.endsWith('html') ? 'text/html' : 'json');
  });
});

describe('an answer of the wrong type', () => {
  it('has the requested body', async () => {
    marketplace.faults.set({ contentType: 'text/plain' });
    const response = await ask();
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(await response.json()).toHaveProperty('activities');
  });
});

describe('chance', () => {
  const statuses = async (): Promise<readonly number[]> => {
    const all: number[] = [];
    for (let request = 0; request < 60; request += 1) all.push((await ask('/api/activities?limit=1')).status);
    return all;
  };

  it('applies to some requests, the same ones for the same seed', async () => {
    const of = async (seed: number): Promise<readonly number[]> => {
      marketplace.faults.set({ status: 503, chance: 0.3, seed });
      return statuses();
    };
    const first = await of(1);
    expect(first.filter((status) => status === 503).length).toBeGreaterThan(8);
    expect(first.filter((status) => status === 503).length).toBeLessThan(30);
    expect(await of(1)).toEqual(first);
    expect(await of(2)).not.toEqual(first);
  });

  it('counts only affected requests against `times`', async () => {
    marketplace.faults.set({ status: 503, chance: 0.5, times: 4 });
    expect((await statuses()).filter((status) => status === 503)).toHaveLength(4);
  });
});
