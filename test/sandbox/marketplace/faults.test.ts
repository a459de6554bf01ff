import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordOf, start, type TestMarketplace } from './support/start.ts';

const FEED = '/api/activities';

let marketplace: TestMarketplace;
beforeAll(async () => {
  marketplace = await start({ salesPerMinute: 0 });
});
afterEach(() => marketplace.faults.clear());
afterAll(() => marketplace[Symbol.asyncDispose]());

const ask = (path = FEED): Promise<Response> => fetch(`${marketplace.url}${path}`);
const ids = async (query = ''): Promise<readonly unknown[]> =>
  (await marketplace.list(`${FEED}${query}`, 'activities')).map((record) => record['_id']);

describe('a faulty answer', () => {
  it('waits for its latency', async () => {
    marketplace.faults.set({ latencyMs: 120 });
    const before = performance.now();
    await (await ask()).text();
    expect(performance.now() - before).toBeGreaterThan(115);
  });

  it.each([
    ['json', 'application/json', /^\{"error"/],
    ['html', 'text/html', /^<!DOCTYPE html>/],
    ['empty', null, /^$/],
  ] as const)('has a status with a body of %s', async (body, type, text) => {
    marketplace.faults.set({ status: 503, body, headers: { 'retry-after': '7' } });
    const response = await ask();
    expect(response.status).toBe(503);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(await response.text()).toMatch(text);
  });

  it('is a dropped socket', async () => {
    marketplace.faults.set({ drop: true });
    await expect(ask()).rejects.toThrow('fetch failed');
  });

  it('is not JSON despite its content type', async () => {
    marketplace.faults.set({ notJson: true });
    const response = await ask();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });

  it('ends in the middle of its body, with a regular close', async () => {
    const whole = await (await ask()).text();
    marketplace.faults.set({ truncate: 'cut' });
    const half = await (await ask()).text();
    expect(half.length).toBeGreaterThan(100);
    expect(half.length).toBeLessThan(whole.length);
    expect(whole.startsWith(half.slice(0, 100))).toBe(true);
  });

  it('is cut in the middle of its body, without an error in the server', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
    marketplace.faults.set({ truncate: 'abort' });
    const response = await ask();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    expect(complaint).not.toHaveBeenCalled();
  });

  it('has an empty page', async () => {
    marketplace.faults.set({ emptyPage: true });
    const body = recordOf(await marketplace.json(FEED));
    expect(body['activities']).toEqual([]);
    expect(body['pagination']).toMatchObject({ page: 1 });
  });

  it('has every record twice', async () => {
    const before = await ids('?limit=10');
    marketplace.faults.set({ duplicates: true });
    expect(await ids('?limit=10')).toEqual(before.flatMap((id) => [id, id]));
  });

  it('has its page in another order', async () => {
    const before = await ids('?limit=20');
    marketplace.faults.set({ reorder: true });
    const after = await ids('?limit=20');
    expect(after).not.toEqual(before);
    expect(new Set(after)).toEqual(new Set(before));
  });

  it('keeps the digits of long token ids in a changed page', async () => {
    const [sale] = marketplace.cause.sale({ collection: 'sim-names' });
    marketplace.faults.set({ duplicates: true });
    const text = await marketplace.text(`${FEED}?limit=1`);
    expect(text.split(`"tokenId":${sale?.tokenId},`)).toHaveLength(3);
  });
});

describe('a faulty feed', () => {
  it('hides events of a gap for good, from ledger and listeners too, while the market continues', async () => {
    const volume = async (): Promise<unknown> =>
      recordOf(recordOf(await marketplace.json('/api/collections/lantern-foxes'))['volumeStats'])[
        'totalSales'
      ];
    const [idsBefore, salesBefore, known] = [
      await ids(),
      await volume(),
      marketplace.ledger.records().length,
    ];
    marketplace.faults.set({ gap: true });
    expect(marketplace.cause.sale({ collection: 'lantern-foxes' })).toEqual([]);
    marketplace.faults.clear();
    expect(await ids()).toEqual(idsBefore);
    expect(await volume()).toBe(Number(salesBefore) + 1);
    expect(marketplace.ledger.records()).toHaveLength(known);
  });

  it('shows records late and below newer ones', async () => {
    marketplace.faults.set({ late: { every: 2, byMs: 60_000 } });
    const first = marketplace.cause.sale();
    const second = marketplace.cause.sale();
    marketplace.passTime(10_000);
    const third = marketplace.cause.sale();
    expect([first.length, second.length, third.length]).toEqual([1, 0, 1]);
    expect((await ids()).slice(0, 2)).toEqual([third[0]?.activityId, first[0]?.activityId]);
    marketplace.passTime(50_000);
    const [top, late, below] = await ids();
    expect([top, below]).toEqual([third[0]?.activityId, first[0]?.activityId]);
    const record = marketplace.ledger.records().at(-1);
    expect(record?.activityId).toBe(late);
    expect((record?.shownAtMs ?? 0) - (record?.timestamp ?? 0) * 1000).toBe(60_000);
  });

  it('keeps late records back while the clock is paused', async () => {
    marketplace.faults.set({ late: { every: 1, byMs: 1000 } });
    marketplace.cause.sale();
    marketplace.clock.pause();
    marketplace.passTime(5000);
    const before = await ids();
    marketplace.clock.resume();
    expect(await ids()).toHaveLength(before.length);
    expect(await ids()).not.toEqual(before);
  });
});

