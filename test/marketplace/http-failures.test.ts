import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createMarketplaceClient } from '#src/marketplace/client.ts';
import { BadResponse, NotFound, RateLimited, Unavailable } from '#src/marketplace/errors.ts';
import { json, NOW, startStub } from './stub-marketplace.ts';

type Answer = (response: ServerResponse) => void;

async function failureOf(answer: Answer, options?: Parameters<typeof startStub>[1]): Promise<unknown> {
  await using stub = await startStub((_request, response) => answer(response), options);
  return await stub.client.activities({}).then(
    () => 'no failure',
    (error: unknown) => error,
  );
}

const HTML =
  '<!DOCTYPE html><html><head><title>Error</title></head><body><pre>Cannot GET</pre></body></html>';

describe('a status that is no success', () => {
  const bodies: [string, unknown][] = [
    ['{error}', { error: 'It broke' }],
    ['{message}', { message: 'It broke' }],
    ['both', { error: 'Internal', message: 'It broke' }],
    ['an object under error', { error: { code: 17, message: 'It broke' } }],
    ['HTML', HTML],
    ['nothing', ''],
    ['null', 'null'],
    ['cut off JSON', '{"error":'],
    ['an array', [1]],
  ];
  const statuses: [number, typeof NotFound | typeof BadResponse | typeof Unavailable | typeof RateLimited][] =
    [
      ...([404, 410] as const).map((status): [number, typeof NotFound] => [status, NotFound]),
      ...([400, 401, 403, 418, 422] as const).map((status): [number, typeof BadResponse] => [
        status,
        BadResponse,
      ]),
      ...([408, 500, 502, 503, 504, 522] as const).map((status): [number, typeof Unavailable] => [
        status,
        Unavailable,
      ]),
      [429, RateLimited],
    ];
  it.each(statuses)('%i becomes its typed error whatever the body is', async (status, type) => {
    for (const [, body] of bodies) {
      expect(await failureOf((response) => json(response, body, status))).toBeInstanceOf(type);
    }
  });

  it.each(bodies.slice(0, 4))('reports the message of %s', async (_name, body) => {
    const failure = await failureOf((response) => json(response, body, 500));
    expect(String(failure)).toContain('status 500 (It broke)');
  });

  it('masks the request’s values, which a member may have typed', async () => {
    await using stub = await startStub((_request, response) =>
      json(response, { error: 'There is no user Quokka One here, nor a Quokka%20One' }, 500),
    );
    const failure: unknown = await stub.client.profile('quokka one').catch((error: unknown) => error);
    expect(String(failure)).toContain('status 500 (There is no user … here, nor a …)');
  });

  it('reports the title of an HTML page', async () => {
    expect(String(await failureOf((response) => json(response, HTML, 502)))).toContain('status 502 (Error)');
  });

  it('counts although its body is dropped', async () => {
    const failure = await failureOf((response) => {
      response.writeHead(503, { 'content-length': '1000' });
      response.write('{', () => response.destroy());
    });
    expect(failure).toBeInstanceOf(Unavailable);
    expect(String(failure)).toContain('status 503');
  });

  it('counts although its body is damaged', async () => {
    const failure = await failureOf((response) =>
      json(response, 'no gzip', 404, { 'content-encoding': 'gzip' }),
    );
    expect(failure).toBeInstanceOf(NotFound);
  });

  it('of 400 is NotFound when its message says so', async () => {
    const failure = await failureOf((response) => json(response, { message: 'User does not exist' }, 400));
    expect(failure).toBeInstanceOf(NotFound);
  });

  it('names the missing resource', async () => {
    await using stub = await startStub((_request, response) => json(response, HTML, 404));
    await expect(stub.client.collection('atlantis')).rejects.toThrow(
      'The marketplace has no collection "atlantis".',
    );
  });
});

describe('a 429', () => {
  const cases: [string, Record<string, string>, unknown, number][] = [
    ['Retry-After in seconds', { 'retry-after': '7' }, {}, 7_000],
    ['Retry-After as a date', { 'retry-after': new Date(NOW + 90_000).toUTCString() }, {}, 90_000],
    ['retryAfter in the body', {}, { error: 'Too Many Requests', message: '…', retryAfter: 45 }, 45_000],
    ['retryAfter as a text', {}, { error: { retryAfter: '45' } }, 45_000],
    ['X-RateLimit-Reset', { 'x-ratelimit-reset': String(NOW / 1_000 + 30) }, {}, 30_000],
    ['nothing', {}, '', 60_000],
    ['nonsense', { 'retry-after': 'soon', 'x-ratelimit-reset': '-' }, { retryAfter: [] }, 60_000],
    ['a reset that is over', { 'x-ratelimit-reset': String(NOW / 1_000 - 30) }, {}, 60_000],
    ['a day', { 'retry-after': '86400' }, {}, 3_600_000],
    ['no time at all', { 'retry-after': '0' }, {}, 1_000],
  ];
  it.each(cases)('asks to wait by %s', async (_name, headers, body, expected) => {
    const failure = await failureOf((response) => json(response, body, 429, headers));
    expect(failure).toBeInstanceOf(RateLimited);
    expect(failure).toMatchObject({ retryAfterMs: expected });
  });
});

