import { describe, expect, it } from 'vitest';
import { createConcurrencyLimit } from '#src/marketplace/concurrency-limit.ts';
import { RateLimited } from '#src/marketplace/errors.ts';
import { json, startStub } from './stub-marketplace.ts';

const forever = new AbortController().signal;

/** A limit of two runs and a queue of three, with work that the test completes. */
function startLimit() {
  const limit = createConcurrencyLimit({ maxConcurrent: 2, maxWaiting: 3 });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  function work(name: string, signal = forever): Promise<string> {
    return limit.run(() => {
      begun.push(name);
      const { promise, resolve } = Promise.withResolvers<string>();
      ends.set(name, () => resolve(name));
      return promise;
    }, signal);
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  async function end(name: string): Promise<void> {
    ends.get(name)?.();
    await settle();
  }
  return { limit, begun, work, end, settle };
}

describe('a concurrency limit', () => {
  it('runs at most so many at once, the others in their order', async () => {
    const { begun, work, end, settle } = startLimit();
    const all = ['a', 'b', 'c', 'd'].map((name) => work(name));
    await settle();
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('a');
    await end('c');
    await end('d');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('refuses at once when too many wait', async () => {
    const { work, begun } = startLimit();
    for (const name of ['a', 'b', 'c', 'd', 'e']) void work(name);
    await expect(work('f')).rejects.toBeInstanceOf(RateLimited);
    expect(begun).toEqual(['a', 'b']);
  });

  it('releases permits of aborted callers and of failed work', async () => {
    const { limit, begun, work, end } = startLimit();
    const leaving = new AbortController();
    const failing = limit.run(() => Promise.reject(new Error('broken')), forever);
    await expect(failing).rejects.toThrow('broken');
    void work('a');
    void work('b');
    const left = work('c', leaving.signal);
    void work('d');
    leaving.abort('no longer wanted');
    await expect(left).rejects.toBe('no longer wanted');
    await end('a');
    expect(begun).toEqual(['a', 'b', 'd']);
  });
});

describe('many lookups without an answer', () => {
  it('leave connections to the feed, and are limited in number', async () => {
    const hanging = new Set<string>();
    await using stub = await startStub(
      (request, response) => {
        if (request.url?.startsWith('/api/activities') === true) json(response, { activities: [] });
        else hanging.add(request.url ?? '');
      },
      { timeoutMs: 1_500 },
    );
    const lookups = Array.from({ length: 300 }, (_unused, number) => stub.client.profile(`name${number}`));
    const outcomes = Promise.allSettled(lookups);
    const startedAt = performance.now();
    await expect(stub.client.activities({})).resolves.toMatchObject({ items: [] });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(hanging.size).toBeLessThanOrEqual(16);
    const refused = (await outcomes).filter(
      (outcome) => outcome.status === 'rejected' && outcome.reason instanceof RateLimited,
    );
    expect(refused).toHaveLength(300 - 200 - 16);
  });
});