describe('a feed that is odd', () => {
  const times = async (query = ''): Promise<readonly number[]> =>
    (await marketplace.list(`${FEED}${query}`, 'activities')).map((record) => Number(record['timestamp']));

  it('is sorted oldest first, over its pages', async () => {
    const { length } = await ids('?limit=100');
    const newest = await ids('?limit=7');
    marketplace.faults.set({ oldestFirst: true });
    const first = await times('?limit=7');
    expect(first).toEqual(first.toSorted((one, other) => one - other));
    expect((await ids('?limit=100')).slice(0, 3)).not.toEqual(newest.slice(0, 3));
    expect(length).toBeGreaterThan(7);
  });

  it('keeps only its newest records', async () => {
    const newest = await ids('?limit=3');
    marketplace.faults.set({ keepsNewest: 3 });
    expect(await ids()).toEqual(newest);
    expect(await ids('?page=2')).toEqual([]);
    marketplace.faults.set({ keepsNewest: 3, oldestFirst: true });
    expect(await ids('?limit=2')).toEqual(newest.toReversed().slice(0, 2));
    expect(await ids('?limit=2&page=2')).toEqual(newest.slice(0, 1));
  });

  it('has times that are behind', async () => {
    const before = await times();
    marketplace.faults.set({ behindMs: 7_000 });
    expect(await times()).toEqual(before.map((time) => time - 7));
  });

  it('has new ids, or few', async () => {
    const before = await ids();
    marketplace.faults.set({ reindexed: 2 });
    expect(await ids()).toEqual(before.map((id) => `${String(id)}-2`));
    marketplace.faults.set({ fewIds: 2 });
    expect(new Set(await ids()).size).toBe(2);
  });
});

describe('where and how long', () => {
  it('applies to the named path only', async () => {
    marketplace.faults.set({ status: 500 }, FEED);
    expect((await ask()).status).toBe(500);
    expect((await ask('/api/collections')).status).toBe(200);
  });

  it('covers all paths with a prefix', async () => {
    marketplace.faults.set({ status: 500 }, '/api/collections/*');
    expect((await ask('/api/collections/lantern-foxes')).status).toBe(500);
    expect((await ask('/api/collections')).status).toBe(200);
  });

  it('ends when it is cleared', async () => {
    marketplace.faults.set({ status: 500 });
    marketplace.faults.set({ status: 502 }, FEED);
    marketplace.faults.clear(FEED);
    expect((await ask()).status).toBe(500);
    marketplace.faults.clear();
    expect((await ask()).status).toBe(200);
  });

  it('ends after a number of requests', async () => {
    marketplace.faults.set({ status: 500, times: 2 });
    const statuses = [];
    for (let request = 0; request < 4; request += 1) statuses.push((await ask()).status);
    expect(statuses).toEqual([500, 500, 200, 200]);
  });

  it('never touches the controls', async () => {
    marketplace.faults.set({ drop: true });
    expect((await ask('/_/ledger')).status).toBe(200);
  });
});

describe('faults over HTTP', () => {
  const put = (body: unknown): Promise<Response> =>
    fetch(`${marketplace.url}/_/faults`, { method: 'PUT', body: JSON.stringify(body) });

  it('are replaced as a whole, and shown', async () => {
    marketplace.faults.set({ latencyMs: 1 });
    const wanted = { [FEED]: { status: 418, body: 'empty' } };
    expect(await (await put(wanted)).json()).toEqual(wanted);
    expect(await (await ask('/_/faults')).json()).toEqual(wanted);
    expect((await ask()).status).toBe(418);
    await put({});
    expect((await ask()).status).toBe(200);
  });

  it('are refused with a reason when they are invalid', async () => {
    for (const body of [{ '*': { status: 42 } }, { '*': { explode: true } }, { feed: { drop: true } }, 7]) {
      const response = await put(body);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ error: 'Bad Request', message: expect.any(String) });
    }
  });
});

describe('the count of requests', () => {
  it('counts the read API by path, without pictures and controls', async () => {
    const { total, byPath } = marketplace.requests;
    const listed = byPath.get('/api/collections') ?? 0;
    await ask();
    await ask('/api/collections?page=2');
    await ask('/_/ledger');
    await ask('/media/lantern-foxes/1.png');
    expect(marketplace.requests.total - total).toBe(2);
    expect(marketplace.requests.byPath.get('/api/collections')).toBe(listed + 1);
  });

  it('includes those with a fault', async () => {
    const { total } = marketplace.requests;
    marketplace.faults.set({ drop: true });
    await ask().catch((error: unknown) => error);
    expect(marketplace.requests.total).toBe(total + 1);
  });
});