describe('an unusable answer', () => {
  const bodies: [string, string][] = [
    ['HTML', HTML],
    ['cut off', '{"activities":[{"id":"1"'],
    ['empty', ''],
    ['a text', '"hello"'],
    ['a number', '12'],
    ['null', 'null'],
    ['another shape', '{"ok":true}'],
    ['an error with status 200', '{"error":"Database is down"}'],
    ['nested beyond reason', `{"x":${'['.repeat(200_000)}1.0${']'.repeat(200_000)}}`],
  ];
  it.each(bodies)('(%s, status 200) is a BadResponse', async (_name, body) => {
    expect(await failureOf((response) => json(response, body))).toBeInstanceOf(BadResponse);
  });

  it('(no content, status 204) is a BadResponse', async () => {
    expect(await failureOf((response) => response.writeHead(204).end())).toBeInstanceOf(BadResponse);
  });

  it('(larger than allowed) is a BadResponse and is not read on', async () => {
    const failure = await failureOf(
      (response) => {
        response.writeHead(200);
        const more = (): void => {
          if (!response.destroyed) response.write(Buffer.alloc(64 * 1_024, ' '), more);
        };
        more();
      },
      { maxBytes: 100_000 },
    );
    expect(failure).toBeInstanceOf(BadResponse);
  });

  it('(small, but large when decompressed) is a BadResponse', async () => {
    const bomb = gzipSync(Buffer.alloc(2_000_000, ' '));
    const failure = await failureOf(
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
      { maxBytes: 100_000 },
    );
    expect(failure).toBeInstanceOf(BadResponse);
  });

  it('(no HTTP at all) is a BadResponse', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy()).resume();
      socket.end('SSH-2.0-OpenSSH_9.9\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await using client = createMarketplaceClient({
      baseUrl: `http://127.0.0.1:${port}`,
      log: pino({ level: 'silent' }),
      now: () => NOW,
    });
    await expect(client.activities({})).rejects.toBeInstanceOf(BadResponse);
    await new Promise((resolve) => server.close(resolve));
  });

  it.each<[string, Answer]>([
    ['dropped before the headers', (response) => response.destroy()],
    [
      'dropped in the body',
      (response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"activities":[', () => response.destroy());
      },
    ],
  ])('(%s) is Unavailable', async (_name, answer) => {
    expect(await failureOf(answer)).toBeInstanceOf(Unavailable);
  });

  it.each<[string, Answer]>([
    ['never comes', () => undefined],
    ['starts and never ends', (response) => response.writeHead(200).write('{"activities":[')],
    [
      'drips',
      (response) => {
        const timer = setInterval(() => response.write(' '), 20);
        response.writeHead(200).on('close', () => clearInterval(timer));
      },
    ],
  ])('that %s is Unavailable once the whole time is up', async (_name, answer) => {
    const failure = await failureOf(answer, { timeoutMs: 150 });
    expect(failure).toBeInstanceOf(Unavailable);
  });

  it('(nothing listens) is Unavailable', async () => {
    const stub = await startStub(() => undefined);
    await stub[Symbol.asyncDispose]();
    await using client = createMarketplaceClient({
      baseUrl: stub.origin,
      log: pino({ level: 'silent' }),
      now: () => NOW,
    });
    await expect(client.collections({})).rejects.toBeInstanceOf(Unavailable);
  });

  it('(the client is closed) is Unavailable', async () => {
    await using stub = await startStub(() => undefined);
    const [outcome] = await Promise.allSettled([
      stub.client.collections({}),
      stub.client[Symbol.asyncDispose](),
    ]);
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) });
    await expect(stub.client.collections({})).rejects.toBeInstanceOf(Unavailable);
  });
});

describe('a redirect', () => {
  it('is followed within the origin, up to three times', async () => {
    await using stub = await startStub((request, response) => {
      const hop = Number(/^\/hop\/(\d)/.exec(request.url ?? '')?.[1] ?? 0);
      if (hop === 3) json(response, { activities: [] });
      else response.writeHead(307, { location: hop === 1 ? `../hop/${hop + 1}` : `/hop/${hop + 1}` }).end();
    });
    await expect(stub.client.activities({})).resolves.toMatchObject({ items: [] });
    expect(stub.asked).toEqual(['/api/activities', '/hop/1', '/hop/2', '/hop/3']);
  });

  it('is not followed a fourth time', async () => {
    await using stub = await startStub((_request, response) =>
      response.writeHead(302, { location: '/again' }).end(),
    );
    await expect(stub.client.activities({})).rejects.toBeInstanceOf(BadResponse);
    expect(stub.asked).toHaveLength(4);
  });

  it('is not followed to another origin', async () => {
    await using other = await startStub((_request, response) => json(response, { activities: [] }));
    await using stub = await startStub((_request, response) =>
      response.writeHead(301, { location: `${other.origin}/api/activities` }).end(),
    );
    await expect(stub.client.activities({})).rejects.toThrow('another origin');
    expect(other.asked).toEqual([]);
  });

  it.each([{}, { location: 'http://[' }])('without a valid target (%j) is a BadResponse', async (headers) => {
    const failure = await failureOf((response) => response.writeHead(302, headers).end());
    expect(failure).toBeInstanceOf(BadResponse);
  });
});

describe('the signal of a caller', () => {
  it('ends the request with its own reason, and the server sees the connection close', async () => {
    const closed = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    await using stub = await startStub((_request, response) => {
      response.on('close', () => closed.resolve());
      reached.resolve();
    });
    const controller = new AbortController();
    const reason = new Error('The bot stops.');
    void reached.promise.then(() => controller.abort(reason));
    await expect(stub.client.activities({}, { signal: controller.signal })).rejects.toBe(reason);
    await closed.promise;
  });

  it('that is aborted already sends no request', async () => {
    await using stub = await startStub(() => undefined);
    const options = { signal: AbortSignal.abort('no longer wanted') };
    await expect(stub.client.collection('x', options)).rejects.toBe('no longer wanted');
    expect(stub.asked).toEqual([]);
  });
});
