import type { RequestListener } from 'node:http';
import { Routes } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { outcomeOfFailedEdit, outcomeOfFailure } from '#src/discord/posting/failures.ts';
import { createOutboxRest } from '#src/discord/rest/outbox-rest.ts';
import type { EditOutcome, SendOutcome } from '#src/outbox/posting.ts';
import { discordError, json, startFixedServer, text } from './fixed-server.ts';

const HTML = '<html><title>Error 1015</title></html>';

/** Outcome of a post that fails this way, and the number of requests. */
async function failure(
  answer: RequestListener,
  options: { readonly timeoutMs?: number; readonly before?: number } = {},
) {
  await using server = await startFixedServer(answer);
  const rest = createOutboxRest({ apiUrl: server.apiUrl, token: 'a.b.c' });
  const post = () =>
    rest
      .post(Routes.channelMessages('1000'), {
        body: { content: 'Sold' },
        ...(options.timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(options.timeoutMs) }),
      })
      .then(
        (): SendOutcome => expect.unreachable('the request should fail'),
        (error: unknown) => outcomeOfFailure(error),
      );
  for (let earlier = 0; earlier < (options.before ?? 0); earlier += 1) await post();
  return { outcome: await post(), requests: server.requests() };
}

describe('a post that fails', () => {
  it('makes a single request, whatever happens', async () => {
    for (const answer of [discordError(500, 0), discordError(403, 50_013), text(502, HTML)]) {
      expect((await failure(answer)).requests).toBe(1);
    }
  });

  describe('with 401', () => {
    it('stops everything', async () => {
      expect((await failure(json(401, { message: '401: Unauthorized', code: 0 }))).outcome).toEqual({
        type: 'unauthorized',
      });
    });

    it('also stops later posts without a request, because discord.js has dropped the token', async () => {
      const { outcome, requests } = await failure(json(401, { message: '401: Unauthorized', code: 0 }), {
        before: 1,
      });
      expect(outcome).toEqual({ type: 'unauthorized' });
      expect(requests).toBe(1);
    });
  });

  it.each([
    [404, 10_003, 'closed'],
    [404, 10_004, 'closed'],
    [403, 50_001, 'paused'],
    [403, 50_013, 'paused'],
    [400, 40_058, 'paused'],
    [400, 160_006, 'paused'],
    [400, 50_008, 'paused'],
    [400, 50_083, 'paused'],
    [400, 160_005, 'paused'],
  ])('with %d and the code %d makes its channel queue %s', async (status, code, state) => {
    expect((await failure(discordError(status, code))).outcome).toEqual({
      type: 'stopped',
      state,
      code,
      detail: `${status} ${code}: Error ${code}`,
    });
  });

  it('counts as posted when the message of its nonce was deleted', async () => {
    expect((await failure(discordError(404, 10_008))).outcome).toEqual({ type: 'sent', messageId: null });
  });

  it('does not count as posted when that is said with another status', async () => {
    expect((await failure(discordError(400, 10_008))).outcome).toMatchObject({ type: 'unexplained' });
  });

  it('proves nothing against its body with a status that contradicts the code', async () => {
    expect((await failure(discordError(403, 50_035))).outcome).toMatchObject({ type: 'unexplained' });
  });

  it.each([10_003, 10_004, 10_013])(
    'stops nothing with the code %d and a status that contradicts it',
    async (code) => {
      expect((await failure(discordError(413, code))).outcome).toMatchObject({ type: 'unexplained', code });
    },
  );

  it('with a rejected body is invalid, and names the field', async () => {
    const invalid = json(400, {
      code: 50_035,
      message: 'Invalid Form Body',
      errors: {
        embeds: { 0: { title: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Too long' }] } } },
      },
    });
    const { outcome } = await failure(invalid);
    expect(outcome).toMatchObject({ type: 'invalid', detail: expect.stringContaining('embeds[0].title') });
  });

  it.each([
    [403, 40_333, 30_000],
    [403, 0, null],
    [404, 0, null],
    [404, 12_345, null],
    [400, 0, null],
    [405, 0, null],
    [408, 0, null],
    [413, 0, null],
  ])('with %d and the code %d, which name nothing, is waited out', async (status, code, retryAfterMs) => {
    expect((await failure(discordError(status, code))).outcome).toEqual({
      type: 'unexplained',
      code,
      retryAfterMs,
      detail: `${status} ${code}: Error ${code}`,
    });
  });

  it.each([20_016, 20_022, 20_028, 20_029, 30_046])(
    'with a rate limit reported as the code %d waits for a minute',
    async (code) => {
      expect((await failure(discordError(400, code))).outcome).toMatchObject({
        type: 'refused',
        retryAfterMs: 60_000,
      });
    },
  );

  it.each([
    ['an empty message', 400, 50_006],
    ['too large a body', 413, 40_005],
  ])('with %s is invalid', async (_what, status, code) => {
    expect((await failure(discordError(status, code))).outcome).toMatchObject({ type: 'invalid' });
  });

  it.each([
    ['an HTML 403', text(403, HTML)],
    ['an HTML 404', text(404, HTML)],
    ['an HTML 400', text(400, HTML)],
    ['a 403 in JSON that is not Discord’s', json(403, { error: 'blocked' })],
    ['an empty 403', text(403, '', {})],
  ])('from a proxy, with %s, waits for half a minute', async (_what, answer) => {
    expect((await failure(answer)).outcome).toMatchObject({
      type: 'unexplained',
      code: null,
      retryAfterMs: 30_000,
    });
  });

  describe('with 429', () => {
    const limited = { message: 'You are being rate limited.', retry_after: 2, global: false };

    it('waits as long as Discord says', async () => {
      const { outcome } = await failure(
        json(429, limited, { 'retry-after': '2', 'x-ratelimit-scope': 'user' }),
      );
      expect(outcome).toMatchObject({ type: 'refused', detail: 'rate limit (user)' });
      const wait = outcome.type === 'refused' ? (outcome.retryAfterMs ?? 0) : 0;
      expect(wait).toBeGreaterThanOrEqual(2_000);
      expect(wait).toBeLessThan(3_000);
    });

    it.each(['user', 'shared', 'global'])('of the scope %s is named in the log', async (scope) => {
      const headers = {
        'retry-after': '1',
        'x-ratelimit-scope': scope,
        ...(scope === 'global' ? { 'x-ratelimit-global': 'true' } : {}),
      };
      expect((await failure(json(429, limited, headers))).outcome).toMatchObject({
        type: 'refused',
        detail: `rate limit (${scope})`,
      });
    });

    it('uses the backoff where no time is given', async () => {
      expect((await failure(json(429, limited))).outcome).toMatchObject({
        type: 'refused',
        retryAfterMs: null,
      });
    });

    it('is understood in HTML too, as Cloudflare answers', async () => {
      const { outcome } = await failure(
        text(429, HTML, { 'content-type': 'text/html', 'retry-after': '60' }),
      );
      expect(outcome).toMatchObject({ type: 'refused' });
      expect(outcome.type === 'refused' && outcome.retryAfterMs).toBeGreaterThanOrEqual(60_000);
    });

    it('known before makes no request', async () => {
      const headers = {
        'retry-after': '5',
        'x-ratelimit-limit': '5',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset-after': '5',
        'x-ratelimit-scope': 'user',
      };
      const { outcome, requests } = await failure(json(429, limited, headers), { before: 1 });
      expect(outcome).toMatchObject({ type: 'refused' });
      expect(outcome.type === 'refused' && outcome.retryAfterMs).toBeGreaterThan(4_000);
      expect(requests).toBe(1);
    });
  });

  it.each([500, 502, 503, 504])('with %d may have been posted', async (status) => {
    expect((await failure(text(status, HTML))).outcome).toEqual({
      type: 'ambiguous',
      detail: `status ${status}`,
      serverError: true,
    });
  });

  it.each<[string, RequestListener]>([
    ['a reset', (request) => void request.socket.resetAndDestroy()],
    ['a connection that ends without an answer', (request) => void request.socket.end()],
    [
      'an answer that breaks off',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        response.write('{"id"', () => response.destroy());
      },
    ],
    ['garbage for JSON', text(200, '{"id": ', { 'content-type': 'application/json' })],
  ])('with %s may have been posted', async (_what, answer) => {
    expect((await failure(answer)).outcome).toMatchObject({ type: 'ambiguous' });
  });

  it('after a timeout may have been posted', async () => {
    const { outcome } = await failure(() => undefined, { timeoutMs: 100 });
    expect(outcome).toMatchObject({ type: 'ambiguous' });
  });

  it('with no connection was certainly not posted', async () => {
    const server = await startFixedServer(() => undefined);
    await server[Symbol.asyncDispose]();
    const rest = createOutboxRest({ apiUrl: server.apiUrl, token: 'a.b.c' });
    const error: unknown = await rest
      .post(Routes.channelMessages('1000'), { body: { content: 'Sold' } })
      .catch((reason: unknown) => reason);
    expect(outcomeOfFailure(error)).toEqual({ type: 'refused', retryAfterMs: null, detail: 'ECONNREFUSED' });
  });

  it.each([
    ['ENOTFOUND', 'refused'],
    ['EAI_AGAIN', 'refused'],
    ['EHOSTUNREACH', 'refused'],
    ['ENETUNREACH', 'refused'],
    ['UND_ERR_CONNECT_TIMEOUT', 'refused'],
    ['UND_ERR_HEADERS_TIMEOUT', 'ambiguous'],
    ['EPIPE', 'ambiguous'],
  ])('with the code %s, however deep in its causes, is %s', (code, type) => {
    const cause = Object.assign(new Error('inner'), { code });
    const error = new TypeError('fetch failed', { cause: new Error('middle', { cause }) });
    expect(outcomeOfFailure(error)).toMatchObject({ type, detail: code });
  });

  it.each(['text', null, undefined, {}])('with %j, which is no error, may have been posted', (thrown) => {
    expect(outcomeOfFailure(thrown)).toMatchObject({ type: 'ambiguous' });
  });
});

/** Outcome of an edit that fails this way. */
async function failedEdit(answer: RequestListener): Promise<EditOutcome> {
  await using server = await startFixedServer(answer);
  const rest = createOutboxRest({ apiUrl: server.apiUrl, token: 'a.b.c' });
  return await rest.patch(Routes.channelMessage('1000', '2000'), { body: { embeds: [] } }).then(
    (): EditOutcome => expect.unreachable('the request should fail'),
    (error: unknown) => outcomeOfFailedEdit(error),
  );
}

describe('an edit or a publishing that fails', () => {
  it('is repeated when the message is said to be unknown with another status than 404', async () => {
    expect(await failedEdit(discordError(413, 10_008))).toMatchObject({ type: 'later', code: 10_008 });
  });

  it.each([
    [404, 10_003, 'closed'],
    [404, 10_004, 'closed'],
    [403, 50_001, 'paused'],
    [403, 50_013, 'paused'],
  ])('with %d and the code %d makes its channel queue %s', async (status, code, state) => {
    expect(await failedEdit(discordError(status, code))).toMatchObject({ type: 'stopped', state, code });
  });

  it.each([
    ['the message was deleted', 404, 10_008],
    ['it is another’s', 403, 50_005],
    ['the channel is none for announcements', 400, 50_024],
    ['its form is refused', 400, 50_035],
  ])('because %s is impossible', async (_what, status, code) => {
    expect(await failedEdit(discordError(status, code))).toMatchObject({ type: 'impossible' });
  });

  it.each([
    ['archived', 400, 50_083],
    ['locked', 403, 160_005],
  ])('because its thread is %s waits for the thread to be opened', async (_what, status, code) => {
    expect(await failedEdit(discordError(status, code))).toMatchObject({ type: 'closed thread', code });
  });

  it('counts as done when it was published already', async () => {
    expect(await failedEdit(discordError(400, 40_033))).toEqual({ type: 'done' });
  });

  it.each<[string, RequestListener, number | null]>([
    ['a limit reported as a code', discordError(400, 30_046), 60_000],
    ['a page of something before Discord', text(403, HTML), 30_000],
    ['an error of Discord’s', text(503, HTML), null],
    ['a reset', (request) => void request.socket.resetAndDestroy(), null],
  ])('with %s is retried later', async (_what, answer, retryAfterMs) => {
    expect(await failedEdit(answer)).toMatchObject({ type: 'later', retryAfterMs });
  });

  it('with 429 is retried when Discord says', async () => {
    const outcome = await failedEdit(json(429, { retry_after: 2 }, { 'retry-after': '2' }));
    expect(outcome).toMatchObject({ type: 'later' });
    expect(outcome.type === 'later' && outcome.retryAfterMs).toBeGreaterThanOrEqual(2_000);
  });

  it('with 401 stops everything', async () => {
    expect(await failedEdit(discordError(401, 0))).toEqual({ type: 'unauthorized' });
  });
});
