import { REST, type RESTOptions } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { FaultAction } from '../../../sandbox/discord/faults/faults.ts';
import type { RecordedRequest } from '../../../sandbox/discord/local-discord.ts';
import { startTestWorld, type TestWorld } from './world.ts';

const MESSAGES = '/channels/:channelId/messages';

/** Sends one message with discord.js's REST client, without its retries by default. */
function send(world: TestWorld, body: Record<string, unknown> = {}, options: Partial<RESTOptions> = {}) {
  const rest = new REST({ api: world.discord.apiUrl, retries: 0, timeout: 300, ...options }).setToken(
    world.token,
  );
  return rest.post(`/channels/${world.channelId}/messages`, { body: { content: 'Sold', ...body } });
}

const posted = (world: TestWorld): number => world.discord.messages(world.channelId).length;

describe('a fault', () => {
  it.each<[string, FaultAction, object, number]>([
    ['a 500', { do: 'answer', status: 500 }, { status: 500 }, 0],
    ['a 502 in HTML', { do: 'answer', status: 502, body: '<html>Bad Gateway</html>' }, { status: 502 }, 0],
    ['a 401', { do: 'answer', status: 401 }, { status: 401 }, 0],
    ['a 403 with a code', { do: 'answer', status: 403, code: 50013 }, { status: 403, code: 50013 }, 0],
    ['a hang', { do: 'hang' }, { name: 'AbortError' }, 0],
    ['a hang after processing', { do: 'process-then-hang' }, { name: 'AbortError' }, 1],
    ['a reset before processing', { do: 'reset' }, { code: 'ECONNRESET' }, 0],
    ['a reset after processing', { do: 'process-then-reset' }, { code: 'ECONNRESET' }, 1],
    ['a clean close after processing', { do: 'process-then-close' }, { code: 'UND_ERR_SOCKET' }, 1],
    ['a 500 after processing', { do: 'process-then-answer' }, { status: 500 }, 1],
  ])('shows discord.js %s', async (_what, action, error, stored) => {
    await using world = await startTestWorld();
    world.discord.faults.add(action, { method: 'POST', route: MESSAGES, times: 1 });

    await expect(send(world)).rejects.toMatchObject(error);

    expect(posted(world)).toBe(stored);
    await expect(send(world)).resolves.toMatchObject({ content: 'Sold' });
  });

  it('that loses the answer makes discord.js post twice without a nonce, and once with one', async () => {
    await using world = await startTestWorld();
    const lose = (): unknown =>
      world.discord.faults.add({ do: 'process-then-reset' }, { route: MESSAGES, times: 1 });

    lose();
    await send(world, {}, { retries: 3 });
    expect(posted(world)).toBe(2);
    lose();
    await send(world, { nonce: 'a', enforce_nonce: true }, { retries: 3 });
    expect(posted(world)).toBe(3);
  });

  it('that delays processing commits even after the client has gone', async () => {
    await using world = await startTestWorld();
    world.discord.faults.add({ do: 'delay', beforeMs: 200 }, { route: MESSAGES, times: 1 });
    const stored = new Promise((resolve) => world.discord.onMessage(resolve));

    await expect(send(world, {}, { timeout: 50 })).rejects.toMatchObject({ name: 'AbortError' });
    expect(posted(world)).toBe(0);
    await stored;

    expect(posted(world)).toBe(1);
  });

  it('that changes the answer leaves what was processed', async () => {
    await using world = await startTestWorld();
    const change: FaultAction = {
      do: 'change-answer',
      change: (answer, { params }) => ({
        status: answer.status,
        body: { content: `Not in ${params['channelId']}` },
        headers: { date: new Date(0).toUTCString() },
      }),
    };
    world.discord.faults.add(change, { method: 'POST', route: MESSAGES, times: 1 });

    await expect(send(world)).resolves.toEqual({ content: `Not in ${world.channelId}` });

    expect(world.discord.messages(world.channelId).map(({ payload }) => payload.content)).toEqual(['Sold']);
  });

  it.each([
    ['user', null, null],
    ['shared', 2_000, '2'],
    ['global', 1_500, '2'],
  ] as const)('makes a 429 of scope %s', async (scope, retryAfterMs, header) => {
    await using world = await startTestWorld();
    world.discord.faults.add({ do: 'rate-limit', scope, retryAfterMs }, { times: 1 });

    const { status, headers, body } = await world.call('GET', '/users/@me');

    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe(header);
    expect(headers.get('x-ratelimit-scope')).toBe(scope);
    expect(headers.has('x-ratelimit-global')).toBe(scope === 'global');
    expect(body).toMatchObject({ global: scope === 'global' });
  });

  it('nests in others, each for a number of requests, until it is cleared', async () => {
    await using world = await startTestWorld();
    const { faults } = world.discord;
    faults.add({ do: 'delay', afterMs: 20 }, { times: 2 });
    faults.add({ do: 'answer', status: 500 }, { times: 1 });
    const forever = faults.add({ do: 'answer', status: 503 }, { where: ({ path }) => path === '/users/@me' });

    const statuses: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      statuses.push((await world.call('GET', '/users/@me')).status);
    }
    forever();
    statuses.push((await world.call('GET', '/users/@me')).status);

    expect(statuses).toEqual([500, 503, 503, 200]);
    expect(faults.met()).toBe(3);
  });
});

describe('the recorder', () => {
  it('reports every request with its answer, without the token', async () => {
    await using world = await startTestWorld();
    const seen: RecordedRequest[] = [];
    world.discord.onRequest((request) => seen.push(request));
    world.discord.faults.add({ do: 'process-then-reset' }, { times: 1 });

    await expect(send(world)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await send(world);
    await world.call('GET', '/nothing?x=1');

    expect(seen).toMatchObject([
      { method: 'POST', route: MESSAGES, body: { content: 'Sold' }, status: 200, delivered: false },
      { method: 'POST', route: MESSAGES, responseBody: { content: 'Sold' }, status: 200, delivered: true },
      { method: 'GET', route: null, path: '/api/v10/nothing?x=1', status: 404, delivered: true },
    ]);
    expect(JSON.stringify(seen)).not.toContain(world.token);
  });
});
