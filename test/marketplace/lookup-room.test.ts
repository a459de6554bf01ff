import { describe, expect, it } from 'vitest';
import { RateLimited } from '../../src/marketplace/errors.ts';
import { createLookupRoom } from '../../src/marketplace/lookup-room.ts';
import { json, startStub } from './stub-marketplace.ts';

const forever = new AbortController().signal;

/** A room of two places and three who may wait, with work that ends when it is told to. */
function startRoom() {
  const room = createLookupRoom({ places: 2, mostWaiting: 3 });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  function work(name: string, signal = forever): Promise<string> {
    return room.within(() => {
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
  return { room, begun, work, end, settle };
}

describe('a room for lookups', () => {
  it('has so many under way at once, the others in their order', async () => {
    const { begun, work, end, settle } = startRoom();
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
    const { work, begun } = startRoom();
    for (const name of ['a', 'b', 'c', 'd', 'e']) void work(name);
    await expect(work('f')).rejects.toBeInstanceOf(RateLimited);
    expect(begun).toEqual(['a', 'b']);
  });

  it('lets go of who has left the queue, and of work that fails', async () => {
    const { room, begun, work, end } = startRoom();
    const leaving = new AbortController();
    const failing = room.within(() => Promise.reject(new Error('broken')), forever);
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

describe('a crowd of lookups that are not answered', () => {
  it('leaves the feed connections of its own, and asks for no more than some at once', async () => {
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
